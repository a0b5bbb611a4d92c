import Foundation
import Testing

@testable import PlayheadOrigin
@testable import PlayheadSamples

/// Generated streams, kept under the package's build folder from one run to the next.
enum Samples {
    /// Whether the commands are there; tests that need them are skipped, and say so, where they are not.
    static let areThere: Bool = {
        let found = (try? Tool("ffmpeg")) != nil && (try? Tool("ffprobe")) != nil
        if !found { print("ffmpeg and ffprobe are not in PATH: tests of generated samples are skipped") }
        return found
    }()

    /// The repository.
    static let package = URL(
        fileURLWithPath: NSString.path(withComponents: Array(URL(fileURLWithPath: #filePath).pathComponents.dropLast(4))))

    private static let streams = SampleStreams(cache: package.appendingPathComponent(".build/samples"))

    static func url(_ recipe: SampleRecipe) async throws -> URL { try await streams.url(of: recipe) }

    static func bytes(_ recipe: SampleRecipe) async throws -> [UInt8] { try [UInt8](Data(contentsOf: try await url(recipe))) }

    /// An origin that serves the folder of a stream, and the URL of its file there.
    static func serve(_ recipe: SampleRecipe) async throws -> (origin: LoopbackOrigin, url: URL) {
        let file = try await url(recipe)
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        return (origin, origin.url(file.lastPathComponent))
    }

    /// 6 s, one key frame a second, small: what most tests play.
    static let small = SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 90, bFrames: 2)
}

extension SampleRecipe: CustomTestStringConvertible {
    /// Short enough for a line of a test's output.
    public var testDescription: String {
        switch packaging {
        case .file(let format): format.rawValue
        case .hls(let layout):
            "hls \(layout.segments.rawValue) \(layout.rungs.count) rungs \(layout.languages)\(layout.isSingleFile ? " one file" : "")"
                + (layout.hasDiscontinuity ? " discontinuity" : "")
        }
    }
}
