import Foundation
import TestSupport

/// The facts about a file or playlist according to `ffprobe`, which decodes it.
struct MediaFacts {
    /// The number of pictures of the first video stream.
    let frames: Int
    /// The number of samples of the first audio stream.
    let samples: Int
    /// The number of samples before the first picture: in a rendition of its own, sound starts with the pictures.
    let samplesBeforePictures: Int
    /// The seconds from the first start to the last end.
    let length: Double
    /// The sum of the durations that a media playlist lists, in seconds; `nil` for other files.
    let listedLength: Double?
    /// Whether something could not be decoded.
    let isDamaged: Bool

    private struct Output: Decodable {
        struct Frame: Decodable {
            let stream_index: Int?
            let best_effort_timestamp_time: String?
            let pkt_duration_time: String?
            let duration_time: String?
            let nb_samples: Int?
        }
        struct Stream: Decodable {
            let index: Int
            let codec_type: String?
            let sample_rate: String?
            let disposition: [String: Int]?
        }
        let frames: [Frame]?
        let streams: [Stream]?
    }

    init(of url: URL) async throws {
        let folder = url.deletingLastPathComponent()
        let all = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let file = all.first { $0.deletingPathExtension().lastPathComponent == "truth" } ?? url
        let entries = [
            "frame=stream_index,best_effort_timestamp_time,pkt_duration_time,duration_time,nb_samples",
            "stream=index,codec_type,sample_rate", "stream_disposition=attached_pic",
        ]
        let arguments =
            ["-v", "error", "-show_entries", entries.joined(separator: ":"), "-of", "json"]
            + (file.pathExtension == "m3u8" ? ["-allowed_extensions", "ALL"] : []) + [file.path]
        // The facts go to a file, so that only errors are output.
        let shell = ["-c", #"exec ffprobe "$@" > .facts.json"#, "sh"]
        let (_, errors) = try await ToolRun.output(
            of: URL(fileURLWithPath: "/bin/sh"), shell + arguments, environment: [:], in: folder)
        let output = try JSONDecoder().decode(Output.self, from: Data(contentsOf: folder.appendingPathComponent(".facts.json")))
        let streams = (output.streams ?? []).filter { $0.disposition?["attached_pic"] != 1 }
        let sound = streams.first { $0.codec_type == "audio" }
        let decoded = Dictionary(grouping: output.frames ?? [], by: \.stream_index)
        let pictures = streams.first { $0.codec_type == "video" }.flatMap { decoded[$0.index] } ?? []
        let sounds = sound.flatMap { decoded[$0.index] } ?? []
        frames = pictures.count
        samples = sounds.reduce(0) { $0 + ($1.nb_samples ?? 0) }
        let rate = sound?.sample_rate.flatMap(Double.init) ?? 0
        let starts = [pictures, sounds].map { $0.compactMap { $0.best_effort_timestamp_time.flatMap(Double.init) }.min() }
        if let picture = starts[0], let sound = starts[1], picture > sound, picture - sound < 1 {
            samplesBeforePictures = Int(((picture - sound) * rate).rounded())
        } else {
            samplesBeforePictures = 0
        }
        let ends = (pictures + sounds).compactMap { frame -> Double? in
            guard let start = frame.best_effort_timestamp_time.flatMap(Double.init) else { return nil }
            return start + ((frame.duration_time ?? frame.pkt_duration_time).flatMap(Double.init) ?? 0)
        }
        // The timestamps of sound alone may be those of a station or of an edit.
        let isSoundAlone = pictures.isEmpty && rate > 0
        length = isSoundAlone ? Double(samples) / rate : (ends.max() ?? 0) - (starts.compactMap { $0 }.min() ?? 0)
        listedLength = try Self.listedLength(of: url)
        isDamaged = !errors.isEmpty
    }

    private static func listedLength(of url: URL) throws -> Double? {
        guard url.pathExtension == "m3u8" else { return nil }
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        let durations = lines.filter { $0.hasPrefix("#EXTINF:") }.compactMap { Double($0.dropFirst(8).prefix { $0 != "," }) }
        return durations.isEmpty ? nil : durations.reduce(0, +)
    }
}
