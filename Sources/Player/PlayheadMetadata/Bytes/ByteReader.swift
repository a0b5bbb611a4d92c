/// Reads numbers and ranges of bytes from the front of a slice, and never past its end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The number of remaining bytes.
    var remaining: Int { bytes.endIndex - position }
    /// The remaining bytes.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Reads the next byte.
    mutating func byte() -> UInt8? {
        guard remaining > 0 else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads the next `count` bytes; returns `nil`, and reads nothing, if there are fewer.
    mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        // bounded: the guard above has this many bytes
        return bytes[position..<position + count]
    }

    /// Reads a big-endian number of at most seven bytes.
    mutating func integer(bytes count: Int) -> Int? {
        read(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a big-endian number of four bytes.
    mutating func unsigned32() -> UInt32? {
        read(4)?.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads a big-endian number of eight bytes.
    mutating func unsigned64() -> UInt64? {
        read(8)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads the bytes up to the next zero and the zero; returns `nil` if there is none.
    mutating func untilZero() -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        defer { position = end + 1 }
        return bytes[position..<end]
    }
}
