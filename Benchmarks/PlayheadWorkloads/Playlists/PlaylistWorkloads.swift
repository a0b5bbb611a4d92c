import PlayheadHLS

/// Parsing and reloading of live playlists with a long window.
enum PlaylistWorkloads {
    private static let url = "https://cdn.example/live/video.m3u8"

    /// Returns the workloads on playlists with this number of segments.
    static func all(segments: Int) -> [Workload] {
        let texts = PlaylistTexts(segments: segments)
        return [
            Workload("playlist-parse") {
                texts.event
            } work: {
                try HLSPlaylist.parse($0, url: url)
            } check: { _, playlist in
                if case .media(let media) = playlist { media.segments.count == segments } else { false }
            },
            reload("playlist-append", from: { texts.event }, to: { texts.nextEvent }, appended: 1),
            reload("playlist-slide", from: { texts.window }, to: { texts.nextWindow }, appended: 1),
            reload("playlist-unchanged", from: { texts.window }, to: { texts.window }, appended: 0),
        ]
    }

    /// A reload that appends a number of segments. The list is parsed for each run, because a list with a second owner would be copied.
    private static func reload(
        _ name: String, from first: @escaping @MainActor () -> [UInt8], to next: @escaping @MainActor () -> [UInt8], appended: Int
    ) -> Workload {
        Workload(name) {
            (list: try LivePlaylist(parsing: first(), url: url), text: next())
        } work: { (input: inout (list: LivePlaylist, text: [UInt8])) in
            try input.list.update(input.text)
        } check: { _, update in
            update.appended == appended && update.continuity == .continuous
        }
    }
}
