import Foundation
import OriginTestSupport

@testable import PlayheadSamples

/// The description of a stream by `ffprobe`, as an independent reference.
struct Reference: Sendable {
    /// The times of decoded frames in presentation order, in seconds.
    var video: [Double] = []
    var audio: [Double] = []
    /// The number of audio samples per channel.
    var samples = 0

    private struct Output: Decodable {
        struct Frame: Decodable {
            var media_type: String
            var pts_time: String?
            var best_effort_timestamp_time: String?
            var nb_samples: Int?
        }
        var frames: [Frame]
    }

    init(_ url: URL) async throws {
        let entries = "frame=media_type,pts_time,best_effort_timestamp_time,nb_samples"
        let hls = url.pathExtension == "m3u8" ? ["-allowed_extensions", "ALL"] : []
        let text = try await CachedTool("ffprobe").run(
            ["-v", "error"] + hls + [
                "-show_frames", "-show_entries", entries, "-of", "json", url.isFileURL ? url.path : url.absoluteString,
            ])
        for frame in try JSONDecoder().decode(Output.self, from: Data(text.utf8)).frames {
            let time = (frame.pts_time ?? frame.best_effort_timestamp_time).flatMap(Double.init) ?? .nan
            if frame.media_type == "video" { video.append(time) }
            if frame.media_type == "audio" {
                audio.append(time)
                samples += frame.nb_samples ?? 0
            }
        }
    }
}
