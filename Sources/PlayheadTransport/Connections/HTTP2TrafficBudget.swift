/// Limits the data of an HTTP/2 connection that belongs to no request: a value without I/O.
struct HTTP2TrafficBudget {
    /// The maximum number of consecutive unused bytes.
    static let maximumUnusedBytes = 1 << 20
    /// The number of bytes that may be in flight for a request that ends early: the client's window.
    private static let windowBytes = 8 << 20
    /// The maximum number of bytes in flight for all ended requests.
    private static let maximumWindowBytes = 2 * windowBytes
    /// The maximum number of control frames in excess of data frames.
    static let maximumControlFrames = 1000
    /// The size of a response's header fields, as limited by the client.
    private static let headerBytes = 16 << 10
    private static let frameHeaderBytes = 9

    private var unusedBytes = 0
    private var controlFrames = 0

    /// Whether the connection has exceeded the budget.
    var isExceeded: Bool { unusedBytes > Self.maximumUnusedBytes || controlFrames > Self.maximumControlFrames }

    /// Adds received bytes.
    mutating func received(_ count: Int) { unusedBytes += count }

    /// Subtracts the bytes of a data frame of a request.
    mutating func usedData(_ count: Int) {
        reduce(by: count + Self.frameHeaderBytes)
        if count > 0 { controlFrames = max(0, controlFrames - 1) }
    }

    /// Subtracts the bytes of a response's header fields.
    mutating func usedHeaders() { reduce(by: Self.headerBytes) }

    /// Allows for the bytes in flight of a request that has ended.
    mutating func endedStream() { unusedBytes = max(-Self.maximumWindowBytes, unusedBytes - Self.windowBytes) }

    /// Adds a control frame.
    mutating func receivedControlFrame() { controlFrames += 1 }

    private mutating func reduce(by count: Int) { unusedBytes = max(min(0, unusedBytes), unusedBytes - count) }
}
