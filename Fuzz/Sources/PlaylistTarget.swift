import PlayheadHLS

/// What can be parsed is printed, can be parsed again, and is the same then.
enum PlaylistTarget {
    private static let url = "https://example.org/a/list.m3u8?x=1&token=a"

    static func run(_ input: [UInt8]) {
        guard let playlist = try? HLSPlaylist.parse(input, url: url) else { return }
        let text = playlist.text
        // Text that looks like a reference to a variable, where none is meant, can't be written: nothing escapes it (RFC 8216bis §4.3).
        guard !text.contains("{$") else { return }
        guard let again = try? HLSPlaylist.parse(text, url: url) else { return require(false, "what was printed can't be parsed: \(text)") }
        require(again.text == text, "printed again it is another:\n\(text)\n---\n\(again.text)")
    }
}
