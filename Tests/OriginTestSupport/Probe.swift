import Foundation
import PlayheadSamples

/// The output of `ffprobe` for a file or presentation, as an independent check of the samples.
package struct Probe {
    package enum Kind: String { case video, audio }

    /// Whether the commands are available; tests that need them are reported as skipped otherwise.
    package static let isPossible: Bool = {
        let isThere = (try? Tool("ffmpeg")) != nil && (try? Tool("ffprobe")) != nil
        if !isThere { print("ffmpeg and ffprobe are not in PATH: tests of generated samples are skipped") }
        return isThere
    }()

    private struct Output: Decodable {
        struct Stream: Decodable {
            var codec_type: String?
            var codec_name: String?
            var nb_read_frames: String?
            var width: Int?
            var tags: [String: String]?
        }
        struct Format: Decodable { var duration: String? }
        var streams: [Stream]
        var format: Format
    }

    private let output: Output

    package init(_ url: URL) async throws {
        let text = try await CachedTool("ffprobe").run(
            [
                "-v", "error", "-allowed_extensions", "ALL", "-count_frames", "-show_streams", "-show_format", "-of", "json",
                url.isFileURL ? url.path : url.absoluteString,
            ].filter { url.pathExtension == "m3u8" || ($0 != "-allowed_extensions" && $0 != "ALL") })
        output = try JSONDecoder().decode(Output.self, from: Data(text.utf8))
    }

    package var hasAudio: Bool { output.streams.contains { $0.codec_type == "audio" } }
    package var duration: Double { output.format.duration.flatMap(Double.init) ?? .nan }
    package var widths: [Int] { output.streams.filter { $0.codec_type == "video" }.compactMap(\.width) }
    package var audioCount: Int { output.streams.count { $0.codec_type == "audio" } }

    /// Returns the number of decodable frames of the first stream of a kind; nil if there is no such stream.
    package func frames(_ kind: Kind) -> Int? {
        output.streams.first { $0.codec_type == kind.rawValue }.map { $0.nb_read_frames.flatMap { Int($0) } ?? 0 }
    }
}
