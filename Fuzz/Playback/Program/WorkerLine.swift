import Foundation

/// A line of a worker's output.
enum WorkerLine {
    case begin(UInt64)
    case breach(UInt64, String)
    case end(UInt64, seconds: Double)

    /// Parses a line; `nil` for other output.
    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count >= 2, let seed = UInt64(words[1]) else { return nil }
        switch words[0] {
        case "begin": self = .begin(seed)
        case "breach" where words.count == 3: self = .breach(seed, words[2])
        case "end" where words.count == 3:
            guard let seconds = Double(words[2]) else { return nil }
            self = .end(seed, seconds: seconds)
        default: return nil
        }
    }

    private var text: String {
        switch self {
        case .begin(let seed): "begin \(seed)"
        case .breach(let seed, let text): "breach \(seed) \(text.replacing("\n", with: " "))"
        case .end(let seed, let seconds): "end \(seed) \(seconds)"
        }
    }

    /// Prints a note for scenarios that are run manually.
    static func note(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("note \(text)\n".utf8))
    }

    /// Writes the line at once, because the process may end at any moment.
    func write() {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
    }
}
