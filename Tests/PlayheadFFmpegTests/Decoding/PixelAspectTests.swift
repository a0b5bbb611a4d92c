import Foundation
import Testing

@testable import PlayheadFFmpeg

@Suite(.enabled(if: Samples.areThere))
struct PixelAspectTests {
    private func aspect(_ url: URL) throws -> Double? {
        let demuxer = try Demuxer(source: MemorySource([UInt8](Data(contentsOf: url))))
        let stream = try #require(demuxer.bestStream(.video))
        demuxer.select([stream])
        let decoder = try Decoder(stream: stream)
        while let packet = try demuxer.read() {
            _ = try decoder.send(packet)
            if case .frame(let frame) = try decoder.receive() { return frame.pixelAspect }
        }
        _ = try decoder.send(nil)
        if case .frame(let frame) = try decoder.receive() { return frame.pixelAspect }
        return nil
    }

    private static let source = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=0.5"]

    @Test(arguments: ["mp4", "mkv", "ts"])
    func `pixels have the aspect ratio of the codec`(_ type: String) async throws {
        let file = try await Samples.custom(
            "aspect.\(type)", Self.source + ["-vf", "setsar=4/3", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"])
        #expect(try aspect(file) == 4.0 / 3)
    }

    @Test func `the aspect ratio of the container has priority over the codec's`() async throws {
        let square = try await Samples.custom(
            "aspect-square.mp4", Self.source + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"])
        #expect(try aspect(square) == 1)
        let stretched = try await Samples.custom("aspect-outside.mkv", ["-i", square.path, "-c", "copy", "-aspect", "3:1"])
        #expect(try aspect(stretched) == 2)
    }
}
