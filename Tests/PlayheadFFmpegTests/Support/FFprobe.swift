import Foundation
import OriginTestSupport

@testable import PlayheadSamples

/// The output of `ffprobe` for a file, as an independent reference.
struct FFprobe: Decodable {
    struct Stream: Decodable {
        var index: Int
        var codec_name: String?
        var codec_type: String
        var width: Int?
        var height: Int?
        var sample_rate: String?
        var channels: Int?
        var avg_frame_rate: String?

        /// The pictures per second, or `nil` without video.
        var frameRate: Double? {
            let parts = (avg_frame_rate ?? "").split(separator: "/").compactMap { Double($0) }
            return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? parts[0] / parts[1] : nil
        }
    }

    struct Frame: Decodable {
        var stream_index: Int
        var key_frame: Int
        var pts_time: String?
        var best_effort_timestamp_time: String?
        var pict_type: String?
        var nb_samples: Int?

        /// The time in seconds.
        var time: Double? { (pts_time ?? best_effort_timestamp_time).flatMap(Double.init) }
    }

    struct Format: Decodable {
        var format_name: String
        var duration: String?
        var start_time: String?
    }

    var streams: [Stream]
    var frames: [Frame]
    var format: Format

    /// Runs `ffprobe` once for each file, and caches the result.
    static func run(_ url: URL) async throws -> FFprobe { try await answers.answer(for: url) }

    private static let answers = Answers()

    private actor Answers {
        private var tasks: [URL: Task<FFprobe, any Error>] = [:]

        func answer(for url: URL) async throws -> FFprobe {
            let task =
                tasks[url]
                ?? Task {
                    let text = try await CachedTool("ffprobe").run(
                        ["-v", "error", "-show_frames", "-show_streams", "-show_format", "-of", "json", url.path])
                    return try JSONDecoder().decode(FFprobe.self, from: Data(text.utf8))
                }
            tasks[url] = task
            return try await task.value
        }
    }
}
