import Foundation
import PlayheadTransport
import Synchronization
import Testing

@testable import PlayheadNowPlaying

@Suite("Artwork")
struct ArtworkCacheTests {
    /// Returns the same bytes for every URL, and counts the requests.
    private final class Pictures: Loader {
        let bytes: [UInt8]
        private let count = Mutex(0)

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var requests: Int { count.withLock { $0 } }

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            count.withLock { $0 += 1 }
            return LoadResponse(url: request.url, body: LoadBody(bytes: bytes))
        }
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func withCache(_ body: (ArtworkCache) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-artwork-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(ArtworkCache(folder: folder.appendingPathComponent("deep/down")))
    }

    private static func url(_ name: String) throws -> URL { try #require(URL(string: "https://a.example/\(name)")) }

    @Test("A cover of the media is written to a file by its content")
    func embedded() async throws {
        try await Self.withCache { cache in
            let loader = Pictures(Self.png)
            let file = try await cache.file(for: .embedded(Self.png), now: 0, loader: loader)
            #expect(try Array(Data(contentsOf: file)) == Self.png && file.pathExtension == "png")
            #expect(try await cache.file(for: .embedded(Self.png + [0]), now: 0, loader: loader) != file)
            await #expect(throws: ArtworkCache.Unusable.self) { try await cache.file(for: .embedded([1, 2]), now: 0, loader: loader) }
            #expect(loader.requests == 0)
        }
    }

    @Test("An image is fetched once a day, into a local file")
    func once() async throws {
        try await Self.withCache { cache in
            let loader = Pictures(Self.png)
            let now = Date().timeIntervalSince1970
            let file = try await cache.file(for: Self.url("a.png"), now: now, loader: loader)
            #expect(file.isFileURL && file.pathExtension == "png")
            #expect(try Array(Data(contentsOf: file)) == Self.png)
            #expect(try await cache.file(for: Self.url("a.png"), now: now, loader: loader) == file)
            #expect(loader.requests == 1)
            #expect(try await cache.file(for: Self.url("b.png"), now: now, loader: loader) != file)
            _ = try await cache.file(for: Self.url("a.png"), now: now + 2 * cache.lifetime, loader: loader)
            #expect(loader.requests == 3)
        }
    }

    @Test("Files that are too large or no images are not kept, and of local ones only regular files are used")
    func refused() async throws {
        try await Self.withCache { cache in
            var cache = cache
            cache.largestFile = 100
            await #expect(throws: LoadError.self) {
                try await cache.file(for: Self.url("a.png"), now: 0, loader: Pictures(Self.png + [UInt8](repeating: 0, count: 100)))
            }
            await #expect(throws: ArtworkCache.Unusable.self) {
                try await cache.file(for: Self.url("a.png"), now: 0, loader: Pictures(Array("<html>".utf8)))
            }
            await #expect(throws: ArtworkCache.Unusable.self) {
                try await cache.file(for: try #require(URL(string: "ftp://a.example/a.png")), now: 0, loader: Pictures(Self.png))
            }
            for path in ["/nonexistent/a.png", "/dev/zero", "/"] {
                await #expect(throws: ArtworkCache.Unusable.self) {
                    try await cache.file(for: URL(fileURLWithPath: path), now: 0, loader: Pictures(Self.png))
                }
            }
            #expect(!FileManager.default.fileExists(atPath: cache.folder.path))
        }
    }

    @Test("Only regular files are replaced")
    func links() async throws {
        try await Self.withCache { cache in
            let url = try Self.url("a.png")
            try FileManager.default.createDirectory(at: cache.folder, withIntermediateDirectories: true)
            let stem = ArtworkCache.stem(of: Array(url.absoluteString.utf8))
            let link = cache.folder.appendingPathComponent("\(stem).\(ArtworkFormat.png.rawValue)")
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/nonexistent")
            await #expect(throws: ArtworkCache.Unusable.self) { try await cache.file(for: url, now: 0, loader: Pictures(Self.png)) }
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "/nonexistent")
        }
    }

    @Test("The oldest files are removed first")
    func bounded() async throws {
        try await Self.withCache { cache in
            var cache = cache
            cache.largestFolder = 3 * Self.png.count
            let loader = Pictures(Self.png)
            var files: [URL] = []
            for index in 0..<5 {
                let file = try await cache.file(for: Self.url("\(index).png"), now: Date().timeIntervalSince1970, loader: loader)
                let written = Date(timeIntervalSince1970: Date().timeIntervalSince1970 - 100 + Double(index))
                try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: file.path)
                files.append(file)
            }
            #expect(files.map { FileManager.default.fileExists(atPath: $0.path) } == [false, false, true, true, true])
        }
    }

    @Test("The folder is in the user's caches")
    func folder() {
        #expect(ArtworkCache.userFolder(["XDG_CACHE_HOME": "/x", "HOME": "/h"]).path == "/x/playhead/artwork")
        #expect(ArtworkCache.userFolder(["XDG_CACHE_HOME": "x", "HOME": "/h"]).path == "/h/.cache/playhead/artwork")
    }

    @Test("Image formats are detected by the first bytes")
    func formats() {
        #expect(ArtworkFormat([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg && ArtworkFormat(Self.png) == .png)
        #expect(ArtworkFormat(Array("GIF89a".utf8)) == .gif && ArtworkFormat(Array("RIFF....WEBPVP8 ".utf8)) == .webp)
        #expect(ArtworkFormat(Array("<svg".utf8)) == nil && ArtworkFormat([UInt8]()) == nil)
    }
}
