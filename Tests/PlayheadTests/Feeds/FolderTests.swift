import Foundation
import PlayheadTransport
import TestSupport
import Testing

@testable import Playhead

@Suite("Folders as lists")
struct FolderTests {
    @Test("Caption files beside a film belong to it by their names, with the language in them")
    func captions() async throws {
        try await withTemporaryFolder { folder in
            for name in ["a.mp4", "a.srt", "a.en.vtt", "a.pt-BR.srt", "a.forced.vtt", "a b.vtt", "ab.srt", "b.mp4", "b.de.srt", "c.mp4"] {
                #expect(FileManager.default.createFile(atPath: folder.appendingPathComponent(name).path, contents: Data()))
            }
            let reader = await LocationReader.read([folder], findsCaptions: true)
            #expect(reader.entries.count == 3)
            let tracks = reader.entries[0].tracks
            #expect(tracks.map(\.url.lastPathComponent) == ["a.srt", "a.en.vtt", "a.forced.vtt", "a.pt-BR.srt"])
            #expect(tracks.map(\.language) == [nil, "en", nil, "pt-BR"] && tracks.map(\.label) == [nil, nil, "forced", nil])
            #expect(tracks.map(\.isDefault) == [true, false, false, false])
            #expect(reader.entries[1].tracks.map(\.isDefault) == [true] && reader.entries[2].tracks.isEmpty)
            #expect(await LocationReader.read([folder]).entries.allSatisfy(\.tracks.isEmpty))
        }
    }

    @Test("Caption files that are opened together with media are no items: those of a single film are its tracks, the first one is shown")
    func openedCaptions() async throws {
        try await withTemporaryFolder { folder in
            for name in ["a.mp4", "a.srt", "b.mp4", "Subtitles.srt", "other.vtt"] {
                #expect(FileManager.default.createFile(atPath: folder.appendingPathComponent(name).path, contents: Data()))
            }
            func read(_ names: String...) async -> LocationReader {
                await LocationReader.read(names.map { folder.appendingPathComponent($0) }, findsCaptions: true)
            }
            let one = await read("Subtitles.srt", "a.mp4", "a.srt", "other.vtt")
            #expect(one.entries.count == 1 && one.warnings.isEmpty)
            let tracks = one.entries.first?.tracks ?? []
            #expect(tracks.map(\.url.lastPathComponent) == ["a.srt", "Subtitles.srt", "other.vtt"])
            #expect(tracks.map(\.isDefault) == [false, true, false])
            let two = await read("a.mp4", "b.mp4", "a.srt", "other.vtt")
            #expect(two.entries.map { $0.tracks.map(\.url.lastPathComponent) } == [["a.srt"], []] && two.warnings.count == 1)
            #expect(await read("a.srt").entries.count == 1)
        }
    }

    @Test("A folder is replaced by its media of every kind, sorted, also those whose names are not UTF-8")
    func folder() async throws {
        try await withTemporaryFolder { folder in
            let names = ["b10.gif", "B2.MXF", "sub/a.nut", ".hidden.mp4", ".hidden/a.mp4", "notes.txt", "mp4", "c: 100%.dv"].map {
                Array($0.utf8)
            }
            for name in ["sub", ".hidden", "empty.mp4"] {
                try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
            }
            for name in names + [Array("d".utf8) + [0xE9] + Array(".m2v".utf8)] {
                let path = (folder.fileBytes + [UInt8(ascii: "/")] + name).map { CChar(bitPattern: $0) } + [0]
                close(open(path, O_CREAT | O_WRONLY, 0o600))
            }
            mkfifo(folder.appendingPathComponent("pipe.ts").path, 0o600)
            let reader = await LocationReader.read([folder])
            let urls = reader.entries.compactMap(\.sources.first?.url)
            #expect(urls.map(\.fileName) == ["B2.MXF", "b10.gif", "c: 100%.dv", "d\u{FFFD}.m2v", "a.nut"])
            #expect(urls.allSatisfy { access($0.fileBytes.map { CChar(bitPattern: $0) } + [0], R_OK) == 0 })
        }
    }
}
