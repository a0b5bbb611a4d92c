import Foundation
import PlayheadCore
import Synchronization

/// Writes whole lines to a descriptor at once, and notices when they can't be written any more.
///
/// All text of the programs goes through it, so that no text from outside can act on a terminal or forge a line, and no secret of a URL is
/// printed.
package final class LineWriter: Sendable {
    /// The writer of standard output.
    package static let standardOutput = LineWriter(descriptor: STDOUT_FILENO)
    fileprivate static let standardError = LineWriter(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let problem = Mutex<OutputFile.Failure?>(nil)

    /// Makes a writer to an open descriptor.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether nothing can be written any more.
    package var isBroken: Bool { problem.withLock { $0 != nil } }

    /// The reason why lines are lost, such as a full disk; `nil` also where only the reader is gone.
    package var failure: OutputFile.Failure? { problem.withLock { $0?.number == EPIPE ? nil : $0 } }

    /// Writes a line for people, made safe by `SafeText` and cut where it is longer than anybody reads.
    package func write(_ line: String) {
        // A password that is cut has no end.
        writeBytes(of: SafeText.clean(Secrets.blanked(line)))
    }

    /// Writes a line for people whose secrets the caller has blanked, because its form is not that of a URL.
    package func write(blanked line: String) { writeBytes(of: SafeText.clean(line), isBlanked: true) }

    /// Writes the text of a JSON value, which `JSONText` or another encoder has put on one line.
    package func write(json text: String) { writeBytes(of: text) }

    /// Writes text of several lines, each like one for people.
    package func write(lines text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { write(String(line)) }
    }

    private func writeBytes(of line: String, isBlanked: Bool = false) {
        problem.withLock { problem in
            guard problem == nil else { return }
            do throws(OutputFile.Failure) {
                try OutputFile.write(Array(((isBlanked ? line : Secrets.blanked(line)) + "\n").utf8), to: descriptor)
            } catch {
                problem = error
            }
        }
    }
}

/// Prints a line on standard error, made safe like every line for people.
package func standardError(_ text: String) { LineWriter.standardError.write(text) }

/// Prints a line on standard error whose secrets the viewer needs, such as an address with a token to open.
package func standardError(open text: String) { LineWriter.standardError.write(blanked: text) }

/// Prints a program's message about its arguments, which has several lines; an argument that is quoted stays on one. If the arguments are
/// wrong, the message goes to standard error; otherwise it was requested, and goes to standard output.
package func printUsage(_ text: String, isWrong: Bool) {
    let text = ProcessInfo.processInfo.arguments.filter { $0.contains(where: \.isNewline) }.reduce(text) { text, argument in
        text.replacing(argument, with: SafeText.clean(argument))
    }
    (isWrong ? LineWriter.standardError : LineWriter.standardOutput).write(lines: text)
}

/// Returns the status that a program ends with, and prints why if what it should have printed got lost.
package func finalStatus(_ status: Int32) -> Int32 {
    let failed: Int32 = 1
    guard let failure = LineWriter.standardOutput.failure else { return status }
    standardError("Standard output could not be written: \(failure).")
    return status == 0 ? failed : status
}
