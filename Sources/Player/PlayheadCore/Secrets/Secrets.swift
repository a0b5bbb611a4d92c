/// Removes credentials from logs, lines of events, traces and messages.
package enum Secrets {
    /// The replacement for a removed value.
    package static let blank = "***"

    /// The names of parameters whose values are kept: positions, sizes, formats and numbers of segments.
    private static let harmless: Set<String> = [
        "_hls_msn", "_hls_part", "_hls_push", "_hls_skip", "bandwidth", "bitrate", "charset", "codecs", "duration", "end", "format", "fps",
        "h", "height", "lang", "language", "page", "part", "quality", "segment", "seq", "start", "t", "time", "type", "w", "width", "x",
        "y",
    ]
    /// The maximum length of a value that is kept, in bytes.
    private static let maximumLength = 24

    /// Whether the value of a parameter, of `length` plain characters, can be kept.
    static func isHarmless(name: [UInt8], length: Int) -> Bool {
        length <= maximumLength && harmless.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// Whether a byte may be in a value that can be kept.
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ","):
            true
        default: false
        }
    }

    /// Returns the text with the secrets removed from URLs: user names and passwords; the values of query items, and of parameters in paths
    /// and fragments, unless their names are those of positions, sizes and formats; also in a URL inside another one, percent-encoded any
    /// number of times. Blanked values are kept.
    package static func blanked(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var blanker = SecretBlanker(bytes)
            return blanker.run()
        } ?? text
    }
}
