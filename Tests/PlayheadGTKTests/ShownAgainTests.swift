import Foundation
import PlayheadTestKit
import TestSupport
import Testing

/// Sound, as a sound server records it, and picture, as it stands on the screen, around a time in which the window is not seen.
@Suite(
    "A window that is shown again", .enabled(if: DesktopRig.isPossible && PulseServer.isInstalled), .serialized, .timeLimit(.minutes(5)))
struct ShownAgainTests {
    private static let size = (width: 640, height: 360)
    /// Above and below the picture: room for the control bar, which would cover the numbers.
    private static let margin = 70
    private static let framesPerSecond = 30

    @Test("Sound goes on while it is minimized; then the picture is there within 200 ms, in step with the sound within 40 ms")
    func shownAgain() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let recipe = SampleRecipe(.file(.mp4), duration: 60, width: Self.size.width, height: Self.size.height)
        let film = try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
        let server = try await PulseServer()
        let sound = try await PulseRecorder(server)
        let rig = try await DesktopRig(
            ["--fullscreen", film], size: "\(Self.size.width)x\(Self.size.height + 2 * Self.margin)x24", audio: "pulse",
            environment: PulseServer.environment(server.folder).merging(["PULSE_SERVER": server.address]) { $1 })
        let screen = try ScreenRecorder(rig, top: Self.margin, width: Self.size.width, height: Self.size.height)
        try await rig.event("onFirstFrame")
        // Where other work holds the pictures up for a whole round it is measured again.
        var rounds: [Round] = []
        repeat {
            let round = try await round(rig, sound, screen)
            print("the picture is behind its sound, hidden and shown again, in ms and s: \(round)")
            rounds.append(round)
        } while rounds.last?.isGood != true && rounds.count < 3
        #expect(rounds.last?.isGood == true, "\(rounds)")
        #expect(rig.events("onPause").isEmpty)
    }

    /// What was measured before the window was hidden, and after it was shown again.
    private struct Round: CustomStringConvertible {
        var before: [Step]
        var after: [Step]
        /// How many beeps were heard meanwhile.
        var heard: Int
        /// Until the right picture was there, in seconds; `nil` where it was not.
        var delay: Double?

        var isGood: Bool {
            heard >= 3 && before.count >= 4 && after.count >= 4 && delay.map { $0 < 0.2 } == true
                && [before, after].allSatisfy {
                    abs(ShownAgainTests.middle($0)) <= 40
                }
        }

        var description: String {
            "before \(before.map(\.lag)), after \(after.map(\.lag)), back after \(delay ?? -1), \(heard) beeps meanwhile"
        }
    }

    private func round(_ rig: DesktopRig, _ sound: PulseRecorder, _ screen: ScreenRecorder) async throws -> Round {
        func play(_ seconds: Double) async throws {
            let start = rig.events("onTime").last?["position"] as? Double ?? 0
            try await eventually("\(seconds) s more") { rig.events("onTime").last?["position"] as? Double ?? 0 > start + seconds }
        }
        let began = ProcessInfo.processInfo.systemUptime
        try await play(6)
        let window = try #require(try await rig.windows().first)
        try await rig.xdotool("windowminimize", window)
        try await eventually("it is not seen") { try await rig.windows().isEmpty }
        let hidden = ProcessInfo.processInfo.systemUptime
        try await play(4)
        let shown = ProcessInfo.processInfo.systemUptime
        try await rig.xdotool("windowmap", window)
        try await play(6)

        let sights = try screen.sights()
        // Each second begins with a beep. What is seen while one begins tells which.
        let beeps = sound.sounds.map { sound.time(ofSample: $0.lowerBound) }
        let before = steps(beeps, sights, from: began, to: hidden)
        let after = steps(beeps, sights, from: shown + 0.5, to: .infinity)
        /// The picture that belongs to a time, by the beeps.
        func due(_ time: Double) -> Double? {
            guard let beep = beeps.last(where: { $0 < time }), let second = second(of: beep, after, beeps) else { return nil }
            return (Double(second) + time - beep) * Double(Self.framesPerSecond)
        }
        let back = sights.first { sight in
            guard sight.time > shown, let frame = sight.frame, let due = due(sight.time) else { return false }
            return abs(Double(frame) - due) < 3
        }
        return Round(
            before: before, after: after, heard: beeps.count { hidden...shown ~= $0 }, delay: back.map { $0.time - shown })
    }

    /// A beep's second, and how long after it the picture of that second was seen first, in milliseconds.
    private struct Step {
        var second: Int
        var beep: Double
        var lag: Int
    }

    private static func middle(_ steps: [Step]) -> Int {
        let lags = steps.map(\.lag).sorted()
        return lags.isEmpty ? .max : lags[lags.count / 2]
    }

    private func second(of beep: Double, _ steps: [Step], _ beeps: [Double]) -> Int? {
        steps.first.map { $0.second + Int(saturating: beep - $0.beep) }
    }

    private func steps(_ beeps: [Double], _ sights: [ScreenRecorder.Sight], from start: Double, to end: Double) -> [Step] {
        beeps.filter { start < $0 && $0 + 0.5 < end }.compactMap { beep in
            guard let seen = sights.last(where: { $0.time <= beep && $0.frame != nil }), let frame = seen.frame else { return nil }
            let second = Int(saturating: Double(frame) / Double(Self.framesPerSecond))
            let isThere = { (sight: ScreenRecorder.Sight) in sight.frame.map { $0 >= second * Self.framesPerSecond } ?? false }
            guard let index = sights.firstIndex(where: { $0.time > beep - 0.5 && isThere($0) }), index > 0 else { return nil }
            // It came between two looks.
            let time = (sights[index - 1].time + sights[index].time) / 2
            return Step(second: second, beep: beep, lag: Int(saturating: (time - beep) * 1000))
        }
    }
}
