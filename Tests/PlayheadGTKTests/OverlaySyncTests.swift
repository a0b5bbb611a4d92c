import Foundation
import PlayheadOrigin
import PlayheadOverlay
import PlayheadSamples
import TestSupport
import Testing

/// Compares a page's counter, which follows the stream's dates, with the counter in the picture on the same screenshot.
@Suite(
    "An overlay and the picture below it", .tags(.measurement), .enabled(if: TestScale.isLong && OverlayWindow.isPossible), .serialized,
    .timeLimit(.minutes(5))
)
struct OverlaySyncTests {
    private static let size = (width: 960, height: 540)
    private static let start = 1_700_000_000.0
    private static let past = 72.0
    private static let length = 6000
    /// The tolerance in milliseconds.
    private static let tolerance = 100

    /// The page draws the milliseconds since the start of the repeated recording in 13 bits, with a leading 1.
    private static let counter = """
        const canvas = document.body.appendChild(document.createElement("canvas"));
        Object.assign(canvas, { width: 224, height: 16 });
        canvas.style = "position: fixed; left: 0; top: 0";
        const context = canvas.getContext("2d");
        requestAnimationFrame(function draw() {
          requestAnimationFrame(draw);
          const now = overlay.timecode();
          if (now === undefined) return;
          const number = 8192 + (now - \(Int(saturating: (start - past) * 1000, rounding: .towardZero))) % \(length);
          for (let bit = 0; bit < 14; bit++) {
            context.fillStyle = number >> (13 - bit) & 1 ? "white" : "black";
            context.fillRect(bit * 16, 0, 16, 16);
          }
        });
        """

    @Test("Overlay and picture agree within 100 ms during playback, while paused, after a rewind of 30 s, and across a discontinuity")
    func agreement() async throws {
        let origin = try await LoopbackOrigin.start()
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let stream = try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: .hlsFragmentedMP4)
        var options = LiveOptions(window: .dvr(60), initialDuration: Self.past)
        options.startDate = Self.start
        let url = origin.serve(try LiveBroadcast(of: stream, options: options))
        let window = try await OverlayWindow(
            ["--fullscreen", "--dvr", url.absoluteString], repeating: [], other: Self.counter,
            size: "\(Self.size.width)x\(Self.size.height)x24")
        let rig = window.rig
        try await rig.event("onFirstFrame")
        try await rig.places("no bar") { $0["bar"] == nil && $0["video"]?.width == Double(Self.size.width) }
        try await agree("while it plays", rig)
        try await window.order("bridgeState", ["state": "paused"], expect: "onPause")
        try await window.order("bridgeStage", ["controls": "hidden"], expect: "onControlBarVisible") { $0["visible"] as? Bool == false }
        try await agree("paused", rig)
        let before = try #require(rig.events("playerTime").last?.payload["timecode"] as? Int)
        try await window.order("bridgeTime", ["timecode": before - 30_000], expect: "onSeeked")
        try await agree("after a rewind of 30 s, paused", rig)
        try await window.order("bridgeState", ["state": "playing"], expect: "onPlay")
        try await agree("after a rewind of 30 s", rig)
        // Seeks to half a second before the recording repeats, after a discontinuity.
        let now = try #require(rig.events("playerTime").last?.payload["timecode"] as? Int)
        let beginning = Int(saturating: (Self.start - Self.past) * 1000, rounding: .towardZero)
        let next = beginning + ((now - beginning) / Self.length) * Self.length
        let count = rig.eventCount
        try await window.order("bridgeTime", ["timecode": next - 500], expect: "onSeeked")
        try await rig.event("playerTime", after: count) { (next + 500..<next + 3000).contains($0.payload["timecode"] as? Int ?? 0) }
        try await agree("across a discontinuity", rig)
        await origin.stop()
    }

    /// Takes several screenshots and compares the median difference, because a single one may be between two pictures on a busy machine. A
    /// disturbed series is repeated.
    private func agree(_ what: String, _ rig: DesktopRig) async throws {
        var rounds: [[Int]] = []
        repeat {
            rounds.append(try await differences(rig))
            print("The page's counter is before the picture's, \(what), ms: \(rounds.last ?? [])")
        } while !rounds.contains(where: agrees) && rounds.count < 4
        #expect(rounds.contains(where: agrees), "\(what): \(rounds)")
    }

    private func agrees(_ differences: [Int]) -> Bool { abs(differences.sorted()[differences.count / 2]) <= Self.tolerance }

    private func differences(_ rig: DesktopRig) async throws -> [Int] {
        var differences: [Int] = []
        while differences.count < 5 {
            let shot = try await Screenshot.take(of: rig, width: Self.size.width, height: Self.size.height)
            let (side, bits, mark) = (16, 14, 8192)
            // The control bar may cover the picture's counter.
            guard let frame = shot.frame, frame < Self.length * 30 / 1000, let number = shot.number(bits: bits, side: side),
                number >= mark
            else { continue }
            let difference = (number - mark - frame * 1000 / 30 + Self.length) % Self.length
            differences.append(difference > Self.length / 2 ? difference - Self.length : difference)
        }
        return differences
    }
}
