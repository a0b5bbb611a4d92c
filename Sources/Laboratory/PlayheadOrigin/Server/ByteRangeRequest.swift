/// The single byte range that a `Range` header requests (RFC 9110 §14.1.2).
enum ByteRangeRequest: Equatable {
    /// From an offset to the end, or through an inclusive last offset.
    case from(Int, through: Int?)
    /// The last N bytes.
    case suffix(Int)

    /// Parses the value of a `Range` header.
    ///
    /// Returns nil for another unit, several ranges or a malformed value: a server may ignore such a header (RFC 9110 §14.2).
    init?(headerValue: String) {
        let text = headerValue.filter { $0 != " " && $0 != "\t" }.lowercased()
        guard text.hasPrefix("bytes=") else { return nil }
        let parts = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
        switch (parts[0].isEmpty, parts[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let count = Int(parts[1]) else { return nil }
            self = .suffix(count)
        case (false, true):
            guard let first = Int(parts[0]) else { return nil }
            self = .from(first, through: nil)
        case (false, false):
            guard let first = Int(parts[0]), let last = Int(parts[1]), first <= last else { return nil }
            self = .from(first, through: last)
        }
    }

    /// Returns the requested bytes of a representation of `length` bytes; nil if no byte is in range, which a server answers with 416.
    func resolved(length: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard first < length else { return nil }
            guard let last, last < length else { return first..<length }
            return first..<(last + 1)
        case .suffix(let count):
            guard count > 0, length > 0 else { return nil }
            return max(0, length - count)..<length
        }
    }
}
