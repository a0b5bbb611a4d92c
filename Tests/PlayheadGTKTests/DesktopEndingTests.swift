import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests the end of the program by the window manager and by signals.
@Suite("The desktop player's end", .tags(.displays), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopEndingTests {
    private func film() async throws -> String {
        try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 60, width: 160, height: 90, bFrames: 2))
    }

    @Test("The close button of a window that plays ends the program without a warning of GTK, also if freed memory is overwritten")
    func closeButton() async throws {
        // A warning ends the program by a signal.
        let environment = ["MALLOC_PERTURB_": "165", "G_SLICE": "always-malloc", "G_DEBUG": "fatal-warnings"]
        let rig = try await DesktopRig([try await film()], environment: environment)
        try await rig.event("onTime")
        try await rig.closeWindow()
        #expect(try await rig.status() == 0)
    }

    /// A file with 1,000 cues in 200 regions, all of which are visible from the start to the end.
    private static let captions: String = {
        let regions = (0..<200).map {
            "REGION\nid:r\($0) width:20% lines:3 regionanchor:0%,0% viewportanchor:\($0 % 5 * 20)%,\($0 / 5 * 2)%\n"
        }
        let cues = (0..<1000).map { "00:00.000 --> 01:00.000 region:r\($0 % 200)\nCue \($0)\n" }
        return (["WEBVTT\n"] + regions + cues).joined(separator: "\n")
    }()

    @Test("With a thousand cues in two hundred regions at once keys are answered, and SIGTERM ends the program in order")
    func manyCaptions() async throws {
        let sample = try await film()
        try await withTemporaryFolder { folder in
            let film = folder.appending(path: "film.mp4").path
            try FileManager.default.copyItem(atPath: sample, toPath: film)
            try Data(Self.captions.utf8).write(to: folder.appending(path: "film.vtt"))
            let rig = try await DesktopRig([film])
            try await rig.event("onPlay")
            try await rig.places("the captions") { $0["cues"] != nil }
            try await rig.press("space", expect: "onPause")
            try await rig.press("space", expect: "onPlay")
            kill(rig.pid, SIGTERM)
            #expect(try await rig.status() == 0)
        }
    }
}
