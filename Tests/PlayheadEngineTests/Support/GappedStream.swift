import Foundation
import Testing

@testable import PlayheadSamples

/// A stream of 20 s in which a track has a gap longer than the forward buffer of tests.
struct GappedStream: Sendable, Hashable, CustomTestStringConvertible {
    enum Track: String, Sendable, CaseIterable { case audio, video, both }
    enum Place: String, Sendable, CaseIterable { case beginning, middle, end }
    enum Packaging: String, Sendable, CaseIterable { case mkv, mp4, ts, hlsTransportStream, hlsFragments, alternateAudio }

    static let duration = 20.0
    static let frameRate = 10.0

    var track: Track
    var place: Place
    var packaging: Packaging

    var testDescription: String { "\(packaging.rawValue), no \(track.rawValue), \(place.rawValue)" }

    /// The gap of the track, in seconds.
    var gap: Range<Double> {
        switch place {
        case .beginning: 0..<14
        case .middle: 4..<16
        case .end: 6..<Self.duration
        }
    }

    /// Whether pictures are missing at `time` (seconds).
    func lacksPictures(at time: Double) -> Bool { track != .audio && gap.contains(time) }
    /// Whether sound is missing at `time` (seconds).
    func lacksSound(at time: Double) -> Bool { track != .video && gap.contains(time) }

    /// Creates the stream, or finds it from an earlier run.
    /// - Returns: The URL of the file or the playlist.
    func url() async throws -> URL {
        let parent = Samples.package.appendingPathComponent(".build/samples")
        let folder = parent.appendingPathComponent("gap-\(packaging.rawValue)-\(track.rawValue)-\(place.rawValue)")
        let file = folder.appendingPathComponent(name)
        if FileManager.default.fileExists(atPath: file.path) { return file }
        let work = parent.appendingPathComponent("work-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let ffmpeg = try Tool("ffmpeg")
        try await ffmpeg.run(encoding, in: work)
        try await ffmpeg.run(["-v", "error", "-i", "source.mkv"] + muxing, in: work)
        if packaging == .alternateAudio {
            try alternateAudio.write(to: work.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        // Another test may have been faster.
        if (try? FileManager.default.moveItem(at: work, to: folder)) == nil, !FileManager.default.fileExists(atPath: file.path) {
            throw CancellationError()
        }
        return file
    }

    private var name: String {
        switch packaging {
        case .mkv, .mp4, .ts: "stream.\(packaging.rawValue)"
        case .hlsTransportStream, .hlsFragments: "index.m3u8"
        case .alternateAudio: "main.m3u8"
        }
    }

    private var encoding: [String] {
        let (low, high) = (gap.lowerBound, gap.upperBound)
        let outside = "lt(t,\(low))+gte(t,\(high))"
        let pictures = "testsrc2=size=160x90:rate=\(Int(saturating: Self.frameRate)):duration=\(Self.duration)"
        let tone = "sine=frequency=440:sample_rate=22050:duration=\(Self.duration)"
        let filter =
            "[0:v]\(track == .audio ? "null" : "select='\(outside)'")[v];[1:a]\(track == .video ? "anull" : "aselect='\(outside)'")[a]"
        return [
            "-v", "error", "-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", tone, "-filter_complex", filter, "-map", "[v]", "-map",
            "[a]",
            "-fps_mode", "passthrough", "-c:v", "libx264", "-preset", "ultrafast", "-threads", "1", "-g", "10", "-c:a", "aac", "-b:a",
            "32k",
            "source.mkv",
        ]
    }

    private var muxing: [String] {
        let hls = ["-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
        let fragments = hls + ["-hls_segment_type", "fmp4"]
        switch packaging {
        case .mkv, .mp4, .ts: return ["-c", "copy", name]
        case .hlsTransportStream: return ["-c", "copy"] + hls + [name]
        case .hlsFragments: return ["-c", "copy"] + fragments + [name]
        case .alternateAudio:
            return ["-map", "0:v", "-c", "copy"] + hls + ["video.m3u8", "-map", "0:a", "-c", "copy"] + hls + ["audio.m3u8"]
        }
    }

    private var alternateAudio: String {
        """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound",DEFAULT=YES,URI="audio.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=300000,AUDIO="a"
        video.m3u8

        """
    }
}
