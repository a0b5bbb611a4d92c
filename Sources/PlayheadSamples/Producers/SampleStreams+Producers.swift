import Foundation

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
