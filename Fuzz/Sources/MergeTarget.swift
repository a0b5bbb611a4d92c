import PlayheadHLS

/// Reloads of a playlist, separated by zeros, merged one after the other: by their texts, which reads only what is new, and wholly read.
enum MergeTarget {
    static func run(_ input: [UInt8]) {
        let reloads = input.split(separator: 0, omittingEmptySubsequences: true).map { Array($0) }
        guard let first = reloads.first, var byText = try? LivePlaylist(parsing: first) else { return }
        guard case .media(let beginning) = try? HLSPlaylist.parse(first) else {
            return require(false, "it begins with what can't be parsed")
        }
        var whole = LivePlaylist(beginning)
        for reload in reloads.dropFirst() {
            let starts = Dictionary(
                byText.playlist.segments.map { ($0.mediaSequence, $0.startTime) }, uniquingKeysWith: { first, _ in first })
            let update = try? byText.update(reload)
            if case .media(let playlist) = try? HLSPlaylist.parse(reload) {
                let same = try? whole.update(playlist)
                require((update == nil) == (same == nil), "what is new is taken or refused, but not so the whole")
                // What a delta update takes over from what it leaves out is known exactly only by its text.
                if playlist.skipped != nil { whole = byText }
            } else {
                require(update == nil, "what can't be parsed is taken")
            }
            require(byText.playlist.text == whole.playlist.text, "what is new gives another list than the whole")
            check(byText, update, starts)
        }
    }

    private static func check(_ live: LivePlaylist, _ update: PlaylistUpdate?, _ starts: [Int: Double]) {
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
