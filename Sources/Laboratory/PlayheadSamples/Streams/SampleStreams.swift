import Foundation
@_exported import PlayheadNumbers
import PlayheadOrigin

/// A cache of generated streams in a folder.
///
/// The streams are made by the `ffmpeg` command, which must be in `PATH`; their bytes depend only on the recipe and the version of
/// `ffmpeg`. Several processes can share a folder.
package actor SampleStreams {
    private let cache: URL
    private let path: String
    private var ffmpeg: Task<(tool: Tool, version: String), any Error>?
    private var running: [SampleRecipe: Task<URL, any Error>] = [:]

    /// The version of the recipes' output; incremented when the same recipe is to produce other bytes.
    private static let generation = 2

    /// Uses a folder as the cache.
    ///
    /// - Parameter cache: The folder; created on first use.
    package init(cache: URL) {
        self.init(cache: cache, path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }

    init(cache: URL, path: String) {
        self.cache = cache
        self.path = path
    }

    /// Returns a stream, which is generated if it is not yet in the cache.
    ///
    /// - Returns: The file to play: the media file, or `main.m3u8` of an HLS presentation, alone with its files in a folder.
    /// - Throws: ``SampleStreamError``, or the system's error if the folder is not writable.
    package func url(of recipe: SampleRecipe) async throws -> URL {
        let task = running[recipe] ?? Task { try await make(recipe) }
        running[recipe] = task
        do {
            return try await task.value
        } catch {
            // The next caller retries.
            if running[recipe] == task { running[recipe] = nil }
            throw error
        }
    }

    /// Returns the folder that contains a stream and nothing else, to be served by an origin; see ``url(of:)``.
    package func folder(of recipe: SampleRecipe) async throws -> URL {
        try await url(of: recipe).deletingLastPathComponent()
    }

    private func make(_ recipe: SampleRecipe) async throws -> URL {
        try recipe.check()
        let name = SampleBuilder.entryName(recipe)
        let folder = try await made("\(recipe)", last: name) { try await SampleBuilder(recipe: recipe, ffmpeg: $0, folder: $1).build() }
        return folder.appendingPathComponent(name)
    }

    /// Makes a folder of files unless it exists.
    ///
    /// - Parameters:
    ///   - name: The unique name of the content.
    ///   - last: The file that is written last, and so exists once all do.
    ///   - build: Makes the files with `ffmpeg` in an empty folder.
    /// - Returns: The folder.
    /// - Throws: ``SampleStreamError`` if `ffmpeg` is missing, the error of `build`, or the system's error if the cache is not writable.
    func made(_ name: String, last: String, build: @Sendable (Tool, URL) async throws -> Void) async throws -> URL {
        let files = FileManager.default
        try files.createDirectory(at: cache, withIntermediateDirectories: true)
        let (tool, version) = try await findTool()
        let identity = "\(Self.generation)\n\(version)\n\(name)"
        let key = String(SeededBytes(seed: 0, text: identity).seed, radix: 16)
        let final = cache.appendingPathComponent(key, isDirectory: true)
        let entry = final.appendingPathComponent(last)
        if files.fileExists(atPath: entry.path) { return final }
        // Made beside its destination and moved there when complete, so that no process sees a partial folder; the first maker wins.
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

    /// Finds the command once, even for concurrent callers.
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
            // The next caller retries.
            if ffmpeg == task { ffmpeg = nil }
            throw error
        }
    }
}
