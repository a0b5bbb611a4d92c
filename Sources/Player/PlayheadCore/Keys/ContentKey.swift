#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A content key (AES-128): 16 octets. It appears in no event, log or description, and is overwritten when its last copy is released.
public struct ContentKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of octets.
    public static let size = 16
    private let memory: KeyMemory

    /// Creates a key; `nil` unless there are 16 octets.
    public init?(_ octets: some Collection<UInt8>) {
        guard octets.count == Self.size else { return nil }
        memory = KeyMemory(octets)
    }

    /// Reads 32 hexadecimal digits; `nil` for any other text.
    public init?(_ text: String) {
        guard let octets = [UInt8](hexadecimal: text) else { return nil }
        self.init(octets)
    }

    /// Calls a closure with the octets, which are valid during the call only.
    package func withOctets<R, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> R) throws(Failure) -> R {
        try body(UnsafeRawBufferPointer(memory.octets))
    }

    /// Whether two keys have the same octets.
    public static func == (one: ContentKey, other: ContentKey) -> Bool {
        one.withOctets { own in other.withOctets { own.elementsEqual($0) } }
    }

    /// Adds the octets to a hash.
    public func hash(into hasher: inout Hasher) { withOctets { hasher.combine(bytes: $0) } }

    /// The name of the type, without the octets.
    public var description: String { "ContentKey" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// No children: `dump` shows no octets.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The memory of a key, which is overwritten before it is freed.
private final class KeyMemory: Sendable {
    /// `nonisolated(unsafe)`: the memory is written only before the initializer returns and in `deinit`, when no other thread has a reference; in between
    /// all threads only read it.
    nonisolated(unsafe) let octets: UnsafeMutableRawBufferPointer

    init(_ source: some Collection<UInt8>) {
        octets = .allocate(byteCount: source.count, alignment: 1)
        octets.copyBytes(from: source)
    }

    deinit {
        octets.overwrite()
        octets.deallocate()
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites secrets with zeros, which the compiler must not omit.
    package func overwrite() {
        guard let baseAddress else { return }
        #if canImport(Darwin)
            _ = memset_s(baseAddress, count, 0, count)
        #else
            explicit_bzero(baseAddress, count)
        #endif
    }
}

extension [UInt8] {
    /// Reads pairs of hexadecimal digits, with hyphens between them or without; `nil` for any other text.
    init?(hexadecimal text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        let longest = 128
        guard digits.count.isMultiple(of: 2), text.utf8.count <= longest else { return nil }
        var octets: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
            guard pair.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }), let octet = UInt8(pair, radix: 16) else { return nil }
            octets.append(octet)
        }
        self = octets
    }
}
