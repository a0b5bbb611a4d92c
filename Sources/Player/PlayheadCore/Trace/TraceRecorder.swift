import Foundation

/// Writes the file of a trace line by line, so that it contains all inputs even if the program crashes.
///
/// Used by one thread at a time.
package final class TraceRecorder {
    /// The reason why the recording stopped, or `nil`. A failed recording does not affect the playback.
    package private(set) var problem: TraceError?
    private let path: String
    private var file: OutputFile?

    /// Creates the file. An existing regular file is truncated; a pipe or a device is written in place.
    /// - Throws: ``TraceError/file(_:)``, ``TraceError/unwritten(_:)``.
    package init(writingTo url: URL, head: PlaybackTrace.Head) throws(TraceError) {
        do { file = try OutputFile(path: url.path) } catch { throw .file("\(url.path) can't be written: \(error).") }
        path = url.path
        write { try PlaybackTrace.line(head) }
        if let problem { throw problem }
    }

    /// Records an input.
    /// - Parameters:
    ///   - input: The input of the machine.
    ///   - time: The time of the input.
    ///   - emitted: The number of events emitted before the input.
    package func record(_ input: MachineInput, at time: InputTime, emitted: Int) {
        write { try PlaybackTrace.line(PlaybackTrace.Entry(input, at: time, emitted: emitted)) }
    }

    /// Writes the end; later inputs are not recorded.
    package func end(_ end: PlaybackTrace.End) {
        write { try PlaybackTrace.line(ending: end) }
        file = nil
    }

    private func write(_ line: () throws -> Data) {
        guard let file else { return }
        do {
            try file.write(try line())
        } catch {
            problem = .unwritten("\(path) could not be written to its end: \(error).")
            self.file = nil
        }
    }
}
