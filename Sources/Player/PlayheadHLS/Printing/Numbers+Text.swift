extension Numbers {
    /// Returns the shortest representation that parses to the same number, without an exponent, which RFC 8216bis §4.2 does not allow.
    static func text(_ value: Double) -> String {
        let shortest = value.description
        guard let mark = shortest.firstIndex(where: { $0 == "e" || $0 == "E" }),
            let exponent = Int(shortest[shortest.index(after: mark)...])
        else {
            return shortest
        }
        let isNegative = shortest.hasPrefix("-")
        let mantissa = shortest[..<mark].drop { $0 == "-" }
        let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts.first ?? ""
        let digits = parts.joined()
        let point = whole.count + exponent
        let text: String
        if point <= 0 {
            text = "0." + String(repeating: "0", count: -point) + digits
        } else if point >= digits.count {
            text = digits + String(repeating: "0", count: point - digits.count)
        } else {
            text = digits.prefix(point) + "." + digits.dropFirst(point)
        }
        return isNegative ? "-" + text : text
    }
}
