import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTestKit
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

/// Tracks that appear, vanish, change and return during a playback, and tracks that start where FFmpeg's own detection fails.
@Suite("Changing tracks", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ChangingTracksTests {
    /// The kinds of segments of two seconds with 50 pictures; `moved` has other packet identifiers and tables.
    enum Kind: String, Sendable, CaseIterable {
        case both, silent, sound, moved, declared

        /// Whether the segment has pictures, and whether it has sound.
        var content: (pictures: Bool, sound: Bool) { (self != .sound, self != .silent && self != .declared) }
    }

    private static let duration = 2.0

    /// Creates segments at successive times, and a playlist of them.
    private func playlist(_ kinds: [Kind], isMarked: Bool, _ more: [String] = []) async throws -> URL {
        let name =
            kinds.map(\.rawValue).joined(separator: "-") + (isMarked ? "-marked" : "") + more.joined().filter { $0.isLetter || $0.isNumber }
        let folder = Samples.package.appendingPathComponent(".build/samples/tracks-\(name)")
        let file = folder.appendingPathComponent("main.m3u8")
        if FileManager.default.fileExists(atPath: file.path) { return file }
        let work = folder.deletingLastPathComponent().appendingPathComponent("work-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let ffmpeg = try Tool("ffmpeg")
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2"]
        for (number, kind) in kinds.enumerated() {
            let (hasPictures, hasSound) = kind.content
            var arguments = ["-v", "error"]
            if hasPictures { arguments += ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=2"] }
            if hasSound { arguments += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2"] }
            arguments += [
                "-c:v", "libx264", "-preset", "ultrafast", "-threads", "1", "-g", "50", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "32k",
            ]
            if kind == .moved { arguments += ["-streamid", "0:500", "-streamid", "1:501", "-mpegts_pmt_start_pid", "5000"] }
            arguments += ["-muxdelay", "0", "-output_ts_offset", "\(10 + 2 * number)"] + more + ["-f", "mpegts", "\(number).ts"]
            try await ffmpeg.run(arguments, in: work)
            if kind == .declared { try declareSound(in: work.appendingPathComponent("\(number).ts")) }
            if isMarked, number > 0 { lines.append("#EXT-X-DISCONTINUITY") }
            lines += ["#EXTINF:2,", "\(number).ts"]
        }
        try (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").write(
            to: work.appendingPathComponent("main.m3u8"), atomically: true, encoding: .utf8)
        if (try? FileManager.default.moveItem(at: work, to: folder)) == nil { try? FileManager.default.removeItem(at: work) }
        return file
    }

    /// Adds a stream of AAC to the program maps, as origins do that always declare picture and sound.
    private func declareSound(in file: URL) throws {
        var bytes = [UInt8](try Data(contentsOf: file))
        for start in stride(from: 0, to: bytes.count, by: 188) where bytes[start + 1] & 0x1F == 0x10 && bytes[start + 2] == 0 {
            let length = Int(bytes[start + 7])
            var section = Array(bytes[(start + 5)..<(start + 8 + length - 4)]) + [0x0F, 0xE1, 0x77, 0xF0, 0]
            section[2] = UInt8(length + 5)
            let sum = Self.checksum(section)
            section += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
            bytes.replaceSubrange((start + 5)..<(start + 5 + section.count), with: section)
        }
        try Data(bytes).write(to: file)
    }

    /// The checksum of sections (ISO/IEC 13818-1, annex A).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
    }

    static let sequences: [[Kind]] = [
        [.both, .silent, .both], [.silent, .both, .both], [.sound, .both, .both], [.both, .sound, .both], [.both, .both, .silent],
        [.both, .moved, .both], [.moved, .both, .silent, .moved], [.declared, .declared], [.declared, .both],
    ]

    @Test("Everything is played, with silence and a held picture where a track is absent", arguments: sequences, [true, false])
    func sequence(kinds: [Kind], isMarked: Bool) async throws {
        let rig = EngineRig(try await playlist(kinds, isMarked: isMarked))
        let description = try await rig.open()
        #expect(description.audioTracks.isEmpty == !kinds[0].content.sound)
        rig.start()
        let end = try await rig.ended()
        let pictures = 50 * kinds.count { $0.content.pictures }
        #expect(rig.screen.shown.count == pictures, "\(rig.screen.shown.map(\.time))")
        #expect(abs(end - Self.duration * Double(kinds.count)) < 0.1)
        // An encoder adds a frame or two of 1024 samples to each segment.
        let (sounding, silent) = (kinds.count { $0.content.sound }, 48_000.0 * Self.duration)
        let samples = Double(rig.engine.statistics.audioFrames)
        #expect(
            abs(samples - silent * Double(sounding)) < 2500 * Double(sounding) + 1, "\(samples) \(rig.log.all) \(rig.engine.statistics)")
        let tracks = rig.log.all.compactMap { if case .tracksChanged(let media) = $0 { media.audioTracks.count } else { nil } }
        let appears = !kinds[0].content.sound && sounding > 0
        #expect(tracks.contains(1) == (appears || !kinds[0].content.pictures))
        #expect(rig.warnings.isEmpty, "\(rig.warnings)")
        #expect(!rig.waits.contains(.stalled))
        // A seek back finds the tracks of the place.
        try await rig.seek(1, to: 0.5)
        rig.start()
        try await rig.ended(from: rig.log.count)
        try await rig.close()
    }

    @Test("Sound that returns is whole, although the silence before it was played to where reading had stopped", arguments: [false, true])
    func returning(isPaced: Bool) async throws {
        let file = try await playlist([.both, .silent, .both], isMarked: true)
        let loader = GatedLoader(root: file.deletingLastPathComponent())
        loader.closeGate(for: "2.ts")
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(loader.url(file.lastPathComponent), loader: loader) { configuration in
            guard isPaced else { return }
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.start()
        if isPaced {
            try await rig.run(clock) { if case .progress(let position) = $0 { position > 3.7 } else { false } }
            loader.openGate()
            try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        } else {
            try await eventually("the playhead is before the held segment") { await rig.engine.position > 3.9 }
            loader.openGate()
            try await rig.ended()
        }
        let sounding = isPaced ? speaker.samples.count { abs($0) > 0.000_1 } : Int(rig.engine.statistics.audioFrames)
        #expect(abs(sounding - 4 * 48_000) < 5000, "\(sounding)")
        try await rig.close()
    }

    @Test("Sound is absent only behind its last packet, and not if other sound follows", arguments: [Kind.silent, .moved])
    func leaving(second: Kind) async throws {
        let folder = try await playlist([.both, second], isMarked: false).deletingLastPathComponent()
        let bytes = try ["0.ts", "1.ts"].flatMap { try Data(contentsOf: folder.appendingPathComponent($0)) }
        let demuxer = try Demuxer(source: MemoryByteSource(bytes))
        let lanes = [(TrackKind.video, demuxer.bestStream(.video)), (.audio, demuxer.bestStream(.audio))].compactMap { kind, stream in
            stream.map { ContainerReader.Lane(kind: kind, format: TrackFormat(stream: $0, offset: 0)) }
        }
        let left = Locked<[TrackKind]>([])
        var reader = ContainerReader(demuxer: demuxer, lanes: lanes, origin: 0)
        reader.onStream = { stream, _ in TrackFormat(stream: stream, offset: 0) }
        reader.onLeave = { kind in left.withLock { $0.append(kind) } }
        reader.select()
        var (packets, before) = (0, 0)
        while let (_, kind) = try reader.next() {
            if kind == .audio { packets += 1 }
            if left.withLock(\.isEmpty) { before = packets }
        }
        let segment = 93
        #expect(left.withLock { $0 } == (second == .silent ? [.audio] : []))
        #expect(packets > (second == .silent ? segment : 2 * segment) && before == packets, "\(before) of \(packets)")
    }

    @Test("Several sounds of a transport stream are listed, and can be selected")
    func sounds() async throws {
        let file = try await playlist(
            [.both, .both, .both], isMarked: false,
            ["-map", "0:v", "-map", "1:a", "-map", "1:a", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu"])
        let rig = EngineRig(file)
        let tracks = try await rig.open().audioTracks
        #expect(tracks.map(\.language) == ["eng", "deu"] && tracks.map(\.isDefault) == [true, false])
        rig.engine.send(.selectAudioTrack(1))
        rig.start()
        let end = try await rig.ended()
        #expect(abs(end - 6) < 0.1 && rig.screen.shown.count == 150 && rig.warnings.isEmpty)
        #expect(rig.log.all.contains(.audioTrackSelected(1)))
        #expect(rig.engine.statistics.audioFrames > 280_000)
        try await rig.seek(1, to: 1)
        rig.engine.send(.selectAudioTrack(0))
        rig.start()
        try await rig.ended(from: rig.log.count)
        #expect(rig.log.all.contains(.audioTrackSelected(0)))
        try await rig.close()
    }

    @Test(
        "Sound is found wherever its first packets are",
        arguments: [["-bf", "0", "-pes_payload_size", "0"], ["-bf", "2", "-pes_payload_size", "0"], ["-mpegts_flags", "latm"]])
    func detection(options: [String]) async throws {
        let rig = EngineRig(try await playlist([.both], isMarked: false, options))
        #expect(try await rig.open().audioTracks.count == 1)
        rig.start()
        try await rig.ended()
        #expect(rig.screen.shown.count == 50 && rig.engine.statistics.audioFrames > 95_000)
        try await rig.close()
    }

    @Test(
        "Pictures are shown once before sound that begins behind them, and 12 s after them",
        arguments: [("gap.mkv", 2, 8, 2), ("late.ts", 20, 12, 8)] as [(String, Int, Int, Int)])
    func lateSound(name: String, pictures: Int, start: Int, sound: Int) async throws {
        try await withTemporaryFolder { folder in
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=\(pictures)", "-itsoffset", "\(start)", "-f", "lavfi",
                    "-i", "sine=r=48000:d=\(sound)", "-map", "0", "-map", "1", "-c:v", "libx264", "-preset", "ultrafast", "-g", "50",
                    "-c:a", "aac", name,
                ], in: folder)
            let rig = EngineRig(folder.appendingPathComponent(name))
            let (description, end) = (try await rig.open(), Double(start + sound))
            #expect(description.audioTracks.count == 1 && abs(description.duration - end) < 0.2, "\(description.duration)")
            rig.start()
            #expect(abs(try await rig.ended() - end) < 0.2)
            let statistics = rig.engine.statistics
            #expect(rig.screen.shown.count == 25 * pictures && statistics.framesDropped == 0, "\(rig.screen.shown.map(\.time))")
            #expect(abs(statistics.audioFrames - sound * 48_000) < 4096, "\(statistics.audioFrames)")
            try await rig.close()
        }
    }
}
