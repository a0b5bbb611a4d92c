import Foundation
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
        try await Tool("ffmpeg").run(
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
