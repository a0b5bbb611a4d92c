/// The common syntax of cue settings and region settings.
enum WebVTTSettings {
    /// A setting with a name and a value.
    struct Setting {
        var name: ArraySlice<UInt8>
        var value: ArraySlice<UInt8>
    }

    /// Splits settings at white space, and each at its first colon. `addWarning` receives words that are not settings.
    static func split(_ bytes: ArraySlice<UInt8>, addWarning: (String) -> Void) -> [Setting] {
        bytes.split(whereSeparator: ASCII.isWhitespace).compactMap { word in
            guard let colon = word.firstIndex(of: ASCII.colon), colon > word.startIndex, colon < word.endIndex - 1 else {
                addWarning("\(quoted(word)) is not a setting")
                return nil
            }
            return Setting(name: word[..<colon], value: word[(colon + 1)...])
        }
    }

    /// Parses a percentage from 0 to 100 (WebVTT §6.2, "parse a percentage string").
    static func percentage(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard bytes.last == ASCII.percent, let number = number(bytes.dropLast()), number <= 100 else { return nil }
        return number
    }

    /// Parses two percentages separated by a comma.
    static func twoPercentages(_ bytes: ArraySlice<UInt8>) -> (Double, Double)? {
        guard let comma = bytes.firstIndex(of: ASCII.comma), let one = percentage(bytes[..<comma]),
            let other = percentage(bytes[(comma + 1)...])
        else { return nil }
        return (one, other)
    }

    /// Parses a number of digits, possibly with a period that has digits on both sides; `nil` also for one that overflows a floating-point
    /// number.
    static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        var cursor = ByteCursor(bytes)
        let whole = cursor.digits()
        guard !whole.isEmpty else { return nil }
        if cursor.isAtEnd, whole.count <= 15 { return whole.decimalValue }
        if cursor.skip(ASCII.point), cursor.digits().isEmpty { return nil }
        guard cursor.isAtEnd, let number = Double(bytes.text), number.isFinite else { return nil }
        return number
    }

    /// Returns the text before the first comma, and the text after it, if there is one.
    static func splitAtComma(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let comma = bytes.firstIndex(of: ASCII.comma) else { return (bytes, nil) }
        return (bytes[..<comma], bytes[(comma + 1)...])
    }

    /// Returns the representation of a text in a warning.
    static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        "\"" + bytes.prefix(40).text + (bytes.count > 40 ? "…" : "") + "\""
    }
}
