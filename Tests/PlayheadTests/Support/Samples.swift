import Foundation
import PlayheadSamples

/// Generated streams for the tests, stored in the build folder of the package.
enum Samples {
    static let streams = SampleStreams(cache: package.appendingPathComponent(".build/samples"))

    /// The folder of this test target.
    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static let package = tests.deletingLastPathComponent().deletingLastPathComponent()

    /// Whether streams can be generated; tests that need them are reported as skipped otherwise.
    static let arePossible: Bool = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg") }
        if !isThere { print("ffmpeg is not in PATH: tests that play generated streams are skipped") }
        return isThere
    }()

    static let mp4 = SampleRecipe(.file(.mp4), duration: 2)
    static let transportStream = SampleRecipe(.hls(HLSLayout(segments: .transportStream)), duration: 3)
    static let alternateAudio = SampleRecipe(.hls(HLSLayout(segments: .fragmentedMP4, languages: ["en", "de"])), duration: 3)
    static let packedAudio = SampleRecipe(.hls(HLSLayout(segments: .packedAudio)), duration: 3)
}
