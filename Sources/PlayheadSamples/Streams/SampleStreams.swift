import Foundation
import PlayheadOrigin

/// Generated streams, kept in a folder from one run to the next.
///
/// They are made by the `ffmpeg` command, which must be in `PATH`, and are the same bytes each time for the same recipe and version of `ffmpeg`.
/// Several processes may share a folder.
package actor SampleStreams {
    private let cache: URL
    private let path: String
    private var ffmpeg: Task<(tool: Tool, version: String), any Error>?
    private var running: [SampleRecipe: Task<URL, any Error>] = [:]

    /// Changes when the same recipe is to give other bytes.
    private static let generation = 2

    /// Uses a folder for streams that are made.
    ///
    /// - Parameter cache: The folder; made when it is first needed.
    package init(cache: URL) {
        self.init(cache: cache, path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }

    init(cache: URL, path: String) {
        self.cache = cache
        self.path = path
    }

    /// Gives a stream, after making it if it is not in the folder yet.
    ///
    /// - Returns: The file to play: the media file, or `main.m3u8` of an HLS presentation, which is alone in its folder with all that it refers to.
    /// - Throws: ``SampleStreamError``, or the system's error if the folder can't be written.
    package func url(of recipe: SampleRecipe) async throws -> URL {
        let task = running[recipe] ?? Task { try await make(recipe) }
        running[recipe] = task
        do {
            return try await task.value
        } catch {
            // The next caller tries again.
            if running[recipe] == task { running[recipe] = nil }
            throw error
        }
    }

    /// Gives the folder that holds a stream and nothing else, to be served by an origin; see ``url(of:)``.
    package func folder(of recipe: SampleRecipe) async throws -> URL {
        try await url(of: recipe).deletingLastPathComponent()
    }

    private func make(_ recipe: SampleRecipe) async throws -> URL {
        try recipe.check()
        let name = SampleBuilder.entryName(recipe)
        let folder = try await made("\(recipe)", last: name) { try await SampleBuilder(recipe: recipe, ffmpeg: $0, folder: $1).build() }
        return folder.appendingPathComponent(name)
    }

    /// Makes a folder of files, if it is not there yet.
    ///
    /// - Parameters:
    ///   - name: Tells what is in it from everything else.
    ///   - last: A file that is there once all are.
    func made(_ name: String, last: String, build: @Sendable (Tool, URL) async throws -> Void) async throws -> URL {
        let files = FileManager.default
        try files.createDirectory(at: cache, withIntermediateDirectories: true)
        let (tool, version) = try await findTool()
        let identity = "\(Self.generation)\n\(version)\n\(name)"
        let key = String(SeededBytes(seed: 0, text: identity).seed, radix: 16)
        let final = cache.appendingPathComponent(key, isDirectory: true)
        let entry = final.appendingPathComponent(last)
        if files.fileExists(atPath: entry.path) { return final }
        // Made beside its place and moved there when it is whole: nobody ever sees a part of it, and of two makers the first wins.
        let draft = cache.appendingPathComponent(".\(key)-\(UUID().uuidString)", isDirectory: true)
        try files.createDirectory(at: draft, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: draft) }
        try await build(tool, draft)
        do {
            try files.moveItem(at: draft, to: final)
        } catch {
            guard files.fileExists(atPath: entry.path) else { throw error }
        }
        return final
    }

    /// Looks for the command once, however many ask at the same time.
    private func findTool() async throws -> (tool: Tool, version: String) {
        let task =
            ffmpeg
            ?? Task { [path, cache] in
                let tool = try Tool("ffmpeg", path: path)
                let output = try await tool.run(["-hide_banner", "-version"], in: cache)
                return (tool, String(output.prefix { !$0.isNewline }))
            }
        ffmpeg = task
        do {
            return try await task.value
        } catch {
            // The next caller tries again.
            if ffmpeg == task { ffmpeg = nil }
            throw error
        }
    }
}
