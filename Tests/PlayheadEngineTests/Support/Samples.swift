import Foundation
import Testing

@testable import PlayheadOrigin
@testable import PlayheadSamples

/// Generated streams, kept in the build folder of the package between runs.
enum Samples {
    /// Whether the required commands are available; otherwise tests that need them are skipped and report this.
    static let areThere: Bool = {
        let found = (try? Tool("ffmpeg")) != nil && (try? Tool("ffprobe")) != nil
        if !found { print("ffmpeg and ffprobe are not in PATH: tests of generated samples are skipped") }
        return found
    }()

    /// The root of the repository.
    static let package = URL(
        fileURLWithPath: NSString.path(withComponents: Array(URL(fileURLWithPath: #filePath).pathComponents.dropLast(4))))

    private static let streams = SampleStreams(cache: package.appendingPathComponent(".build/samples"))

    static func url(_ recipe: SampleRecipe) async throws -> URL { try await streams.url(of: recipe) }

    static func bytes(_ recipe: SampleRecipe) async throws -> [UInt8] { try [UInt8](Data(contentsOf: try await url(recipe))) }

    /// Returns an origin that serves the folder of a stream, and the URL of its file there.
    static func serve(_ recipe: SampleRecipe) async throws -> (origin: LoopbackOrigin, url: URL) {
        let file = try await url(recipe)
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        return (origin, origin.url(file.lastPathComponent))
    }

    /// Starts an origin that serves a playlist, and a manifest of DASH with the same segments.
    /// - Returns: The origin and the URL of the manifest.
    static func serveManifest(_ recipe: SampleRecipe) async throws -> (origin: LoopbackOrigin, url: URL) {
        let (origin, _) = try await serve(recipe)
        let recording = try LiveBroadcast(of: try await url(recipe), options: LiveOptions(hasManifest: true)).presentation.recording
        origin.add(PathPattern(recording.manifestPath)) { _ in OriginResponse(text: recording.manifest, type: MediaType.manifest) }
        return (origin, origin.url(recording.manifestPath))
    }

    /// A small stream of 6 s with one key frame per second, which most tests play.
    static let small = SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 90, bFrames: 2)
}

extension SampleRecipe: CustomTestStringConvertible {
    /// A description that fits into a line of the output of a test.
    public var testDescription: String {
        switch packaging {
        case .file(let format): format.rawValue
        case .hls(let layout):
            "hls \(layout.segments.rawValue) \(layout.rungs.count) rungs \(layout.languages)\(layout.isSingleFile ? " one file" : "")"
                + (layout.hasDiscontinuity ? " discontinuity" : "")
        }
    }
}
