import Dispatch
import Foundation
import PlayheadCore
import Synchronization

/// Writes the events of all viewers to a file, one JSON object per line; compressed if its name ends in `.zst`.
///
/// Lines are made and written on a queue, so that neither the disk nor the compression delays a viewer. At most ``maximumPending`` events
/// wait: if the disk is slower than the viewers, further ones are left out, and the end of the run reports their number.
package final class EventsFile: Sendable {
    /// The maximum number of events that wait to be written.
    package static let maximumPending = 100_000
    private static let pieceLength = 1 << 16

    private struct State {
        var pending = 0
        var written = 0
        var lost = 0
        var failure: String?
    }

    private let writer: Writer
    private let queue = DispatchQueue(label: "playhead.events", qos: .utility)
    private let state = Mutex(State())
    private let failed: @Sendable (String) -> Void

    /// Opens a file as a shell's `>` does.
    /// - Parameters:
    ///   - path: The path.
    ///   - failed: Receives the reason once if the file can't be written; nothing is written after that.
    /// - Throws: `OutputFile.Failure`, or an error of the compressor.
    package init(path: String, failed: @escaping @Sendable (String) -> Void) throws {
        writer = try Writer(path: path)
        self.failed = failed
    }

    /// Appends an event of a viewer.
    package func append(_ event: any PlayerEvent, of viewer: ViewerPlan) {
        let isAccepted = state.withLock { state in
            guard state.failure == nil else { return false }
            guard state.pending < Self.maximumPending else {
                state.lost += 1
                return false
            }
            state.pending += 1
            return true
        }
        guard isAccepted else { return }
        let name = viewer.name
        queue.async { [self] in
            var fields: EventFields = ["viewer": .string(name)]
            for field in EventLine.fields(of: event).fields { fields[field.key] = field.value }
            let line = Secrets.blanked(JSONText.text(.object(fields))) + "\n"
            perform { try $0.append(line.utf8, upTo: Self.pieceLength) }
            state.withLock { state in
                state.pending -= 1
                if state.failure == nil { state.written += 1 }
            }
        }
    }

    /// Writes what has been appended so far.
    package func flush() { queue.async { [self] in perform { try $0.flush() } } }

    /// Writes the rest and ends the file.
    /// - Returns: The number of events that were left out because the disk was too slow.
    package func close() async -> (lost: Int, failure: String?) {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                perform { try $0.finish() }
                continuation.resume(returning: state.withLock { ($0.lost, $0.failure) })
            }
        }
    }

    /// The reason why the file can't be written; `nil` if it can.
    package var failure: String? { state.withLock(\.failure) }

    private func perform(_ action: (Writer) throws -> Void) {
        guard failure == nil else { return }
        do { try action(writer) } catch {
            let text = "\(error)"
            state.withLock { $0.failure = text }
            failed(text)
        }
    }

    /// The file and what is not written yet.
    ///
    /// `@unchecked Sendable`: used only on the queue, after its creation.
    private final class Writer: @unchecked Sendable {
        private let file: OutputFile
        private var compressor: ZstdStream?
        private var buffer: [UInt8] = []

        init(path: String) throws {
            compressor = path.hasSuffix(".zst") ? try ZstdStream() : nil
            file = try OutputFile(path: path)
        }

        func append(_ bytes: some Sequence<UInt8>, upTo limit: Int) throws {
            buffer.append(contentsOf: bytes)
            if buffer.count >= limit { try flush() }
        }

        func flush() throws {
            guard !buffer.isEmpty else { return }
            try file.write(compressor?.compress(buffer) ?? buffer)
            buffer.removeAll(keepingCapacity: true)
        }

        func finish() throws {
            try flush()
            if let end = try compressor?.finish() { try file.write(end) }
            compressor = nil
        }
    }
}
