import Foundation
import PlayheadFFmpeg

/// Bytes that can be read once: a pipe, standard input, or a device.
final class PipeByteSource: ByteSource {
    private let pipe: FileDescriptor
    private let isInterrupted = Locked(false)

    init(_ pipe: FileDescriptor) { self.pipe = pipe }

    deinit { cancel() }

    var size: Int64? { nil }

    var isSeekable: Bool { false }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let interval: Int32 = 50
        while true {
            if isInterrupted.withLock({ $0 }) { throw CancellationError() }
            if let count = try pipe.read(into: buffer, timeout: interval) { return count }
        }
    }

    func seek(to offset: Int64) throws { throw CancellationError() }

    func interrupt() { isInterrupted.withLock { $0 = true } }

    func resume() { isInterrupted.withLock { $0 = false } }

    func cancel() { pipe.cancel() }
}
