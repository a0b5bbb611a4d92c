import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadFFmpeg

/// Recordings of a whole multiplex: several programs in one transport stream, each with its own clock.
@Suite("Several programs", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ProgramTests {
    /// Makes a transport stream with one program, whose identifiers follow from its number, and returns its packets without tables of
    /// programs.
    private func program(_ number: Int, _ inputs: [String], offset: Int, in folder: URL) async throws -> [ArraySlice<UInt8>] {
        let name = "\(number).ts"
        let codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "aac"]
        let identifiers: [String] = [
            "-mpegts_service_id", "\(number)", "-mpegts_pmt_start_pid", "\(0x1000 + number * 0x100)", "-mpegts_start_pid",
            "\(number * 0x100)",
        ]
        let arguments: [String] = ["-v", "error"] + inputs.flatMap { ["-f", "lavfi", "-i", $0] } + codecs + identifiers
        try await CachedTool("ffmpeg").run(arguments + ["-output_ts_offset", "\(offset)", "-f", "mpegts", name], in: folder)
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
        let (tables, description, padding) = (0, 0x11, 0x1FFF)
        return stride(from: 0, to: bytes.count - 187, by: 188).map { bytes[$0..<$0 + 188] }.filter { packet in
            let identifier = Int(packet[packet.startIndex + 1] & 0x1F) << 8 | Int(packet[packet.startIndex + 2])
            return identifier != tables && identifier != description && identifier != padding
        }
    }

    /// Interleaves two programs, 1 and 2, under one association (ISO/IEC 13818-1 §2.4.4.3).
    private func multiplex(_ programs: [[ArraySlice<UInt8>]]) -> Data {
        var section: [UInt8] = [0, 0xB0, 17, 0, 1, 0xC1, 0, 0, 0, 1, 0xF1, 0, 0, 2, 0xF2, 0]
        let checksum = ProgramTables.checksum32(section)
        section += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
        let padding = [UInt8](repeating: 0xFF, count: 188 - 5 - section.count)
        var result = Data()
        let parts = 100
        for part in 0..<parts {
            let header: [UInt8] = [0x47, 0x40, 0, 0x10 | UInt8(part & 15), 0]
            result.append(contentsOf: header + section + padding)
            for program in programs {
                let range = program.count * part / parts..<program.count * (part + 1) / parts
                for packet in program[range] { result.append(contentsOf: packet) }
            }
        }
        return result
    }

    @Test(
        "The sound of the program of the pictures is listed and played, and not that of another one",
        arguments: [(0, 1000), (1000, 0), (30, 0)])
    func sound(radioStart: Int, televisionStart: Int) async throws {
        try await withTemporaryFolder { folder in
            let radio = try await program(1, ["sine=f=440:r=44100:d=6"], offset: radioStart, in: folder)
            let inputs = ["testsrc2=s=160x90:r=25:d=6", "sine=f=880:r=48000:d=6"]
            let television = try await program(2, inputs, offset: televisionStart, in: folder)
            let file = folder.appendingPathComponent("both.ts")
            try multiplex([radio, television]).write(to: file)

            let demuxer = try Demuxer(source: FileByteSource(path: file.path))
            #expect(demuxer.usableStreams(.audio).map(\.sampleRate) == [44_100, 48_000])
            let sound = try #require(demuxer.bestStream(.audio))
            let video = try #require(demuxer.bestStream(.video))
            #expect(sound.sampleRate == 48_000)
            #expect(demuxer.startTime == [sound, video].compactMap(\.startTime).min())

            let probed = try await MediaProbe(configuration: EngineConfiguration(loader: URLLoader())).run(file, withFrames: false)
            #expect(probed.tracks.filter { $0.type == "audio" }.map(\.sampleRate) == [48_000] && probed.tracks.count == 2)

            let rig = EngineRig(file)
            let description = try await rig.open()
            #expect(description.audioTracks.count == 1 && abs(description.duration - 6) < 0.2, "\(description.duration)")
            rig.start()
            #expect(abs(try await rig.ended() - 6) < 0.2)
            #expect(rig.screen.shown.count == 150 && rig.screen.shown.first?.time ?? 9 < 0.1)
            #expect(abs(rig.engine.statistics.audioFrames - 6 * 48_000) < 4096, "\(rig.engine.statistics.audioFrames)")
            #expect(abs(try await rig.seek(1, to: 4.02) - 4.02) < 0.05)
            let shown = try #require(rig.screen.shown.last)
            #expect(abs(shown.time - 4) < 0.05, "\(shown.time)")
            try await rig.close()
        }
    }
}
