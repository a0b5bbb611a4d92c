import Foundation

/// Writes a trace's file, line by line, so that it is there up to the last input even where the program ends all of a sudden.
///
/// Used by one thread at a time.
package final class TraceRecorder {
    /// Why nothing is written any more, or `nil`. A recording that fails harms nothing else.
    package private(set) var problem: TraceError?
    private let path: String
    private var file: OutputFile?

    /// Begins a file. A regular file that is there is emptied; a pipe or a device is written, and never replaced.
    /// - Throws: ``TraceError/file(_:)``, ``TraceError/unwritten(_:)``.
    package init(writingTo url: URL, head: PlaybackTrace.Head) throws(TraceError) {
        do { file = try OutputFile(path: url.path) } catch { throw .file("\(url.path) can't be written: \(error).") }
        path = url.path
        write { try PlaybackTrace.line(head) }
        if let problem { throw problem }
    }

    /// Records an input.
    /// - Parameters:
    ///   - input: What goes into the machine.
    ///   - time: When.
    ///   - emitted: The number of events emitted before the input.
    package func record(_ input: MachineInput, at time: InputTime, emitted: Int) {
        write { try PlaybackTrace.line(PlaybackTrace.Entry(input, at: time, emitted: emitted)) }
    }

    /// Ends the file in an orderly way; nothing is recorded after it.
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
