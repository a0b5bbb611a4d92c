import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Thumbnails of DASH", .timeLimit(.minutes(2)))
struct ThumbnailTilesTests {
    /// Serves images beside the segments of a presentation.
    private final class Server: Loader {
        let origin: DASHOrigin
        private let folder: URL
        private let requested = Mutex<[String]>([])

        init(_ manifest: String, images folder: URL) async throws {
            origin = try await DASHOrigin { manifest }
            self.folder = folder
        }

        var images: [String] { requested.withLock { $0 } }

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            let name = request.url.lastPathComponent
            guard name.hasPrefix("tiles"), let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
                return try await origin.load(request)
            }
            requested.withLock { $0.append(name) }
            return LoadResponse(url: request.url, contentLength: Int64(data.count), body: LoadBody(bytes: [UInt8](data)))
        }
    }

    private static let (width, height) = (64, 36)

    private func manifest(_ ending: String, grid: String = "2x2") -> String {
        """
        <MPD type="static" mediaPresentationDuration="PT6S"><Period>\(DASHOrigin.pictures("duration=\"1\"/>"))
        <AdaptationSet contentType="image" mimeType="image/\(ending == "jpg" ? "jpeg" : ending)">
        <SegmentTemplate media="tiles-$Number$.\(ending)" duration="4" startNumber="1"/>
        <Representation id="tiles" bandwidth="10000" width="128" height="72">
        <EssentialProperty schemeIdUri="http://dashif.org/guidelines/thumbnail_tile" value="\(grid)"/></Representation>
        </AdaptationSet></Period></MPD>
        """
    }

    /// Makes six pictures of a second each: two images of four tiles, and the pixels of each picture.
    private func pictures(_ ending: String, in folder: URL) async throws -> [[UInt8]] {
        let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=1:duration=6"]
        let tool = try CachedTool("ffmpeg")
        try await tool.run(
            source + ["-vf", "format=rgb24,tile=2x2", "-q:v", "2", "tiles-%d.\(ending)"], in: folder)
        try await tool.run(source + ["-vf", "format=rgb24,format=rgba", "-f", "rawvideo", "pixels"], in: folder)
        let pixels = [UInt8](try Data(contentsOf: folder.appendingPathComponent("pixels")))
        let size = Self.width * Self.height * 4
        return stride(from: 0, to: pixels.count, by: size).map { Array(pixels[$0..<$0 + size]) }
    }

    private func withRig(_ manifest: String, _ folder: URL, _ body: (EngineRig, Server) async throws -> Void) async throws {
        let server = try await Server(manifest, images: folder)
        let rig = EngineRig(try #require(URL(string: server.origin.manifestURL)), loader: server)
        _ = try await rig.open()
        try await body(rig, server)
        try await rig.close()
    }

    @Test(
        "Each thumbnail is the tile for its time, and an image is loaded once", .enabled(if: Samples.areThere), arguments: ["png", "jpg"])
    func tiles(_ ending: String) async throws {
        try await withTemporaryFolder { folder in
            let expected = try await pictures(ending, in: folder)
            #expect(expected.count == 6)
            try await withRig(manifest(ending), folder) { rig, server in
                for (time, index) in [(0.0, 0), (1, 1), (2.5, 2), (3.99, 3), (4, 4), (5.9, 5)] {
                    let found = try await rig.engine.thumbnail(at: time, fitting: PictureSize(width: 320, height: 180))
                    #expect(found.width == Self.width && found.height == Self.height && found.time == Double(index))
                    if ending == "png" { #expect((found.pixels == expected[index]) as Bool, "at \(time)") }
                    let differences = zip(found.pixels, expected[index]).map { abs(Int($0) - Int($1)) }
                    #expect(differences.reduce(0, +) / differences.count < 12, "at \(time)")
                }
                #expect(server.images == ["tiles-1.\(ending)", "tiles-2.\(ending)"])
                let small = try await rig.engine.thumbnail(at: 1, fitting: PictureSize(width: 32, height: 32))
                #expect(small.width == 32 && small.height == 18)
            }
        }
    }

    @Test("Key frames replace images that are absent or damaged", .enabled(if: Samples.areThere), arguments: [false, true])
    func fallback(isDamaged: Bool) async throws {
        try await withTemporaryFolder { folder in
            if isDamaged { try Data([0x89, 0x50, 0x4E, 0x47, 1, 2, 3]).write(to: folder.appendingPathComponent("tiles-1.png")) }
            try await withRig(manifest("png"), folder) { rig, _ in
                let found = try await rig.engine.thumbnail(at: 2.5, fitting: PictureSize(width: 320, height: 180))
                #expect(found.stamp == 60)
            }
        }
    }

    @Test("In a period without tiles thumbnails are its key frames, and not the tiles of another period", .enabled(if: Samples.areThere))
    func periodWithoutTiles() async throws {
        try await withTemporaryFolder { folder in
            _ = try await pictures("png", in: folder)
            let later = DASHOrigin.pictures("duration=\"1\" startNumber=\"4\" presentationTimeOffset=\"3\"/>")
            // The second tile of two seconds is cut by the end of its period.
            let periods = manifest("png", grid: "2x1").replacing("<Period>", with: "<Period duration=\"PT3S\">")
                .replacing("</Period>", with: "</Period><Period>\(later)</Period>")
            try await withRig(periods, folder) { rig, _ in
                let size = PictureSize(width: 320, height: 180)
                let last = try await rig.engine.thumbnail(at: 2.9, fitting: size)
                let keyFrame = try await rig.engine.thumbnail(at: 3.5, fitting: size)
                let first = try await rig.engine.thumbnail(at: 0.5, fitting: size)
                #expect(last.width == Self.width && keyFrame.stamp == 90 && first.width == Self.width)
            }
        }
    }

    @Test("Without tiles key frames are those of the trick-mode set, in periods that have one", .enabled(if: Samples.areThere))
    func trickMode() async throws {
        let pictures = DASHOrigin.pictures("duration=\"1\"/>")
        let property = "<EssentialProperty schemeIdUri=\"http://dashif.org/guidelines/trickmode\" value=\"1\"/>"
        let trick = pictures.replacing("<Representation", with: "\(property)<BaseURL>http://trick.test/</BaseURL><Representation")
        let later = DASHOrigin.pictures("duration=\"1\" startNumber=\"4\" presentationTimeOffset=\"3\"/>")
        let manifest =
            "<MPD type=\"static\" mediaPresentationDuration=\"PT6S\"><Period duration=\"PT3S\">\(trick)\(pictures)</Period>"
            + "<Period>\(later)</Period></MPD>"
        let origin = try await DASHOrigin { manifest }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        _ = try await rig.open()
        for (time, stamp) in [(1.5, 30), (4.5, 120)] {
            #expect(try await rig.engine.thumbnail(at: time, fitting: PictureSize(width: 320, height: 180)).stamp == stamp)
        }
        let names = origin.urls.filter { $0.host == "trick.test" }.map(\.lastPathComponent)
        #expect(Set(names) == ["init-stream0.m4s", "chunk-stream0-00002.m4s"])
        try await rig.close()
    }

    @Test("A grid is read from its columns and rows")
    func grid() throws {
        for text in ["", "x", "3", "3x", "0x4", "-1x4", "4x-1", "1000x1000", "9223372036854775807x2", "2x2x2", "axb"] {
            #expect(TileGrid(text) == nil, "\(text)")
        }
        var grid = try #require(TileGrid("5X3"))
        (grid.start, grid.duration) = (10, 30)
        #expect(grid.tile(at: 10) == .init(column: 0, row: 0, start: 10, end: 12))
        #expect(grid.tile(at: 20) == .init(column: 0, row: 1, start: 20, end: 22))
        #expect(grid.tile(at: 39.9) == .init(column: 4, row: 2, start: 38, end: 40))
        #expect(grid.tile(at: 1e300).column == 4 && grid.tile(at: -1e300).row == 0 && grid.tile(at: .nan).column == 0)
    }
}
