/// Reads a fuzz input as choices and numbers, which are zero after its end.
struct InputReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next byte.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Returns a number below `bound`, which is at most 256.
    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    mutating func bool() -> Bool { byte() & 1 == 1 }

    /// Returns a number of seconds: usually a plausible one, sometimes an extreme one.
    mutating func seconds() -> Double {
        let kind = byte()
        if Int(kind) < Self.extremes.count { return Self.extremes[Int(kind)] }
        return (Double(byte()) * 256 + Double(byte())) / 100
    }

    private static let extremes = [
        0, -0.0, 1, -1, 1e-9, -1e-9, 1e9, -1e9, 1e18, -1e18, 9.3e18, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 10,
        25, 50,
        .infinity, -.infinity, .nan,
    ]
}
