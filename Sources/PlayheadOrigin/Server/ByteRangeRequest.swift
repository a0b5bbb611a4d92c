/// What a `Range` header asks for (RFC 9110 §14.1.2), as far as an origin of media needs it: one range of bytes.
enum ByteRangeRequest: Equatable {
    /// From an offset to the end, or to an offset that still belongs to the range.
    case from(Int, through: Int?)
    /// The last so many bytes.
    case suffix(Int)

    /// Reads a header's value.
    ///
    /// Nil for another unit, several ranges, or what is malformed: a server may ignore such a header (RFC 9110 §14.2).
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

    /// The bytes meant in a representation of `length` bytes; nil if there are none, which a server answers with 416.
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
