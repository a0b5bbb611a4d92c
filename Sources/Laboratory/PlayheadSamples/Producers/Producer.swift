/// A program that makes media, with its recipes.
///
/// Players meet what many programs wrote, with many settings: other multiplexers, orders of packets, timestamps and headers than those
/// that FFmpeg writes by default.
package struct Producer: Sendable {
    /// The name of the program in `PATH`.
    package let tool: String
    /// The recipes of what it makes.
    package let recipes: [ProducerRecipe]

    /// Parses a table with a recipe on each line: `name | file | command`. The shell runs the command with ``functions`` in an empty folder.
    ///
    /// `*` before a name marks a recipe of each class for short runs, `!` before a file one that Playhead refuses to play.
    init(_ tool: String, _ table: String) {
        self.tool = tool
        recipes = table.split(separator: "\n").compactMap { ProducerRecipe(tool: tool, row: $0) }
    }

    /// All producers; those of FFmpeg, whose settings are many, have several tables.
    package static let all = [transport, mp4, files, hls, gStreamer, mkvmerge, vlc, shaka, nginx] + tools
}
