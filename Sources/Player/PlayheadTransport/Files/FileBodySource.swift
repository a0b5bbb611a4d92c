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
    private let recorder: TransferRecorder

    init(_ file: OpenFile, range: Range<Int64>, request: LoadRequest, recorder: TransferRecorder) {
        state = Mutex(State(file: file, position: range.lowerBound))
        self.range = range
        self.request = request
        self.recorder = recorder
    }

    func next() async throws -> [UInt8]? {
        if Task.isCancelled { cancel() }
        let (file, position, isCancelled) = state.withLock { ($0.file, $0.position, $0.isCancelled) }
        if isCancelled { throw CancellationError() }
        guard let file else { return nil }
        let count = min(Self.chunkSize, range.upperBound - position)
        guard count > 0 else {
            end(nil)
            return nil
        }
        let bytes: [UInt8]
        do {
            bytes = try await NIOThreadPool.singleton.runIfActive { try file.read(at: position, count: Int(count)) }
        } catch let failure as OpenFile.Failure {
            let error = LoadError(.fileUnreadable, kind: request.kind, url: request.url, detail: failure.message)
            end(error)
            throw error
        }
        guard !bytes.isEmpty else {
            // The file was truncated after it was opened.
            let reason = LoadError.Reason.incomplete(
                received: position - range.lowerBound, expected: range.upperBound - range.lowerBound)
            let error = LoadError(reason, kind: request.kind, url: request.url)
            end(error)
            throw error
        }
        recorder.receive(bytes.count)
        let wasCancelled = state.withLock { state in
            state.position = position + Int64(bytes.count)
            return state.isCancelled
        }
        if wasCancelled { throw CancellationError() }
        return bytes
    }

    func cancel() {
        end(CancellationError())
    }

    private func end(_ error: (any Error)?) {
        let isWhole: Bool? = state.withLock { state in
            guard state.file != nil else { return nil }
            state.file = nil
            // The reader may have read everything without requesting the end.
            let isWhole = state.position == range.upperBound
            state.isCancelled = error is CancellationError && !isWhole
            return isWhole
        }
        if let isWhole { recorder.end(isWhole ? nil : error) }
    }
}
