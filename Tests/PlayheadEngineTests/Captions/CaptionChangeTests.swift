import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadOrigin
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Switching captions", .tags(.idleClock), .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(5)))
struct CaptionChangeTests {
    /// The maximum time from the selection to the first cue of the other language, in seconds.
    private static let limit = 0.5

    /// Six seconds of video with two languages of subtitles in segments of two seconds, with cues without pauses.
    private static let stream: FaultRig.Stream = {
        var stream = FaultRig.Stream.recording(.hlsTransportStream)
        stream.makeFiles = {
            let sample = try await Samples.url(.hlsTransportStream).deletingLastPathComponent()
            let folder = Samples.package.appendingPathComponent(".build/samples-caption-change")
            let files = FileManager.default
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in try files.contentsOfDirectory(atPath: sample.path) where name.hasPrefix("segment") || name == "main.m3u8" {
                try Data(contentsOf: sample.appendingPathComponent(name)).write(to: folder.appendingPathComponent(name))
            }
            func write(_ name: String, _ text: String) throws {
                try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            }
            let first = try #require(
                try Demuxer(source: FileByteSource(path: folder.appendingPathComponent("segment000.ts").path)).startTime)
            for language in ["en", "de"] {
                var list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-VERSION:6\n"
                for segment in 0..<3 {
                    list += "#EXTINF:2,\n\(language)\(segment).vtt\n"
                    try write(
                        "\(language)\(segment).vtt",
                        """
                        WEBVTT
                        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(Int(saturating: first * 90_000))

                        00:00:0\(2 * segment).000 --> 00:00:0\(2 * segment + 2).000
                        \(language) \(segment)

                        """)
                }
                try write("\(language).m3u8", list + "#EXT-X-ENDLIST\n")
            }
            try write(
                "captions.m3u8",
                """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="en.m3u8"
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="de.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1000000,SUBTITLES="s"
                main.m3u8

                """)
            return folder.appendingPathComponent("captions.m3u8")
        }
        return stream
    }()

    /// Whether the captions that were reported last are in `language`.
    private func shows(_ language: String, _ log: ReportLog) -> Bool {
        let last = log.all.lazy.compactMap { if case .captionCues(let cues, _, _) = $0 { cues } else { nil } }.last
        return last?.first?.text.hasPrefix(language) == true
    }

    @Test("A switch takes less than half a second with nothing loaded before, and the picture continues", arguments: [0.2, 2.9, 4.5])
    func quick(moment: Double) async throws {
        // Each request takes 40 ms.
        let network = NetworkTrace(bytesPerSecond: 500_000, latency: 0.04)
        let rig = try await FaultRig(Self.stream, network: network) { $0.pacing = .realTime }
        try await rig.play(moment)
        var taken: [Double] = []
        for (index, language) in [(1, "en"), (2, "de"), (1, "en")] {
            let command = rig.clock.now
            rig.rig.engine.send(.selectCaptions(index))
            let isShown = try await rig.run(for: Self.limit) { shows(language, rig.rig.log) }
            #expect(isShown, "\(language)")
            taken.append(rig.clock.now - command)
        }
        #expect(taken.allSatisfy { $0 < Self.limit }, "\(taken)")
        if TestScale.isLong { print("captions are shown \(taken.map { ($0 * 1000).rounded() }) ms after the choice") }
        let times = rig.rig.screen.shown.map(\.time)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - 1.0 / 30) < 0.001 }, "a picture is missing")
        #expect(rig.rig.engine.statistics.framesDropped == 0 && rig.rig.waits.allSatisfy { $0 == .loading })
        #expect(rig.rig.warnings.isEmpty, "\(rig.rig.warnings)")
        try await rig.close()
    }
}
