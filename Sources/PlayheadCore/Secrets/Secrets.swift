/// Keeps what gives access out of logs, lines of events and traces.
public enum Secrets {
    /// What stands for a value that was taken out.
    public static let blank = "***"

    private static let names: Set<String> = [
        "auth", "authorization", "key", "apikey", "api_key", "passwd", "session", "sessionid", "sig", "policy", "key-pair-id", "hdnea",
        "hdnts", "hdntl", "hmac", "jwt", "wmsauthsign", "x-amz-credential", "x-goog-credential",
    ]
    private static let endings = ["token", "secret", "password", "signature"]

    /// Whether the value of a query item of this name gives access.
    public static func isSecret(queryName name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || endings.contains { name.hasSuffix($0) }
    }

    /// A text in which URLs have neither user name nor password, and values of query items that give access are blanked, also in a URL inside another
    /// one's query. What is blanked already stays as it is.
    public static func blanked(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var blanker = SecretBlanker(bytes)
            return blanker.run()
        } ?? text
    }
}

/// One pass over a text.
private struct SecretBlanker {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var result: [UInt8] = []
    /// What of the text is in the result, or left out of it.
    private var taken = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// - Returns: The text, or `nil` where there is nothing to blank.
    mutating func run() -> String? {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"): index = item(at: index + 1)
            case UInt8(ascii: "%") where has("%3F", at: index) || has("%26", at: index): index = item(at: index + 3)
            case UInt8(ascii: "/"):
                if index > 1, bytes[index - 1] == UInt8(ascii: "/"), bytes[index - 2] == UInt8(ascii: ":") {
                    index = userInfo(at: index + 1)
                } else {
                    // Some content networks put their tokens into the path.
                    index = item(at: index + 1)
                }
            default: index += 1
            }
        }
        guard taken > 0 else { return nil }
        result.append(contentsOf: bytes[taken...])
        return String(decoding: result, as: UTF8.self)
    }

    /// Blanks `name=value` at `start`, if the name is that of a secret.
    /// - Returns: Where to go on.
    private mutating func item(at start: Int) -> Int {
        var end = start
        while end < bytes.count, Self.isNamePart(bytes[end]) { end += 1 }
        guard end > start, end < bytes.count else { return start }
        let valueStart: Int
        if bytes[end] == UInt8(ascii: "=") {
            valueStart = end + 1
        } else if has("%3D", at: end) {
            valueStart = end + 3
        } else {
            return start
        }
        guard Secrets.isSecret(queryName: String(decoding: bytes[start..<end], as: UTF8.self)) else { return start }
        var valueEnd = valueStart
        while valueEnd < bytes.count, !Self.endsValue(bytes[valueEnd]), !has("%26", at: valueEnd) { valueEnd += 1 }
        replace(valueStart..<valueEnd, with: valueEnd > valueStart ? Secrets.blank : "")
        return valueEnd
    }

    /// Takes user name and password out of the authority at `start`.
    private mutating func userInfo(at start: Int) -> Int {
        var end = start
        var at: Int?
        while end < bytes.count, !Self.endsAuthority(bytes[end]) {
            if bytes[end] == UInt8(ascii: "@") { at = end }
            end += 1
        }
        if let at { replace(start..<at + 1, with: "") }
        return end
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
        guard !range.isEmpty else { return }
        result.append(contentsOf: bytes[taken..<range.lowerBound])
        result.append(contentsOf: text.utf8)
        taken = range.upperBound
    }

    private func has(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { offset in
            let byte = bytes[index + offset]
            let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
            return upper == text.utf8Start[offset]
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), 0x7F:
            true
        default: false
        }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        endsValue(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
    }
}
