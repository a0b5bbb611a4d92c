import PlayheadHLS

/// Prints and parses playlists again: the result is the same.
enum PlaylistTarget {
    private static let url = "https://example.org/a/list.m3u8?x=1&token=a"

    static func run(_ input: [UInt8]) {
        guard let playlist = try? HLSPlaylist.parse(input, url: url) else { return }
        let text = playlist.text
        // A literal text that looks like a variable reference can't be printed, because there is no escaping (RFC 8216bis §4.3).
        guard !text.contains("{$") else { return }
        guard let again = try? HLSPlaylist.parse(text, url: url) else { return require(false, "what was printed can't be parsed: \(text)") }
        require(again.text == text, "printed again it is another:\n\(text)\n---\n\(again.text)")
    }
}
