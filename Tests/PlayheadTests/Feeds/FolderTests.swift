import Foundation
import PlayheadTransport
import TestSupport
import Testing

@testable import Playhead

@Suite("Folders as lists")
struct FolderTests {
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
