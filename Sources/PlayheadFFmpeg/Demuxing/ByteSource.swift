/// Where a demuxer gets its bytes from.
///
/// `read` and `seek` are called from the one thread that the demuxer runs on and may block there; `cancel` comes from any thread.
public protocol ByteSource: AnyObject, Sendable {
    /// The length in bytes, or `nil` where it is not known (yet).
    var size: Int64? { get }
    /// Whether `seek(to:)` works.
    var isSeekable: Bool { get }
    /// Puts up to `buffer.count` bytes into `buffer`, waiting for at least one.
    /// - Returns: How many; 0 at the end.
    /// - Throws: What went wrong; `CancellationError` after `cancel()`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
    /// Goes on reading at `offset` bytes.
    func seek(to offset: Int64) throws
    /// Makes a waiting `read`, and all that follow, throw until ``resume()``; from any thread. No byte is lost.
    func interrupt()
    /// Ends an interruption.
    func resume()
    /// Ends all for good: a waiting `read`, and all that follow, throw; what is held is let go.
    func cancel()
}
