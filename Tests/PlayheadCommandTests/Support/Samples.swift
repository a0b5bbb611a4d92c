import Foundation
import PlayheadTestKit

/// Generated streams for the tests, kept in the package's build folder.
enum Samples {
    static let streams = SampleStreams(cache: package.appendingPathComponent(".build/samples"))

    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Whether streams can be generated; tests that need them are skipped, and say so, where they can't.
    static let arePossible: Bool = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg") }
        if !isThere { print("ffmpeg is not in PATH: tests that play generated streams are skipped") }
        return isThere
    }()

    /// 2 s, 60 pictures.
    static let short = SampleRecipe(.file(.mp4), duration: 2)
    /// 4 s.
    static let long = SampleRecipe(.file(.mp4), duration: 4)
    /// Long enough to skip in.
    static let twentySeconds = SampleRecipe(.file(.mp4), duration: 20, width: 160, height: 90, frameRate: 10)

    static func path(of recipe: SampleRecipe) async throws -> String { try await streams.url(of: recipe).path }

    /// An origin that serves a recipe's folder, and the URL of what is to be played.
    static func origin(of recipe: SampleRecipe) async throws -> (origin: LoopbackOrigin, url: String) {
        let file = try await streams.url(of: recipe)
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        return (origin, origin.url(file.lastPathComponent).absoluteString)
    }
}
