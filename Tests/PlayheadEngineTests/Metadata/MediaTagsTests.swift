import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadEngine
import Testing

@testable import PlayheadSamples

@Suite("Title and artist of a file", .enabled(if: Samples.areThere), .timeLimit(.minutes(2)))
struct MediaTagsTests {
    /// One second of a tone.
    private static func file(_ name: String, _ tags: [String]) async throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tags-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        let codec = name.hasSuffix("ogg") ? ["-c:a", "libvorbis"] : []
        try await CachedTool("ffmpeg").run(
            ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "aevalsrc=exprs='sin(2000*t)':s=44100", "-t", "1"] + codec
                + tags.flatMap { ["-metadata", $0] } + [file.path], in: folder)
        return file
    }

    @Test("Title and artist are part of the track model", arguments: ["a.mp3", "a.m4a", "a.flac", "a.ogg", "a.mkv"])
    func tagged(name: String) async throws {
        let file = try await Self.file(name, ["title= A \"Title\" ", "artist=Müller"])
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let rig = EngineRig(file)
        let media = try await rig.open()
        #expect(media.title == "A \"Title\"" && media.artist == "Müller")
        try await rig.close()
    }

    @Test("The songs of chained Ogg are metadata at their starts, and the positions go on", arguments: ["ogg", "opus"])
    func chained(name: String) async throws {
        var files: [URL] = []
        defer { for file in files { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) } }
        for song in ["One", "Two", "Three"] { files.append(try await Self.file("\(song).\(name)", ["title=\(song)", "artist=A"])) }
        let file = files[0].deletingLastPathComponent().appendingPathComponent("chain.\(name)")
        try Data(files.flatMap { try Data(contentsOf: $0) }).write(to: file)
        let rig = EngineRig(file)
        _ = try await rig.open()
        rig.start()
        let end = try await rig.ended()
        #expect(abs(end - 3) < 0.1 && rig.engine.statistics.audioFrames > 2 * 44_100 && rig.warnings.isEmpty, "\(end)")
        try await rig.close()
        let songs = rig.log.all.compactMap { report -> TimedMetadata? in
            if case .metadata(let item, .entered) = report, item.kind == .nowPlaying { item } else { nil }
        }
        let titles = songs.map { $0.fields["metadata"] }
        #expect(titles == ["Two", "Three"].map { .object(["title": .string($0), "artist": "A", "album": .null, "url": .null]) })
        #expect(zip(songs, [1.0, 2]).allSatisfy { abs($0.start - $1) < 0.1 })
    }

    @Test("They are absent if the file has none, and cut if they are excessively long")
    func untagged() async throws {
        let long = "title=" + String(repeating: "x", count: 50_000)
        let cases: [([String], Int?)] = [([], nil), (["title= "], nil), ([long], 1024)]
        for (tags, title) in cases {
            let file = try await Self.file("a.mp3", tags)
            defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
            let rig = EngineRig(file)
            let media = try await rig.open()
            #expect(media.title?.count == title && media.artist == nil)
            try await rig.close()
        }
    }
}
