import Foundation

/// A stream or file of a few seconds, as a program makes it with some settings.
package struct ProducerRecipe: Sendable, Hashable, CustomStringConvertible {
    /// The program that must be in `PATH`, besides `ffmpeg`, which makes its input.
    package let tool: String
    /// The subject of the settings, unique for each program.
    package let name: String
    /// The file or playlist to play.
    package let file: String
    /// The shell command that makes it.
    let command: String
    /// Whether short runs include the recipe.
    package let isShort: Bool
    /// Whether an error is the right result, because the format is not supported.
    package let isRefused: Bool

    init?(tool: String, row: Substring) {
        let fields = row.components(separatedBy: " | ")
        guard fields.count >= 3 else { return nil }
        self.tool = tool
        isShort = fields[0].hasPrefix("* ")
        name = isShort ? String(fields[0].dropFirst(2)) : fields[0]
        isRefused = fields[1].hasPrefix("!")
        file = isRefused ? String(fields[1].dropFirst()) : fields[1]
        command = fields[2...].joined(separator: " | ")
    }

    package var description: String { "\(tool): \(name)" }
}

extension SampleStreams {
    /// Returns what a program makes by a recipe; made once for each version of the recipe and the program.
    ///
    /// - Returns: The file or playlist to play, alone with its files in a folder. If there is a file `truth` with some extension in it, its
    ///   counts are those of the stream, which `ffprobe` cannot read.
    /// - Throws: ``SampleStreamError`` if the program is missing or fails.
    package func url(of recipe: ProducerRecipe) async throws -> URL {
        let identity = try Tool(recipe.tool).identity
        let script = [Producer.functions, "o='\(recipe.file)'", "set -e", recipe.command].joined(separator: "\n")
        let folder = try await made("\(identity)\n\(script)", last: recipe.file) { _, folder in
            // Programs that never end must not hold up what waits for them.
            try await Tool("timeout").run(["-k", "5", "120", "bash", "-c", script], in: folder)
        }
        return folder.appendingPathComponent(recipe.file)
    }
}
