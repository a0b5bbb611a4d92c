/// A cache of initialization segments.
actor InitializationCache {
    /// The maximum size of an initialization segment, in bytes.
    static let limit = 8 << 20
    private static let capacity = 64
    /// The maximum size of all initialization segments but the last one, in bytes.
    static let totalLimit = 2 * limit
    private var size = 0
    private var known: [String: [UInt8]] = [:]
    private var order: [String] = []

    /// Returns the bytes of `segment`, from `load` if they are not cached.
    func bytes(of segment: InitializationSegment, load: @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        let range = segment.byteRange.map { "\($0.offset)+\($0.length ?? 0)" } ?? ""
        let key = "\(segment.url)#\(range)"
        if let bytes = known[key] { return bytes }
        let bytes = try await load()
        if known[key] == nil { order.append(key) }
        size += bytes.count - (known.updateValue(bytes, forKey: key)?.count ?? 0)
        while order.count > 1, order.count > Self.capacity || size > Self.totalLimit {
            size -= known.removeValue(forKey: order.removeFirst())?.count ?? 0
        }
        return bytes
    }

    /// The size of all cached segments, in bytes.
    var cachedSize: Int { known.values.reduce(0) { $0 + $1.count } }
}
