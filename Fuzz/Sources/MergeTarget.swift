import PlayheadHLS

/// Merges reloads of a playlist, which are separated by zeros: incrementally by text, and by parsing them completely.
enum MergeTarget {
    static func run(_ input: [UInt8]) {
        let reloads = input.split(separator: 0, omittingEmptySubsequences: true).map { Array($0) }
        guard let first = reloads.first, var byText = try? LivePlaylist(parsing: first) else { return }
        guard case .media(let beginning) = try? HLSPlaylist.parse(first) else {
            return require(false, "the first playlist is invalid")
        }
        var whole = LivePlaylist(beginning)
        for reload in reloads.dropFirst() {
            let starts = Dictionary(
                byText.playlist.segments.map { ($0.mediaSequence, $0.startTime) }, uniquingKeysWith: { first, _ in first })
            let update = try? byText.update(reload)
            if case .media(let playlist) = try? HLSPlaylist.parse(reload) {
                let same = try? whole.update(playlist)
                require((update == nil) == (same == nil), "only one of incremental and complete parsing accepts the reload")
                // The part that a delta update skips is known exactly only by its text.
                if playlist.skipped != nil { whole = byText }
            } else {
                require(update == nil, "an invalid playlist is accepted")
            }
            require(byText.playlist.text == whole.playlist.text, "incremental and complete parsing differ")
            check(byText, after: update, previousStarts: starts)
        }
    }

    private static func check(_ live: LivePlaylist, after update: PlaylistUpdate?, previousStarts starts: [Int: Double]) {
        var end = -Double.infinity
        for segment in live.playlist.segments {
            require(segment.startTime >= end - 1e-6 * max(1, abs(end)), "segments overlap")
            end = segment.startTime
            if update?.continuity == .continuous, update?.replaced.isEmpty == true, let before = starts[segment.mediaSequence] {
                require(before == segment.startTime, "a listed segment has moved")
            }
        }
    }
}
