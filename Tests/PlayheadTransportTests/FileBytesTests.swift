import Foundation
import Testing

@testable import PlayheadTransport

@Suite("Names of files as bytes")
struct FileBytesTests {
    @Test(
        "A URL keeps every byte of a path",
        arguments: [Array("/a b#c?d%41:é.mp4".utf8), Array("/caf".utf8) + [0xE9, 0xFF] + Array(".mp4".utf8)])
    func roundTrip(path: [UInt8]) throws {
        let url = try #require(URL(fileBytes: path))
        #expect(url.isFileURL && url.fileBytes == path)
        #expect(url.fileName == String(decoding: path.dropFirst(), as: UTF8.self))
        if let text = String(validating: path, as: UTF8.self) { #expect(url.path == text) }
    }

    @Test("A relative path starts in the current directory, and a zero byte is refused")
    func others() throws {
        #expect(URL(fileBytes: [0xE9])?.fileBytes == Array((FileManager.default.currentDirectoryPath + "/").utf8) + [0xE9])
        #expect(try #require(URL(string: "file:///a%00b")).fileBytes.isEmpty)
    }

    @Test("A file is loaded whose name is not UTF-8")
    func loading() async throws {
        let folder = FileManager.default.temporaryDirectory.path
        let path = Array("\(folder)/caf".utf8) + [0xE9] + Array(UUID().uuidString.utf8)
        let name = path.map { CChar(bitPattern: $0) } + [0]
        let file = open(name, O_CREAT | O_WRONLY, 0o600)
        #expect(write(file, [1, 2, 3] as [UInt8], 3) == 3)
        close(file)
        defer { unlink(name) }
        let request = LoadRequest(url: try #require(URL(fileBytes: path)), kind: .media)
        #expect(try await FileLoader().loadWhole(request, upTo: 10).bytes == [1, 2, 3])
    }
}
