/// Reads numbers and runs of bytes from the front of a slice, and never past its end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// How many bytes are left.
    var remaining: Int { bytes.endIndex - position }
    /// What is left.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// The next byte.
    mutating func byte() -> UInt8? {
        guard remaining > 0 else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// The next `count` bytes; `nil`, and nothing read, where there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        // bounded: the guard above has this many bytes
        return bytes[position..<position + count]
    }

    /// A big-endian number of at most seven bytes.
    mutating func integer(bytes count: Int) -> Int? {
        take(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// A big-endian number of four bytes.
    mutating func unsigned32() -> UInt32? {
        take(4)?.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A big-endian number of eight bytes.
    mutating func unsigned64() -> UInt64? {
        take(8)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The bytes up to the next zero, which is read too; `nil` where none comes.
    mutating func untilZero() -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        defer { position = end + 1 }
        return bytes[position..<end]
    }
}
