import Foundation
import PlayheadCore
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

/// Captions inside the video (CEA-608), from generated pictures to the reports of the engine.
@Suite("Captions inside the video, during playback", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ClosedCaptionsPlaybackTests {
    private static let frameRate = Double(CaptionedVideo.frameRate)
    /// The number of pictures in a second before the one that erases its caption.
    private static let wiped = 24

    /// In each of six seconds a caption is written starting with the first picture, shown once it is complete, and erased.
    private static let pairs: [(UInt8, UInt8)] = (0..<6).flatMap { second -> [(UInt8, UInt8)] in
        let shown = CaptionedVideo.popOn("Cue \(second)")
        let silence = CaptionedVideo.filler[0]
        return shown + Array(repeating: silence, count: wiped - shown.count) + CaptionedVideo.erase
            + Array(repeating: silence, count: CaptionedVideo.frameRate - wiped - CaptionedVideo.erase.count)
    }

    /// The time at which the caption of a second is shown, in seconds: at the first of the two codes that end it.
    private static func start(_ second: Int) -> Double {
        Double(second) + Double(CaptionedVideo.popOn("Cue \(second)").count - 2) / frameRate
    }

    enum Container: String, CaseIterable, Sendable {
        case mp4, transportStream, hlsTransportStream, hlsFragmentedMP4

        func url() async throws -> URL {
            let builds = Samples.package.appendingPathComponent(".build")
            let folder = builds.appendingPathComponent("samples-captions/\(rawValue)-\(ProcessInfo.processInfo.processIdentifier)")
            let hls = ["-f", "hls", "-hls_time", "1", "-hls_list_size", "0", "-hls_playlist_type", "vod"]
            let (arguments, name): ([String], String) =
                switch self {
                case .mp4: ([], "stream.mp4")
                case .transportStream: ([], "stream.ts")
                case .hlsTransportStream: (hls, "main.m3u8")
                case .hlsFragmentedMP4: (hls + ["-hls_segment_type", "fmp4"], "main.m3u8")
                }
            return try await CaptionedVideo.pack(
                ClosedCaptionsPlaybackTests.pairs, arguments, name, in: folder, cache: builds.appendingPathComponent("samples"))
        }
    }

    private func emitted(_ reports: some Sequence<EngineReport>) -> [(text: String, start: Double, end: Double)] {
        reports.compactMap { report in
            guard case .captionCues(let cues, let start, let end) = report, let cue = cues.first else { return nil }
            return (cue.text, start, end)
        }
    }

    @Test("Captions are listed once pictures carry some, reported on time, and again after a seek", arguments: Container.allCases)
    func playing(container: Container) async throws {
        let url = try await container.url()
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let rig = EngineRig(url)
        #expect(try await rig.open().captionsTracks == [.captionsOff])
        let index = try await rig.log.wait(from: 0) { if case .captionsTracks = $0 { true } else { false } }
        guard case .captionsTracks(let tracks, 0) = rig.log.all[index] else { throw CancellationError() }
        #expect(tracks.map(\.name) == ["Off", "CC"] && tracks.last?.isClosedCaptions == true)
        rig.engine.send(.selectCaptions(1))
        rig.start()
        try await rig.ended()
        let first = emitted(rig.log.all)
        #expect(first.map(\.text) == (0..<6).map { "Cue \($0)" })
        for (second, cue) in first.enumerated() {
            #expect(abs(cue.start - Self.start(second)) < 0.001, "\(cue)")
        }
        // No cue is shown between two captions, starting where the first is erased.
        let empty = rig.log.all.compactMap { report -> Double? in
            if case .captionCues([], let start, _) = report { start } else { nil }
        }
        for second in 0..<6 {
            let wipe = Double(second) + Double(Self.wiped) / Self.frameRate
            #expect(empty.contains { abs($0 - wipe) < 0.001 }, "\(empty)")
        }
        let start = rig.log.count
        try await rig.seek(1, to: 3)
        rig.start()
        try await rig.ended(from: start)
        let again = emitted(rig.log.all.dropFirst(start))
        #expect(again.map(\.text) == (3..<6).map { "Cue \($0)" })
        for (second, cue) in zip(3..<6, again) { #expect(abs(cue.start - Self.start(second)) < 0.001, "\(cue)") }
        #expect(rig.warnings.isEmpty)
        try await rig.close()
    }

    @Test("Each channel is a track of its own, with the name that the playlist gives it")
    func channels() async throws {
        let builds = Samples.package.appendingPathComponent(".build")
        let folder = builds.appendingPathComponent("samples-captions/channels-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        // Commands of the second field have the first byte 15, those of its second channel 1D.
        func moved(_ pairs: [(UInt8, UInt8)], _ code: UInt8) -> [(UInt8, UInt8)] {
            pairs.map { $0 == 0x14 && $1 < 0x30 ? (code, $1) : $0 == 0x14 ? (code & 0x1E, $1) : ($0, $1) }
        }
        let silence = Array(repeating: CaptionedVideo.filler[0], count: 10)
        let english = CaptionedVideo.popOn("Hello") + silence + silence + CaptionedVideo.popOn("Bye") + silence + silence + silence
        let others = moved(CaptionedVideo.popOn("Hola"), 0x15) + silence + moved(CaptionedVideo.popOn("Hej"), 0x1D) + silence
        let hls = ["-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"]
        let media = try await CaptionedVideo.pack(
            english, second: others, hls, "media.m3u8", in: folder, cache: builds.appendingPathComponent("samples"))
        let url = media.deletingLastPathComponent().appendingPathComponent("main.m3u8")
        let playlist = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="Español",LANGUAGE="es",INSTREAM-ID="CC3"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="Svenska",LANGUAGE="sv",INSTREAM-ID="CC4"
            #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.42c00a",CLOSED-CAPTIONS="cc"
            media.m3u8
            """
        try Data(playlist.utf8).write(to: url)
        for (track, expected) in [(1, ["Hello", "Bye"]), (2, ["Hola"]), (3, ["Hej"])] {
            let rig = EngineRig(url)
            _ = try await rig.open()
            let index = try await rig.log.wait(from: 0) { if case .captionsTracks = $0 { true } else { false } }
            guard case .captionsTracks(let tracks, 0) = rig.log.all[index] else { throw CancellationError() }
            #expect(tracks.map(\.name) == ["Off", "English", "Español", "Svenska"])
            rig.engine.send(.selectCaptions(track))
            rig.start()
            try await rig.ended()
            #expect(emitted(rig.log.all).map(\.text) == expected)
            #expect(rig.warnings.isEmpty)
            try await rig.close()
        }
    }
}
