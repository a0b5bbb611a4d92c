/// The source of a demuxer's bytes.
///
/// `read` and `seek` are called on the single thread of the demuxer and may block it; `cancel` is called from any thread.
package protocol ByteSource: AnyObject, Sendable {
    /// The length in bytes, or `nil` if it is unknown (so far).
    var size: Int64? { get }
    /// Whether `seek(to:)` is supported; it may become true with the first read.
    var isSeekable: Bool { get }
    /// The number of bytes in which each track should start, once it is known: a track without a packet in them is not awaited. `nil` without
    /// such a limit.
    var startLength: Int? { get }
    /// Whether a demuxer ends where a transport stream continues with another video stream; ``Demuxer/rest`` continues there.
    var splitsTransportStreams: Bool { get }
    /// Reads up to `buffer.count` bytes into `buffer`, waiting for at least one.
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: The error of the source; `CancellationError` after `cancel()`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
    /// Continues reading at `offset` bytes.
    func seek(to offset: Int64) throws
    /// Whether another program is writing more bytes.
    var isGrowing: Bool { get }
    /// Waits at the end until there are more than `size` bytes.
    /// - Returns: Whether there are; false if the source is not expected to grow.
    /// - Throws: `CancellationError` after `interrupt()` or `cancel()`.
    func waitForGrowth(beyond size: Int64) throws -> Bool
    /// Makes a waiting `read`, and all following ones, throw until ``resume()``; from any thread. No byte is lost.
    func interrupt()
    /// Ends an interruption.
    func resume()
    /// Cancels the source permanently: a waiting `read`, and all following ones, throw; resources are released.
    func cancel()
}

extension ByteSource {
    /// False: the length is constant.
    package var isGrowing: Bool { false }

    /// Returns false: the length is constant.
    package func waitForGrowth(beyond size: Int64) throws -> Bool { false }

    package var startLength: Int? { nil }
    package var splitsTransportStreams: Bool { false }
}
