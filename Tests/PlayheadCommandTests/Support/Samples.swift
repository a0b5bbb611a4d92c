import Foundation
import PlayheadOrigin
import PlayheadSamples

/// The generated streams for tests, kept in the build folder of the package.
enum Samples {
    static let streams = SampleStreams(cache: package.appendingPathComponent(".build/samples"))

    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Whether streams can be generated; otherwise the tests are skipped with a note.
    static let arePossible: Bool = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg") }
        if !isThere { print("ffmpeg is not in PATH: tests that play generated streams are skipped") }
        return isThere
    }()

    /// A recipe with 2 s, 60 pictures.
    static let short = SampleRecipe(.file(.mp4), duration: 2)
    /// A recipe with 4 s.
    static let long = SampleRecipe(.file(.mp4), duration: 4)
    /// A recipe that is long enough for skips.
    static let twentySeconds = SampleRecipe(.file(.mp4), duration: 20, width: 160, height: 90, frameRate: 10)

    static func path(of recipe: SampleRecipe) async throws -> String { try await streams.url(of: recipe).path }

    /// Serves a recipe's folder, and returns the origin and the URL to play.
    static func origin(of recipe: SampleRecipe) async throws -> (origin: LoopbackOrigin, url: String) {
        let file = try await streams.url(of: recipe)
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        return (origin, origin.url(file.lastPathComponent).absoluteString)
    }
}
