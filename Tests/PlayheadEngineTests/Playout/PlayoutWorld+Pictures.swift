import PlayheadCore

@testable import PlayheadEngine

extension PlayoutWorld {
    /// The video track behind its decoder.
    struct Pictures {
        let all: [PlayoutScenario.Piece]
        /// The next picture that the decoder returns.
        var next = 0
        var queue: [PlayoutScenario.Piece] = []
        var supply = PlayoutFacts.PictureSupply.more
        var end = 0.0
        var run: Int?
        var hasShown = false
        var firstPosition = 0.0
        var before: PlayoutScenario.Piece?
        var found: (shown: PlayoutScenario.Piece?, next: PlayoutScenario.Piece?, isAtEnd: Bool)?

        init(_ all: [PlayoutScenario.Piece]) { self.all = all }

        var facts: PlayoutFacts.Pictures {
            PlayoutFacts.Pictures(
                queue: queue.prefix(2).map { .init(time: $0.time, isSameRun: $0.run == run) }, supply: supply, end: end, hasShown: hasShown,
                hasDecoded: next > 0)
        }

        /// The first picture that was neither shown nor dropped.
        var nextUnshown: PlayoutScenario.Piece? { queue.first ?? (next < all.count ? all[next] : nil) }

        mutating func restart(at time: Double) {
            let shown = all.firstIndex { $0.end > time + 0.000_5 } ?? all.count
            // Every twelfth picture, and the first of each run, is a key frame.
            next = min(shown, all.count - 1)
            while next > 0, next % 12 != 0, all[next - 1].run == all[next].run { next -= 1 }
            queue = []
            supply = .more
            run = nil
            end = time
            (before, found) = (nil, nil)
        }

        private mutating func step(_ loading: Loading) -> PlayoutScenario.Piece? {
            guard next < all.count, loading.has(all[next]) else {
                supply = next >= all.count && loading.isComplete ? .ended : loading.isAbsent ? .sparse : .starved
                return nil
            }
            defer { next += 1 }
            supply = .more
            return all[next]
        }

        /// Decodes a few pictures ahead.
        mutating func fill(_ loading: Loading) {
            while queue.count < 4, let picture = step(loading) {
                if hasShown || picture.end > firstPosition + 0.000_5, picture.end > visibleFrom { queue.append(picture) }
            }
        }

        /// The time before which pictures are decoded but not shown: decoding starts at a key frame.
        var visibleFrom = -Double.infinity

        mutating func find(_ seek: PlayoutSeek, hasSound: Bool, _ loading: Loading) -> PlayoutSeek.Target? {
            while found == nil {
                guard let picture = step(loading) else {
                    if supply == .starved { return nil }
                    found = (before, nil, supply == .ended)
                    break
                }
                switch seek.verdict(start: picture.time, end: picture.end, hasBefore: before != nil, hasSound: hasSound) {
                case .before: before = picture
                case .shown: found = (picture, nil, false)
                case .behindGap: found = (before, picture, false)
                }
            }
            return found.map { .init(shown: $0.shown?.time, isBeforeGap: $0.next != nil, isAtEnd: $0.isAtEnd) }
        }

        mutating func finishSearch() {
            queue = [found?.next].compactMap(\.self)
            if found?.isAtEnd == true { supply = .ended }
            if let shown = found?.shown { show(shown) }
            (before, found) = (nil, nil)
        }

        mutating func show(_ picture: PlayoutScenario.Piece) {
            end = picture.end
            run = picture.run
            hasShown = true
        }
    }
}
