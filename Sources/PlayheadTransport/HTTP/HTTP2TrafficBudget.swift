/// How much of what an HTTP/2 connection sends is of no use to any request: a value without I/O.
struct HTTP2TrafficBudget {
    /// The most bytes without use in a row.
    static let maximumUnusedBytes = 1 << 20
    /// What a request that ends early may leave under way: the client's window.
    private static let windowBytes = 8 << 20
    /// The most that requests which ended may leave under way together.
    private static let maximumWindowBytes = 2 * windowBytes
    /// The most control frames beyond the number of frames with data.
    static let maximumControlFrames = 1000
    /// What the header fields of a response may take, as the client's limit for them is.
    private static let headerBytes = 16 << 10
    private static let frameHeaderBytes = 9

    private var unusedBytes = 0
    private var controlFrames = 0

    /// Whether the connection has sent too much of no use.
    var isExceeded: Bool { unusedBytes > Self.maximumUnusedBytes || controlFrames > Self.maximumControlFrames }

    /// Adds bytes that arrived on the connection.
    mutating func received(_ count: Int) { unusedBytes += count }

    /// Takes off the bytes of a frame with data of a request.
    mutating func usedData(_ count: Int) {
        reduce(by: count + Self.frameHeaderBytes)
        if count > 0 { controlFrames = max(0, controlFrames - 1) }
    }

    /// Takes off the bytes of the header fields of a response.
    mutating func usedHeaders() { reduce(by: Self.headerBytes) }

    /// Allows for what is under way for a request that has ended.
    mutating func endedStream() { unusedBytes = max(-Self.maximumWindowBytes, unusedBytes - Self.windowBytes) }

    /// Adds a frame that carries nothing for a request.
    mutating func receivedControlFrame() { controlFrames += 1 }

    private mutating func reduce(by count: Int) { unusedBytes = max(min(0, unusedBytes), unusedBytes - count) }
}
