import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests positions and colours of captions on the screen.
@Suite("Captions in the window", .tags(.windows), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct CaptionDrawingTests {
    private static let captions = """
        WEBVTT

        STYLE
        ::cue { color: #31d07a; background: #1d2a6b; font: bold 200% sans-serif }
        ::cue(#sung c:past) { color: #2ac7d9 }
        ::cue(#sung c:future) { color: #d92a8f }
        ::cue(v[voice=Anna]) { outline: 3px solid #e9d82b }
        ::cue-region { background: #7b431d }

        REGION
        id:r width:50% lines:3 regionanchor:0%,0% viewportanchor:25%,10% scroll:up

        upright
        00:00.000 --> 00:02.000 vertical:rl line:0 align:left
        Downwards

        sung
        00:02.000 --> 00:04.400
        <c>one</c> <00:03.300><c>two</c>

        00:04.400 --> 00:06.000 region:r
        <v Anna>In a region</v>

        """

    private func list(in folder: URL) async throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sample = SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 90, bFrames: 2)
        let film = try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: sample)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.captions.utf8).write(to: folder.appendingPathComponent("captions.vtt"))
        let tracks: [[String: Any]] = [["file": "captions.vtt", "kind": "captions", "label": "English", "language": "en"]]
        let items: [[String: Any]] = [["title": "One", "file": film.absoluteString, "tracks": tracks]]
        let file = folder.appendingPathComponent("list.json")
        try JSONSerialization.data(withJSONObject: ["playlist": items]).write(to: file)
        return file.path
    }

    private func rig(_ arguments: String..., body: (DesktopRig) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-captions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let rig = try await DesktopRig(["--no-autoplay", try await list(in: folder)] + arguments)
        try await rig.event("onReady")
        try await rig.press("space", expect: "onPlay")
        try await rig.press("space", expect: "onPause")
        try await rig.press("c", expect: "onCaptionsChange")
        try await body(rig)
    }

    /// Waits until a colour that the film does not contain is visible in the captions, or is not.
    private func color(_ rgb: UInt32, isThere: Bool, _ rig: DesktopRig) async throws {
        try await eventually("\(isThere ? "" : "no ")\(String(rgb, radix: 16))") {
            let count = try await rig.pixels(of: rgb, in: "cues")
            return isThere ? count > 20 : count == 0
        }
    }

    @Test("Vertical lines start at the right edge, and style sheets colour text, boxes, past and future text, and regions")
    func styled() async throws {
        try await rig { rig in
            try await rig.press("1", expect: "onSeeked")
            try await rig.places("a vertical cue at the right") { places in
                guard let cues = places["cues"], let video = places["video"] else { return false }
                return cues.height > 3 * cues.width && cues.x + cues.width > video.x + 0.95 * video.width
                    && cues.x > video.x + video.width / 2
            }
            try await color(0x31D07A, isThere: true, rig)
            try await color(0x1D2A6B, isThere: true, rig)
            try await rig.press("5", expect: "onSeeked")
            try await rig.places("a line below") { ($0["cues"]?.width ?? 0) > 4 * ($0["cues"]?.height ?? .infinity) }
            try await color(0xD92A8F, isThere: true, rig)
            try await color(0x2AC7D9, isThere: false, rig)
            try await rig.press("6", expect: "onSeeked")
            try await color(0x2AC7D9, isThere: true, rig)
            try await color(0xD92A8F, isThere: false, rig)
            try await rig.press("9", expect: "onSeeked")
            try await color(0x7B431D, isThere: true, rig)
            try await color(0xE9D82B, isThere: true, rig)
            try await rig.places("a region above") { ($0["cues"]?.bottom ?? .infinity) < ($0["video"]?.height ?? 0) / 2 }
        }
    }

    @Test("The viewer's settings override the stream's colours")
    func viewer() async throws {
        try await rig("--caption-style", "color=f08b21,background=127f83/1") { rig in
            try await rig.press("5", expect: "onSeeked")
            try await color(0xF08B21, isThere: true, rig)
            try await color(0x127F83, isThere: true, rig)
            for stream: UInt32 in [0x31D07A, 0x1D2A6B, 0xD92A8F] { try await color(stream, isThere: false, rig) }
        }
    }
}
