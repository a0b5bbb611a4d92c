/// A `Content-Range` field in bytes (RFC 9110 §14.4).
struct ContentRange: Hashable {
    /// The offset of the body's first byte in the resource.
    var start: Int64
    /// The offset of the body's last byte.
    var last: Int64
    /// The length of the resource; `nil` if the server does not know it.
    var total: Int64?

    /// The length of the body.
    var length: Int64 { last - start + 1 }

    /// Parses a field such as `bytes 0-99/1234` or `bytes 0-99/*`; `nil` if it is invalid.
    init?(_ field: String) {
        let parts = field.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let bounds = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let start = Self.number(bounds[0]), let last = Self.number(bounds[1]), start <= last, last < .max
        else { return nil }
        self.start = start
        self.last = last
        if halves[1] != "*" {
            guard let total = Self.number(halves[1]), last < total else { return nil }
            self.total = total
        }
    }

    /// Parses digits only, because `Int64.init` would accept a sign.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
    }
}
