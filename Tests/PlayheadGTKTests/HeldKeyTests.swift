import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Reads the pictures on the screen while a key is held, which the display repeats 25 times per second.
@Suite(
    "Held keys in the desktop player", .tags(.measurement),
    .enabled(if: DesktopRig.isPossible && TestDisplayKind.current == .x11, "the pictures of X11 can be recorded"), .serialized,
    .timeLimit(.minutes(5)))
struct HeldKeyTests {
    private static let size = (width: 320, height: 180)
    /// The margin above and below the picture for the control bar, which would cover the numbers.
    private static let margin = 70
    private static let framesPerSecond = 5

    /// The number of pictures that a key is held for, and the maximum number of its steps meanwhile, of which there are 25 per second.
    private static let (pictures, maximumSteps) = (8, 40)

    @Test(
        "A held arrow key shows the pictures of at least every fifth of its steps, which are five per second, and playback goes on at the last",
        arguments: [("Right", "0"), ("Left", "9")])
    func skipping(key: String, start: String) async throws {
        let film = try await DesktopTests().sample(
            SampleRecipe(
                .file(.mp4), duration: 900, width: Self.size.width, height: Self.size.height, frameRate: Self.framesPerSecond,
                keyFrameInterval: 5))
        let rig = try await DesktopRig(
            ["--fullscreen", "--no-resume", film], size: "\(Self.size.width)x\(Self.size.height + 2 * Self.margin)x24")
        let screen = try ScreenRecorder(rig, top: Self.margin, width: Self.size.width, height: Self.size.height)
        try await rig.event("onPlay")
        // A round that was disturbed by other work is repeated.
        var rounds: [Int] = []
        repeat {
            try await rig.press(start, expect: "onSeeked")
            rounds.append(try await hold(key, rig, screen))
        } while rounds.last.map { $0 > Self.maximumSteps } == true && rounds.count < 4
        #expect(rounds.last.map { $0 <= Self.maximumSteps } == true, "\(rounds) steps for \(Self.pictures) pictures")
        try await eventually("the last step") { rig.events("onSeeked").last?["position"] as? Double == targets(rig).last }
        let (last, count) = (try #require(targets(rig).last), rig.eventCount)
        try await rig.event("onTime", after: count) { 0.5..<5 ~= ($0["position"] as? Double ?? 0) - last }
        #expect(rig.events("onPause").isEmpty)
    }

    /// Holds a key until the pictures of some of its steps are on the screen.
    /// - Returns: The number of its steps.
    private func hold(_ key: String, _ rig: DesktopRig, _ screen: ScreenRecorder) async throws -> Int {
        let (start, before) = (targets(rig).count, (try? screen.sights().count) ?? 0)
        try await rig.xdotool("keydown", key)
        try await eventually("\(Self.pictures) pictures of steps") {
            // There are no times before the first picture.
            let shown = Set((try? screen.sights())?.dropFirst(before).compactMap(\.frame) ?? [])
            return Set(targets(rig).dropFirst(start).map(Self.frame)).intersection(shown).count >= Self.pictures
        }
        let steps = targets(rig).count - start
        try await rig.xdotool("keyup", key)
        return steps
    }

    /// Returns the targets of all seeks in seconds.
    private func targets(_ rig: DesktopRig) -> [Double] { rig.events("onSeek").compactMap { $0["offset"] as? Double } }

    private static func frame(at position: Double) -> Int { Int(saturating: (position * Double(framesPerSecond) + 0.001).rounded(.down)) }
}
