import Foundation
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import TestSupport
import Testing

@testable import Playhead

/// A recorded playback is replayed identically, byte for byte.
@MainActor
@Suite("Recording and replay", .timeLimit(.minutes(5)))
struct ReplayTests {
    private static func withFile(_ body: (URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-replay-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file)
    }

    private func lines(_ events: [any PlayerEvent]) -> [String] { events.map { EventLine.text(of: $0) } }

    @Test("A playback with a stall, a seek, a pause, an error and a release")
    func whole() async throws {
        try await Self.withFile { file in
            var script = EngineScript(media: .scripted(duration: 3))
            script.stalls = [.init(at: 0.5, for: 0.2)]
            script.failures = [(2.5, PlaybackError(.decoding))]
            let rig = ScriptedRig(script)
            try rig.player.startTrace(writingTo: file)
            rig.load("a", "b")
            rig.player.play()
            await rig.run(for: 1)
            rig.player.rate = 2
            rig.player.seek(to: 0.2)
            await rig.run(until: .error)
            rig.player.play()
            rig.player.release()
            try rig.player.stopTrace()
            let recorded = try RecordedPlayback(contentsOf: file, allowsCutOff: false)
            #expect(recorded.lines == lines(rig.trace.events))
            #expect(recorded.difference(from: lines(rig.trace.events)) == nil)
            #expect(recorded.events(of: ErrorEvent.self).map(\.error.code) == [234_001])
            OrderRules.check(recorded.events)
        }
    }

    @Test("Commands inside callbacks, including releases, in any state", arguments: 0..<TestScale.rounds(200))
    func commandsInside(seed: Int) async throws {
        try await Self.withFile { file in
            var random = SeededGenerator(seed: UInt64(seed))
            var script = EngineScript(media: .scripted(duration: 2))
            script.stalls = [.init(at: 0.3, for: 0.4)]
            let rig = ScriptedRig(script) { $0.playlist.repeats = seed % 3 == 0 }
            try rig.player.startTrace(writingTo: file)
            let player = rig.player
            @MainActor func command() {
                switch random.next() % 15 {
                case 0: player.release()
                case 1: player.stop()
                case 2: player.pause()
                case 3, 4: player.play()
                case 5: player.seek(to: Double(random.next() % 25) / 10)
                case 6: player.next()
                case 7, 8: rig.load("a", "b")
                case 9: player.rate = Double(random.next() % 5)
                case 10: player.selectLevel(Int(random.next() % 4))
                case 11: player.volume = Double(random.next() % 3) / 2
                case 12: rig.load("c")
                case 13: player.selectItem(Int(random.next() % 3))
                default: player.previous()
                }
            }
            let inside = player.onEvent { _ in if random.next() % 5 == 0 { command() } }
            let observing = player.observe(\.state) { _, _ in if random.next() % 7 == 0 { command() } }
            rig.load("a", "b")
            player.play()
            for _ in 0..<12 {
                await rig.run(for: 0.3)
                command()
            }
            inside.invalidate()
            observing.invalidate()
            try player.stopTrace()
            let recorded = try RecordedPlayback(contentsOf: file, allowsCutOff: false)
            let difference = recorded.difference(from: lines(rig.trace.events))
            #expect(difference == nil)
        }
    }

    @Test("A recording that is stopped inside a callback ends with that event")
    func stopInside() async throws {
        try await Self.withFile { file in
            let rig = ScriptedRig()
            try rig.player.startTrace(writingTo: file)
            var count = 0
            let listening = rig.player.onEvent { [weak player = rig.player] event in
                guard event is LevelsEvent else { return }
                count = event.context.sequence
                try? player?.stopTrace()
            }
            rig.load("a")
            await rig.run(until: .ready)
            listening.invalidate()
            #expect(try PlaybackTrace(contentsOf: file).lines == lines(Array(rig.trace.events.prefix(count))))
            #expect(count > 0 && rig.trace.events.count > count)
        }
    }

    @Test("A recording that starts too late is refused, and writes nothing")
    func tooLate() async throws {
        try await Self.withFile { file in
            let rig = ScriptedRig()
            rig.player.volume = 0.5
            #expect(throws: TraceError.tooLate) { try rig.player.startTrace(writingTo: file) }
            #expect(!FileManager.default.fileExists(atPath: file.path))
            try rig.player.stopTrace()
        }
    }

    @Test("The recording of a program that crashed replays up to its end")
    func cutOff() async throws {
        try await Self.withFile { file in
            let rig = ScriptedRig()
            try rig.player.startTrace(writingTo: file)
            rig.load("a")
            rig.player.play()
            await rig.run(for: 1)
            let recorded = try RecordedPlayback(contentsOf: file)
            #expect(recorded.lines == lines(rig.trace.events) && recorded.trace.problem != nil)
            #expect(throws: TraceError.self) { try RecordedPlayback(contentsOf: file, allowsCutOff: false) }
            let short = recorded.difference(from: lines(rig.trace.events) + ["more"])
            #expect(short?.line == rig.trace.events.count + 1 && short?.expected == "more" && short?.actual == nil)
        }
    }

    private func recordedSettings(in file: URL) throws -> [PlaybackSettings] {
        try PlaybackTrace(contentsOf: file).entries.compactMap { entry -> PlaybackSettings? in
            if case .configure(let settings) = entry.input { settings } else { nil }
        }
    }

    @Test("Changed limits, delays and visibility are recorded, those from before the recording first")
    func settings() async throws {
        try await Self.withFile { file in
            let rig = ScriptedRig { $0.quality.maxBitrate = 3_000_000 }
            let player = rig.player
            player.audioDelay = 0.25
            try player.startTrace(writingTo: file)
            rig.load("a")
            player.play()
            await rig.run(for: 1)
            player.maxBitrate = 1_000_000
            player.captionsDelay = -0.5
            player.playLimit = 2
            player.playLimit = 2
            player.isVideoEnabled = false
            await rig.run(for: 1)
            try player.stopTrace()
            let settings = try recordedSettings(in: file)
            #expect(settings.map(\.qualityLimits.maxBitrate) == [3_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000])
            #expect(settings.map(\.audioDelay) == [0.25, 0.25, 0.25, 0.25, 0.25])
            #expect(settings.map(\.captionsDelay) == [0, 0, -0.5, -0.5, -0.5])
            #expect(settings.map(\.playLimit) == [nil, nil, nil, 2, 2])
            #expect(settings.map(\.isVideoEnabled) == [true, true, true, true, false])
            #expect(try RecordedPlayback(contentsOf: file).difference(from: lines(rig.trace.events)) == nil)
        }
    }

    @Test("A recording without changed settings contains none")
    func unchangedSettings() async throws {
        try await Self.withFile { file in
            let rig = ScriptedRig()
            try rig.player.startTrace(writingTo: file)
            rig.load("a")
            rig.player.maxBitrate = nil
            rig.player.audioDelay = 0
            await rig.run(until: .ready)
            try rig.player.stopTrace()
            #expect(try recordedSettings(in: file).isEmpty)
        }
    }

    @Test("Neither headers nor cookies nor tokens are recorded")
    func secrets() async throws {
        try await Self.withFile { file in
            let rig = ScriptedRig()
            try rig.player.startTrace(writingTo: file)
            rig.player.load(
                PlayerItem(
                    url: ScriptedRig.url("a.m3u8?token=hidden"), headers: ["Authorization": "hidden"],
                    cookies: [RequestCookie(name: "c", value: "hidden")]))
            await rig.run(until: .ready)
            try rig.player.stopTrace()
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("hidden") && text.contains("a.m3u8"))
        }
    }
}
