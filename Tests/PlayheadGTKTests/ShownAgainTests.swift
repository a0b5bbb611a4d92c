import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Compares the recorded sound with the picture on the screen before and after the window is hidden.
@Suite(
    "A window that is shown again", .tags(.measurement), .enabled(if: TestScale.isLong && DesktopRig.isPossible && PulseServer.isInstalled),
    .serialized,
    .timeLimit(.minutes(5))
)
struct ShownAgainTests {
    private static let size = (width: 640, height: 360)
    /// The margin above and below the picture for the control bar, which would cover the numbers.
    private static let margin = 70
    private static let framesPerSecond = 30

    @Test("Sound continues while minimized; the picture returns within 200 ms, in sync within 40 ms")
    func shownAgain() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let recipe = SampleRecipe(.file(.mp4), duration: 60, width: Self.size.width, height: Self.size.height)
        let film = try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
        let server = try await PulseServer()
        let sound = try await PulseRecorder(server)
        let rig = try await DesktopRig(
            ["--fullscreen", film], size: "\(Self.size.width)x\(Self.size.height + 2 * Self.margin)x24", audio: "pulse",
            environment: PulseServer.environment(server.folder).merging(["PULSE_SERVER": server.address]) { $1 })
        let screen = try ScreenRecorder(rig, top: Self.margin, width: Self.size.width, height: Self.size.height)
        try await rig.event("onFirstFrame")
        // A round that was disturbed by other work is repeated.
        var rounds: [Round] = []
        repeat {
            let round = try await round(rig, sound: sound, screen: screen)
            print("the picture is behind its sound, hidden and shown again, in ms and s: \(round)")
            rounds.append(round)
        } while rounds.last?.isGood != true && rounds.count < 3
        #expect(rounds.last?.isGood == true, "\(rounds)")
        #expect(rig.events("onPause").isEmpty)
    }

    /// The measurements before the window was hidden, and after it was shown again.
    private struct Round: CustomStringConvertible {
        var before: [Step]
        var after: [Step]
        /// The number of beeps while the window was hidden.
        var beepCount: Int
        /// The delay until the correct picture was shown, in seconds; `nil` if it was not.
        var delay: Double?

        var isGood: Bool {
            beepCount >= 3 && before.count >= 4 && after.count >= 4 && delay.map { $0 < 0.2 } == true
                && [before, after].allSatisfy {
                    abs(ShownAgainTests.middle($0)) <= 40
                }
        }

        var description: String {
            "before \(before.map(\.lag)), after \(after.map(\.lag)), back after \(delay ?? -1), \(beepCount) beeps meanwhile"
        }
    }

    private func round(_ rig: DesktopRig, sound: PulseRecorder, screen: ScreenRecorder) async throws -> Round {
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
        // Each second starts with a beep, which identifies the second of the picture that is shown then.
        let beeps = sound.sounds.map { sound.time(ofSample: $0.lowerBound) }
        let before = steps(beeps, sights, from: began, to: hidden)
        let after = steps(beeps, sights, from: shown + 0.5, to: .infinity)
        /// Returns the frame that is due at a time, according to the beeps.
        func due(_ time: Double) -> Double? {
            guard let beep = beeps.last(where: { $0 < time }), let second = second(of: beep, after, beeps) else { return nil }
            return (Double(second) + time - beep) * Double(Self.framesPerSecond)
        }
        let back = sights.first { sight in
            guard sight.time > shown, let frame = sight.frame, let due = due(sight.time) else { return false }
            return abs(Double(frame) - due) < 3
        }
        return Round(
            before: before, after: after, beepCount: beeps.count { hidden...shown ~= $0 }, delay: back.map { $0.time - shown })
    }

    /// A beep's second, and the delay in milliseconds until the picture of that second was seen.
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
            // The change was between two samples.
            let time = (sights[index - 1].time + sights[index].time) / 2
            return Step(second: second, beep: beep, lag: Int(saturating: (time - beep) * 1000))
        }
    }
}
