import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Measures the resource use of a visible and a hidden window.
@Suite(
    "A window's cost", .tags(.measurement), .enabled(if: TestScale.isLong && DesktopRig.isPossible), .serialized, .timeLimit(.minutes(20)))
struct WindowCostTests {
    /// Returns the path of a film.
    private func film(width: Int, height: Int, duration: Double = 60) async throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let recipe = SampleRecipe(.file(.mp4), duration: duration, width: width, height: height)
        return try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
    }

    /// Returns the resident memory of a process in bytes.
    private func memory(of pid: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }

    /// Returns the processor time of a process in seconds (proc(5): fields 14 and 15 of `stat`).
    private func processorTime(of pid: Int32) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
        let (user, system) = (11, 12)
        guard fields.count > system, let one = Double(fields[user]), let other = Double(fields[system]) else {
            throw CocoaError(.fileReadUnknown)
        }
        return (one + other) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns the last reported position.
    private func position(_ rig: DesktopRig) -> Double { rig.events("onTime").last?["position"] as? Double ?? 0 }

    /// Returns the processor time of a second of playback without window and pictures, in seconds.
    private func costWithoutPictures(_ film: String) throws -> Double {
        let program = Bundle.main.bundleURL.appendingPathComponent("playhead")
        let child = try ChildProcess(
            program, arguments: ["play", "--video", "none", "--audio", "none", "--json", film],
            environment: ProcessInfo.processInfo.environment, readsOutput: true)
        let output = try #require(child.output)
        var rest = Data()
        func reach(_ position: Double) throws -> Double {
            while case let data = output.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let event = (try? JSONSerialization.jsonObject(with: rest[..<end])) as? [String: Any]
                    rest = Data(rest[rest.index(after: end)...])
                    if event?["event"] as? String == "onTime", let now = event?["position"] as? Double, now >= position { return now }
                }
            }
            throw Timeout(description: "it ended before \(position) s")
        }
        let start = try reach(1)
        let before = try processorTime(of: child.pid)
        let end = try reach(start + 4)
        return (try processorTime(of: child.pid) - before) / (end - start)
    }

    @Test(
        """
        Minimized it takes a small part of the processor's time that it takes when it is seen, hardly more than playing without pictures, plays \
        on, and shows pictures again when it comes back
        """)
    func minimized() async throws {
        let film = try await film(width: 640, height: 360)
        let rig = try await DesktopRig([film])
        try await rig.event("onFirstFrame")
        /// Returns the cost per second of playback.
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
        let alone = try costWithoutPictures(film)
        print("a second costs \(seen) s of the processor while it is seen, \(hidden) s while it is not, \(alone) s without pictures")
        #expect(hidden < seen / 3 && hidden <= 1.3 * alone && rig.events("onPause").isEmpty)
        try await rig.restore(window)
        try await rig.press("f", expect: "onFullscreen")
        try await eventually("pictures of later, by the numbers that are in them") {
            let frame = try await Screenshot.take(of: rig, width: 1280, height: 720).frame
            return frame.map { Double($0) / 30 > away + 4 } ?? false
        }
        #expect(rig.events("onPause").isEmpty)
    }

    /// Returns the numbers of dropped pictures and of items, according to the access logs.
    private func leftOut(_ rig: DesktopRig) -> (items: Int, pictures: Int) {
        let entries = rig.events("onAccessLog").compactMap { $0["entry"] as? [String: Any] }
        return (entries.count, entries.compactMap { $0["numberOfDroppedVideoFrames"] as? Int }.reduce(0) { $0 + max(0, $1) })
    }

    @Test("At most a twentieth of the pictures of 1080p30 is dropped")
    func fullHD() async throws {
        let rig = try await DesktopRig([try await film(width: 1920, height: 1080, duration: 10)])
        try await rig.event("onComplete")
        try await eventually("the access log") { leftOut(rig).items > 0 }
        let dropped = leftOut(rig)
        print("of 300 pictures \(dropped.pictures) were left out")
        #expect(dropped.pictures * 20 <= 300)
    }

    @Test(
        "In ten minutes of 1080p30 at most a twentieth of the pictures is dropped, and memory does not grow",
        .enabled(if: TestScale.isLong))
    func tenMinutes() async throws {
        let count = 10
        let film = try await film(width: 1920, height: 1080)
        let rig = try await DesktopRig(Array(repeating: film, count: count))
        // Memory grows with the loaded data of an item and of the next one; the minimum of each item is compared.
        var lowest: [Int] = []
        for number in 1...count {
            var low = Int.max
            var emitted = rig.eventCount
            for second in stride(from: 5.0, to: 60, by: 5) {
                try await rig.event("onTime", after: emitted) {
                    $0["item"] as? Int == number - 1 && $0["position"] as? Double ?? 0 >= second
                }
                emitted = rig.eventCount
                low = min(low, try memory(of: rig.pid))
            }
            try await rig.event("onComplete", after: emitted)
            lowest.append(low)
        }
        let dropped = leftOut(rig)
        print(
            "of \(count * 1800) pictures \(dropped.pictures) were left out; least resident in each minute, in MB: \(lowest.map { $0 >> 20 })"
        )
        #expect(dropped.items >= count && dropped.pictures * 20 <= count * 1800)
        // The first minute includes one-time allocations.
        let (early, late) = (lowest[1..<count / 2].max() ?? 0, lowest[(count / 2)...].max() ?? .max)
        #expect(Double(late) < 1.05 * Double(early))
    }
}
