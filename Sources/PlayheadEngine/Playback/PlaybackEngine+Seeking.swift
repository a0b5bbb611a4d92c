import PlayheadCore

/// Reaching the target of a seek, after the store's cursors were put before it.
extension PlaybackEngine {
    /// The result of the search for the picture of a seek's target.
    private struct Found {
        /// The picture that is shown there, or `nil` where there is none.
        var shown: DecodedFrame?
        /// The first picture behind a hole that the target lies in.
        var next: DecodedFrame?
        /// Whether the pictures end before the target.
        var isAtEnd = false
    }

    func pumpSeek(_ now: Double) -> Double {
        guard var current = seek, let media else { return .infinity }
        var found = Found()
        if let pictures, media.video != nil {
            let result = search(pictures, for: &current)
            seek = current
            guard let result else { return .infinity }
            found = result
        }
        let isKeyFrame = current.precision == .keyFrame && found.next == nil
        var reached = isKeyFrame ? found.shown?.time ?? current.target : current.target
        queue = [found.next].compactMap(\.self)
        let supplied = feedSound()
        if media.video == nil, supplied == .starved, sound?.isPrimed == false {
            if let error = store.error { fail(error) }
            return .infinity
        }
        // A duration that promises more than there is: the playhead goes no further than the media.
        if found.isAtEnd || media.video == nil, let end = store.mediaEnd { reached = min(reached, end) }
        seek = nil
        position = max(0, reached)
        clock.set(position, at: now)
        if found.isAtEnd { supply = .ended }
        if let shown = found.shown { show(shown) }
        report(.seeked(id: current.id, position: position))
        metadata.seek(to: position)
        captions.controller.seek(to: position)
        captions.present(at: position)
        if wantsToMove { waitToMove(amount: Self.startAmount, reason: .loading, tellsStart: true) }
        return now
    }

    /// Decodes up to the picture of the seek's target.
    /// - Returns: What there is, or `nil` where more has to come first, or playing is over.
    private func search(_ pictures: TrackDecoder, for current: inout Seek) -> Found? {
        while true {
            switch pictures.step() {
            case .frame(let frame):
                guard frame.time >= frame.format.visibleFrom else { continue }
                captions.decode(frame)
                if current.precision == .keyFrame || frame.end > current.target + 0.000_5 {
                    return isBehindHole(frame, of: current) ? Found(shown: current.before, next: frame) : Found(shown: frame)
                }
                current.before = frame
            case .starved:
                if let error = store.error { fail(error) }
                return nil
            case .sparse: return Found(shown: current.before)
            case .ended: return Found(shown: current.before, isAtEnd: true)
            case .failed(let error):
                decodingFailed(pictures, "\(error)")
                if isOver { return nil }
            }
        }
    }

    /// Whether a picture belongs behind a hole in which the seek's target lies: the one before the hole is shown there, or none.
    private func isBehindHole(_ frame: DecodedFrame, of seek: Seek) -> Bool {
        let hole = 0.5
        return frame.time > seek.target + hole && (seek.before != nil || sound != nil)
    }
}
