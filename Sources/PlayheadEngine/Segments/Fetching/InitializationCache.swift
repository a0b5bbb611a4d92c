/// A cache of initialization segments.
actor InitializationCache {
    /// The maximum size of an initialization segment, in bytes.
    static let limit = 8 << 20
    private static let capacity = 64
    private var known: [String: [UInt8]] = [:]
    private var order: [String] = []

    /// Returns the bytes of `segment`, from `load` if they are not cached.
    func bytes(of segment: InitializationSegment, load: @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        let range = segment.byteRange.map { "\($0.offset)+\($0.length ?? 0)" } ?? ""
        let key = "\(segment.url)#\(range)"
        if let bytes = known[key] { return bytes }
        let bytes = try await load()
        if known.updateValue(bytes, forKey: key) == nil { order.append(key) }
        if order.count > Self.capacity { known[order.removeFirst()] = nil }
        return bytes
    }
}
