import Foundation
import NIOPosix
import Synchronization

/// A body that is a part of a file.
final class FileBodySource: LoadBodySource {
    /// The size of a read: large enough to need few reads, and small enough to release the thread soon.
    private static let chunkSize: Int64 = 256 << 10

    private struct State {
        /// The file; `nil` after the end of the body.
        var file: OpenFile?
        var position: Int64
        var isCancelled = false
    }

    private let state: Mutex<State>
    private let range: Range<Int64>
    private let request: LoadRequest
    private let metrics: TransferMetrics
    private let number: Int

    /// `number` is that of the transfer in its events.
    init(_ file: OpenFile, range: Range<Int64>, request: LoadRequest, metrics: TransferMetrics, number: Int) {
        state = Mutex(State(file: file, position: range.lowerBound))
        self.range = range
        self.request = request
        self.metrics = metrics
        self.number = number
    }

    func next() async throws -> [UInt8]? {
        if Task.isCancelled { cancel() }
        let (file, position, isCancelled) = state.withLock { ($0.file, $0.position, $0.isCancelled) }
        if isCancelled { throw CancellationError() }
        guard let file else { return nil }
        let count = min(Self.chunkSize, range.upperBound - position)
        guard count > 0 else {
            end(.complete)
            return nil
        }
        let bytes: [UInt8]
        do {
            bytes = try await NIOThreadPool.singleton.runIfActive { try file.read(at: position, count: Int(count)) }
        } catch let failure as OpenFile.Failure {
            end(.failed, .fileUnreadable)
            throw LoadError(.fileUnreadable, kind: request.kind, url: request.url, detail: failure.message)
        }
        guard !bytes.isEmpty else {
            // The file was truncated after it was opened.
            let reason = LoadError.Reason.incomplete(
                received: position - range.lowerBound, expected: range.upperBound - range.lowerBound)
            end(.failed, reason)
            throw LoadError(reason, kind: request.kind, url: request.url)
        }
        metrics.report(.received(number, bytes: bytes.count))
        let wasCancelled = state.withLock { state in
            state.position = position + Int64(bytes.count)
            return state.isCancelled
        }
        if wasCancelled { throw CancellationError() }
        return bytes
    }

    func cancel() {
        end(.cancelled)
    }

    private func end(_ outcome: TransferEvent.Outcome, _ reason: LoadError.Reason? = nil) {
        let ending: TransferEvent.Outcome? = state.withLock { state in
            guard state.file != nil else { return nil }
            state.file = nil
            // The reader may have read everything without requesting the end.
            let isWhole = state.position == range.upperBound
            state.isCancelled = outcome == .cancelled && !isWhole
            return isWhole ? .complete : outcome
        }
        if let ending { metrics.report(.ended(number, ending, reason: reason)) }
    }
}
