import Foundation
import PlayheadTestKit
import TestSupport
import Testing

/// What a window costs that nobody sees.
@Suite("A minimized window", .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct BackgroundCostTests {
    /// The processor's time that a process has had, in seconds (proc(5): fields 14 and 15 of `stat`).
    private func processorTime(of pid: Int32) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
        let (user, system) = (11, 12)
        guard fields.count > system, let one = Double(fields[user]), let other = Double(fields[system]) else {
            throw CocoaError(.fileReadUnknown)
        }
        return (one + other) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Where the playhead was told to be last.
    private func position(_ rig: DesktopRig) -> Double { rig.events("onTime").last?["position"] as? Double ?? 0 }

    @Test("takes a small part of the processor's time that it takes when it is seen, plays on, and shows pictures again when it comes back")
    func cost() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let recipe = SampleRecipe(.file(.mp4), duration: 60, width: 640, height: 360)
        let film = try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
        let rig = try await DesktopRig([film])
        try await rig.event("onFirstFrame")
        /// Of each second that is played.
        func cost(_ what: String) async throws -> Double {
            let (start, before) = (position(rig), try processorTime(of: rig.pid))
            try await eventually("four seconds \(what)") { position(rig) > start + 4 }
            return (try processorTime(of: rig.pid) - before) / (position(rig) - start)
        }
        let seen = try await cost("seen")
        let window = try #require(try await rig.windows().first)
        try await rig.xdotool("windowminimize", window)
        try await eventually("it is not seen") { try await rig.windows().isEmpty }
        let away = position(rig)
        try await eventually("it plays on") { position(rig) > away + 0.5 }
        let hidden = try await cost("hidden")
        print("a second costs \(seen) s of the processor while it is seen, \(hidden) s while it is not")
        #expect(hidden < seen / 3 && rig.events("onPause").isEmpty)
        try await rig.xdotool("windowmap", window)
        try await rig.press("f", expect: "onFullscreen")
        try await eventually("pictures of later, by the numbers that are in them") {
            let frame = try await Screenshot.take(of: rig, width: 1280, height: 720).frame
            return frame.map { Double($0) / 30 > away + 4 } ?? false
        }
        #expect(rig.events("onPause").isEmpty)
    }
}
