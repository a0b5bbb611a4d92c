import Foundation
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
}
