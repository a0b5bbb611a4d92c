/// What cue settings and region settings have in common.
enum WebVTTSettings {
    /// A setting that has a name and a value.
    struct Setting {
        var name: ArraySlice<UInt8>
        var value: ArraySlice<UInt8>
    }

    /// Splits settings at white space, and each at its first colon.
    /// - Parameter complain: Hears of words that are not settings.
    static func split(_ bytes: ArraySlice<UInt8>, complain: (String) -> Void) -> [Setting] {
        bytes.split(whereSeparator: ASCII.isWhitespace).compactMap { word in
            guard let colon = word.firstIndex(of: ASCII.colon), colon > word.startIndex, colon < word.endIndex - 1 else {
                complain("\(quoted(word)) is not a setting")
                return nil
            }
            return Setting(name: word[..<colon], value: word[(colon + 1)...])
        }
    }

    /// A percentage from 0 to 100 (WebVTT §6.2, "parse a percentage string").
    static func percentage(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard bytes.last == ASCII.percent, let number = number(bytes.dropLast()), number <= 100 else { return nil }
        return number
    }

    /// Two percentages with a comma between them.
    static func twoPercentages(_ bytes: ArraySlice<UInt8>) -> (Double, Double)? {
        guard let comma = bytes.firstIndex(of: ASCII.comma), let one = percentage(bytes[..<comma]),
            let other = percentage(bytes[(comma + 1)...])
        else { return nil }
        return (one, other)
    }

    /// A number of digits, perhaps with a point that has digits on both sides; `nil` also for one that no floating-point number comes near.
    static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        var cursor = ByteCursor(bytes)
        let whole = cursor.digits()
        guard !whole.isEmpty else { return nil }
        if cursor.isAtEnd, whole.count <= 15 { return whole.decimalValue }
        if cursor.skip(ASCII.point), cursor.digits().isEmpty { return nil }
        guard cursor.isAtEnd, let number = Double(bytes.text), number.isFinite else { return nil }
        return number
    }

    /// The text before the first comma, and that after it, if there is one.
    static func splitAtComma(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let comma = bytes.firstIndex(of: ASCII.comma) else { return (bytes, nil) }
        return (bytes[..<comma], bytes[(comma + 1)...])
    }

    /// What a warning shows of a text.
    static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        "\"" + bytes.prefix(40).text + (bytes.count > 40 ? "…" : "") + "\""
    }
}
