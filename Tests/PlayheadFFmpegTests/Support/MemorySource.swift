import Foundation
import PlayheadFFmpeg

/// A source in memory, with faults.
final class MemorySource: ByteSource, @unchecked Sendable {
    // Safe to share: all mutable state is only accessed under the condition's lock.

    /// The error of a failing source.
    struct Failure: Error, Equatable {}

    /// A fault at an offset.
    enum Trouble {
        /// Reading throws ``Failure``.
        case fails(at: Int)
        /// Reading waits until cancellation.
        case blocks(at: Int)
        /// Reading returns more than the capacity.
        case overstates
    }

    private let bytes: [UInt8]
    private let trouble: Trouble?
    private let maximumRead: Int
    let size: Int64?
    let isSeekable: Bool

    private let condition = NSCondition()
    private var offset = 0
    private var isCancelled = false
    private var isInterrupted = false
    private var isWaiting = false

    /// Creates a source. `maximumRead` is the maximum number of bytes of a read.
    init(_ bytes: [UInt8], isSeekable: Bool = true, hasSize: Bool = true, maximumRead: Int = .max, trouble: Trouble? = nil) {
        self.bytes = bytes
        self.isSeekable = isSeekable
        size = hasSize ? Int64(bytes.count) : nil
        self.maximumRead = maximumRead
        self.trouble = trouble
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        condition.lock()
        defer { condition.unlock() }
        if case .blocks(let place) = trouble, offset >= place {
            isWaiting = true
            condition.broadcast()
            while !isCancelled, !isInterrupted { condition.wait() }
            isWaiting = false
        }
        if isCancelled || isInterrupted { throw CancellationError() }
        var end = bytes.count
        switch trouble {
        case .fails(let place):
            if offset >= place { throw Failure() }
            end = min(end, place)
        case .blocks(let place): end = min(end, place)
        case .overstates: return buffer.count + 1
        case nil: break
        }
        guard offset < end else { return 0 }
        let count = min(buffer.count, end - offset, maximumRead)
        buffer.copyBytes(from: bytes[offset..<(offset + count)])
        offset += count
        return count
    }

    func seek(to offset: Int64) throws {
        condition.lock()
        defer { condition.unlock() }
        if isCancelled { throw CancellationError() }
        self.offset = Int(offset)
    }

    func interrupt() { set { $0.isInterrupted = true } }
    func resume() { set { $0.isInterrupted = false } }
    func cancel() { set { $0.isCancelled = true } }

    /// Waits until a read is blocked.
    /// - Returns: Whether a read is blocked; false after a timeout that suffices on any machine.
    func waitUntilBlocked() -> Bool {
        let limit = Date(timeIntervalSinceNow: 60)
        condition.lock()
        defer { condition.unlock() }
        while !isWaiting { if !condition.wait(until: limit) { return false } }
        return true
    }

    private func set(_ change: (MemorySource) -> Void) {
        condition.lock()
        change(self)
        condition.broadcast()
        condition.unlock()
    }
}
