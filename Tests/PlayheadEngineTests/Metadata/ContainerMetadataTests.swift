import Foundation
import OriginTestSupport
import PlayheadCore
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

/// Metadata inside a container that describes the whole item: XMP and the list of key frames.
@Suite("Metadata of a whole file", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ContainerMetadataTests {
    private static let packet = """
        <?xpacket begin="\u{FEFF}"?><x:xmpmeta xmlns:x="adobe:ns:meta/">Größe &amp; mehr</x:xmpmeta>
        <?xpacket end="w"?>
        """

    private struct Emitted: Equatable {
        var phase: TimedMetadata.Phase
        var metadata: EventFields
    }

    /// Returns the items of a kind that are reported until the end of the file.
    private func emitted(_ kind: TimedMetadata.Kind, of file: URL, seeksBack: Bool = false) async throws -> [Emitted] {
        let rig = EngineRig(file)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        if seeksBack { try await rig.seek(1, to: 0) }
        try await rig.close()
        return rig.log.all.compactMap { report in
            guard case .metadata(let item, let phase) = report, item.kind == kind else { return nil }
            guard case .object(let metadata)? = item.fields["metadata"] else { return nil }
            return Emitted(phase: phase, metadata: metadata)
        }
    }

    private func file(_ bytes: [UInt8], _ name: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-metadata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }

    private func remove(_ file: URL) { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

    private static func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + type + content
    }

    private static func uuidBox(_ packet: [UInt8]) -> [UInt8] {
        let identifier: [UInt8] = [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]
        return box(Array("uuid".utf8), identifier + packet)
    }

    // MARK: XMP

    @Test("XMP in a separate box, or in the user data of a movie, is reported once, also after a seek", arguments: ["uuid", "XMP_"])
    func movie(place: String) async throws {
        var bytes = try await Samples.bytes(SampleRecipe(.file(.mp4IndexAtEnd), duration: 3, width: 160, height: 90))
        let packet = Array(Self.packet.utf8)
        if place == "uuid" {
            bytes += Self.uuidBox(packet)
        } else {
            // The movie box is the last one; its size precedes its name.
            let data = Self.box(Array("udta".utf8), Self.box(Array("XMP_".utf8), packet))
            let name = try #require(bytes.indices.last { Array(bytes[$0...].prefix(4)) == Array("moov".utf8) })
            let size = bytes[(name - 4)..<name].reduce(0) { $0 << 8 | Int($1) } + data.count
            for index in 0..<4 { bytes[name - 4 + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
            bytes += data
        }
        let file = try file(bytes, "xmp.mp4")
        defer { remove(file) }
        let emitted = try await emitted(.xmp, of: file, seeksBack: true)
        #expect(emitted == [TimedMetadata.Phase.parsed, .entered].map { Emitted(phase: $0, metadata: ["xmp": .string(Self.packet)]) })
    }

    @Test("XMP in an ID3 frame before MP3 is reported")
    func mp3() async throws {
        let sound = try await Samples.bytes(SampleRecipe(.file(.mp3), duration: 3))
        let content = Array("XMP\0".utf8) + Array(Self.packet.utf8)
        let frame = Array("PRIV".utf8) + Self.synchsafe(content.count) + [0, 0] + content
        let tag = Array("ID3".utf8) + [4, 0, 0] + Self.synchsafe(frame.count) + frame
        // FFmpeg continues reading at a second tag.
        let file = try file(tag + sound, "xmp.mp3")
        defer { remove(file) }
        #expect(try await emitted(.xmp, of: file).first?.metadata == ["xmp": .string(Self.packet)])
    }

    private static func synchsafe(_ size: Int) -> [UInt8] { (0..<4).map { UInt8(size >> (21 - 7 * $0) & 0x7F) } }

    @Test("XMP that is too long is skipped, and truncated XMP does not fail")
    func hostile() async throws {
        let recipe = SampleRecipe(.file(.mp4IndexAtEnd), duration: 3, width: 160, height: 90)
        let bytes = try await Samples.bytes(recipe)
        let long = try file(bytes + Self.uuidBox(Array(repeating: UInt8(ascii: "x"), count: 2 << 20)), "long.mp4")
        defer { remove(long) }
        #expect(try await emitted(.xmp, of: long).isEmpty)
        var cut = Self.uuidBox(Array(Self.packet.utf8))
        cut[0] = 0x7F
        let short = try file(bytes + cut, "short.mp4")
        defer { remove(short) }
        _ = try await emitted(.xmp, of: short)
        #expect(try await emitted(.xmp, of: Samples.url(recipe)).isEmpty)
    }

    // MARK: Key frames

    @Test("The key frames listed in a container are reported with their presentation times", arguments: ["mp4", "mkv", "flv"])
    func keyFrames(format: String) async throws {
        let sample = try await Samples.url(Samples.small)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-index-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("index." + format)
        // The cues of Matroska precede the pictures; FLV has its index.
        let options = [
            "mp4": [], "mkv": ["-cues_to_front", "1", "-reserve_index_space", "4096"], "flv": ["-flvflags", "add_keyframe_index"],
        ]
        try await CachedTool("ffmpeg").run(
            ["-v", "error", "-i", sample.path, "-c", "copy"] + (options[format] ?? []) + [file.path], in: folder)
        let listing = try await CachedTool("ffprobe").run(
            ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", file.path], in: folder)
        let expected = listing.split(separator: "\n").filter { $0.contains(",K") }.compactMap { line in
            line.split(separator: ",").first.flatMap { Double($0) }
        }
        let emitted = try await emitted(.keyFrames, of: file)
        #expect(emitted.map(\.phase) == [.parsed, .entered])
        let content = try #require(emitted.first?.metadata)
        guard case .array(let times)? = content["times"], case .array(let positions)? = content["filepositions"] else {
            Issue.record("\(content)")
            return
        }
        #expect(times.count == expected.count && positions.count == times.count && content["count"] == .int(times.count))
        let first = expected.first ?? 0
        for (time, expected) in zip(times, expected) {
            guard case .double(let time) = time else {
                Issue.record("\(time)")
                return
            }
            // Times of FLV are decoding times, and all are relative to the start of the container.
            #expect(abs(time - (expected - first)) < 0.11, "\(times)")
        }
        #expect(positions.allSatisfy { if case .int(let place) = $0 { place > 0 } else { false } })
    }

    @Test("Audio files, transport streams and fragments list no key frames")
    func withoutIndex() async throws {
        for format in [SampleFormat.mp3, .mpegTS] {
            #expect(try await emitted(.keyFrames, of: Samples.url(SampleRecipe(.file(format), duration: 3))).isEmpty, "\(format)")
        }
    }
}
