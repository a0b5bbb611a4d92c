import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import PlayheadTestKit
import TestSupport
import Testing

@testable import PlayheadEngine

/// Streams with random damage: playback always ends, and never waits for data that cannot arrive.
@Suite("Damaged streams never wait", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(10)))
struct DamagedTimesTests {
    /// Changes the presentation times of some packets of a transport stream (ISO/IEC 13818-1 §2.4.3.7).
    private func scatter(_ bytes: inout [UInt8], _ numbers: inout SeededGenerator) {
        let share = Int.random(in: 2...40, using: &numbers)
        let offset = UInt64.random(in: 0..<(1 << 33), using: &numbers)
        for packet in stride(from: 0, to: bytes.count - 187, by: 188) where bytes[packet + 1] & 0x40 != 0 {
            let payload = packet + 4 + (bytes[packet + 3] & 0x20 != 0 ? 1 + Int(bytes[packet + 4]) : 0)
            guard payload + 14 < packet + 188, bytes[payload] == 0, bytes[payload + 1] == 0, bytes[payload + 2] == 1,
                bytes[payload + 7] & 0x80 != 0, Int.random(in: 0..<share, using: &numbers) == 0
            else { continue }
            let near = UInt64.random(in: 0..<(90_000 * 60), using: &numbers)
            let time = [near, offset, UInt64.random(in: 0..<(1 << 33), using: &numbers)].randomElement(using: &numbers) ?? 0
            bytes[payload + 9] = bytes[payload + 9] & 0xF1 | UInt8(time >> 30 & 7) << 1
            bytes[payload + 10] = UInt8(time >> 22 & 0xFF)
            bytes[payload + 11] = UInt8(time >> 15 & 0x7F) << 1 | 1
            bytes[payload + 12] = UInt8(time >> 7 & 0xFF)
            bytes[payload + 13] = UInt8(time & 0x7F) << 1 | 1
        }
    }

    /// Changes, removes or moves random bytes.
    private func damage(_ bytes: inout [UInt8], _ numbers: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...12, using: &numbers) {
            guard bytes.count > 2000 else { return }
            let place = Int.random(in: 0..<bytes.count - 1000, using: &numbers)
            let count = Int.random(in: 1...500, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: bytes[place] = .random(in: 0...255, using: &numbers)
            case 1: for index in place..<place + count { bytes[index] = .random(in: 0...255, using: &numbers) }
            case 2: bytes.removeSubrange(place..<place + count)
            default: bytes.insert(contentsOf: bytes[place..<place + count], at: Int.random(in: 0..<bytes.count, using: &numbers))
            }
        }
    }

    /// Plays unpaced on a clock that stands: waiting for the clock would never end.
    private func play(_ url: URL, seeking numbers: inout SeededGenerator, _ comment: String) async throws {
        let clock = ManualClock()
        let rig = EngineRig(url) { configuration in
            configuration.clock = clock
            configuration.forwardBuffer = 5
        }
        rig.engine.send(.open(playback: 1, item: 0))
        rig.start()
        for id in 1...2 where Bool.random(using: &numbers) {
            rig.engine.send(.seek(id: id, target: .random(in: 0...6, using: &numbers), precision: .exact))
        }
        var timeout = IdleWait()
        var quiet = 0
        var last = 0
        while !isOver(rig.log, from: last) {
            await Task.yield()
            // The engine reported nothing, and no thread runs.
            let count = rig.log.count
            let isBusy = count != last ? true : await timeout.isBusy()
            quiet = isBusy ? 0 : quiet + 1
            last = count
            // Waiting for a retry or for captions is not waiting for data, and ends with the clock.
            if quiet > 20, let deadline = clock.nextDeadline, clock.now < 5 {
                clock.advance(to: deadline)
                quiet = 0
            }
            if quiet > 50 {
                let position = await rig.engine.position
                Issue.record("\(comment): it waits at \(position)")
                break
            }
        }
        #expect(!rig.waits.contains(.stalled), "\(comment)")
        try await rig.close()
    }

    private func isOver(_ log: ReportLog, from start: Int) -> Bool {
        log.all.dropFirst(max(0, start - 10)).contains { report in
            switch report {
            case .ended, .failed: true
            default: false
            }
        }
    }

    @Test("Files", arguments: [SampleFormat.mpegTS, .mp4, .matroska, .mp3, .flac, .adts, .oggVorbis], 0..<6)
    func files(format: SampleFormat, seed: Int) async throws {
        var numbers = SeededGenerator(seed: UInt64(seed * 1000 + format.rawValue.count))
        let original = try await Samples.bytes(.file(format))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "playhead-\(UUID().uuidString).\(format.fileExtension)")
        defer { try? FileManager.default.removeItem(at: file) }
        for number in 0..<4 {
            var bytes = original
            if format == .mpegTS, number % 2 == 0 { scatter(&bytes, &numbers) } else { damage(&bytes, &numbers) }
            try Data(bytes).write(to: file)
            try await play(file, seeking: &numbers, "\(format) \(seed).\(number)")
        }
    }

    @Test("HLS", arguments: [SampleRecipe.hlsTransportStream, .hlsFragmentedMP4, .hlsAlternateAudio, .hlsPackedAudio], 0..<6)
    func segments(recipe: SampleRecipe, seed: Int) async throws {
        var numbers = SeededGenerator(seed: UInt64(seed + 77))
        let file = try await Samples.url(recipe)
        let folder = file.deletingLastPathComponent()
        let origin = try await LoopbackOrigin.start(root: folder)
        let paths = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
            .filter { ["ts", "m4s", "mp4", "aac"].contains(URL(fileURLWithPath: $0).pathExtension) }
        for path in paths where Int.random(in: 0..<3, using: &numbers) == 0 {
            var bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
            if path.hasSuffix("ts"), Bool.random(using: &numbers) { scatter(&bytes, &numbers) } else { damage(&bytes, &numbers) }
            origin.add(path, bytes)
        }
        try await play(origin.url(file.lastPathComponent), seeking: &numbers, "\(recipe.testDescription) \(seed)")
        await origin.stop()
    }
}
