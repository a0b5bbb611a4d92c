import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadPulse
import Synchronization
import TestSupport
import Testing

/// Tests servers that are missing, refuse, hang or end, and the resources after closing.
@Suite(.enabled(if: PulseServer.isInstalled), .timeLimit(.minutes(5)))
struct PulseFailureTests {
    private let format = AudioFormat(sampleRate: Feed.rate, channels: 1)

    private func output(_ server: PulseServer) -> PulseAudioOutput {
        PulseAudioOutput(options: PulseOptions(server: server.address, applicationName: "Playhead tests"))
    }

    @Test(arguments: PulseServer.Kind.installed) func aKilledServerIsReportedOnceAndBlocksNothing(kind: PulseServer.Kind) async throws {
        let server = try await PulseServer(kind)
        let output = output(server)
        let failures = Mutex([PlaybackError]())
        output.setHandlers(onWritable: {}, onFailure: { error in failures.withLock { $0.append(error) } })
        try output.open(format)
        var feed = Feed(samples: Feed.silence(5))
        output.resume()
        try await eventually("it sounds") {
            feed.write(to: output)
            return output.playedFrames.map { $0 > 0 } == true
        }
        server.kill()
        try await eventually("the failure is reported") { failures.withLock { !$0.isEmpty } }
        #expect(failures.withLock { $0.map(\.kind) } == [.audioOutput])
        #expect(output.writableFrames == 0)
        #expect([0, 0].withUnsafeBufferPointer { output.write($0) } == 0)
        #expect(output.playedFrames == nil)
        #expect(output.isDrained)
        output.pause()
        output.flush()
        output.setVolume(1, isMuted: false)
        output.close()
        output.close()
        #expect(failures.withLock { $0.count } == 1)
        #expect(throws: PlaybackError.self) { try output.open(format) }
    }

    @Test(arguments: PulseServer.Kind.installed) func aServerThatDoesNotRespondFailsWithinTheTimeout(kind: PulseServer.Kind) async throws {
        let server = try await PulseServer(kind)
        server.freeze()
        let output = PulseAudioOutput(options: PulseOptions(server: server.address, connectTimeout: 0.3))
        let start = ContinuousClock.now
        let error = #expect(throws: PlaybackError.self) { try output.open(format) }
        #expect(error?.kind == .audioOutput)
        // libpulse's own limit is 30 s.
        #expect(ContinuousClock.now - start < .seconds(15))
    }

    /// PipeWire opens another sink than one that does not exist.
    @Test(arguments: [PulseServer.Kind.pulseAudio]) func withoutAServerOrDeviceOpeningFails(kind: PulseServer.Kind) async throws {
        let nowhere = PulseAudioOutput(options: PulseOptions(server: "unix:/nonexistent/playhead/socket"))
        let error = #expect(throws: PlaybackError.self) { try nowhere.open(format) }
        #expect(error?.code == 224_020)
        #expect(nowhere.writableFrames == 0)
        let server = try await PulseServer(kind)
        let noDevice = PulseAudioOutput(options: PulseOptions(server: server.address, device: "no such sink"))
        #expect(throws: PlaybackError.self) { try noDevice.open(format) }
    }

    @Test(arguments: PulseServer.Kind.installed) func formatsThatTheServerRefusesFail(kind: PulseServer.Kind) async throws {
        let server = try await PulseServer(kind)
        let output = output(server)
        for (sampleRate, channels) in [(0, 2), (-1, 2), (48_000, 0), (48_000, -3), (48_000, 33), (10_000_000, 2)] {
            #expect(throws: PlaybackError.self) { try output.open(AudioFormat(sampleRate: sampleRate, channels: channels)) }
        }
    }

    @Test(arguments: PulseServer.Kind.installed) func everyChannelCountOpensAndDrains(kind: PulseServer.Kind) async throws {
        let server = try await PulseServer(kind)
        let recorder = try await PulseRecorder(server)
        defer { withExtendedLifetime(recorder) {} }
        let output = output(server)
        defer { output.close() }
        for channels in 1...8 {
            try output.open(AudioFormat(sampleRate: 44_100, channels: channels))
            // The sound is shorter than any latency, and must be played without a full buffer.
            let samples = [Float](repeating: 0, count: 441 * channels)
            #expect(samples.withUnsafeBufferPointer { output.write($0) } == 441)
            #expect(!output.isDrained)
            output.resume()
            try await eventually("it is heard") { output.isDrained }
        }
    }

    @Test(arguments: PulseServer.Kind.installed) func noThreadOrDescriptorRemainsAfterClosing(kind: PulseServer.Kind) async throws {
        // Tests of the other kind run beside this one, in the same process; a thread's name has 15 bytes.
        let name = "Leak \(kind)"
        func threads() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter {
                (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8))?.hasPrefix(name) == true
            }.count
        }
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        let server = try await PulseServer(kind)
        let output = PulseAudioOutput(options: PulseOptions(server: server.address, applicationName: name))
        try output.open(format)
        #expect(try threads() == 1)
        output.close()
        // A thread that has ended remains listed for a moment.
        try await eventually("no thread is left") { try threads() == 0 }
        let before = try descriptors()
        for _ in 0..<60 {
            try output.open(format)
            output.resume()
            output.close()
        }
        try await eventually("no thread is left") { try threads() == 0 }
        // Concurrent tests open and close descriptors of their own.
        try await eventually("no descriptors are left") { try descriptors() < before + 50 }
    }
}
