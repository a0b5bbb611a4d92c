import Foundation
import PlayheadAdaptive
import PlayheadTestKit

/// A movie of the simulation as a presentation that plays: segments of a small sample, each filled up to the movie's size of its rung with null packets
/// of the transport stream. They come first, so that a segment can be played when it is there wholly, as in the simulation.
enum PaddedMovie {
    /// Serves it, and gives the multivariant playlist.
    static func serve(_ movie: SimulatedMovie, from origin: LoopbackOrigin) async throws -> URL {
        let recipe = SampleRecipe(
            .hls(HLSLayout(segments: .transportStream, segmentDuration: movie.segmentDuration)),
            duration: Double(movie.sizes.count) * movie.segmentDuration, width: 64, height: 36, frameRate: 10, hasAudio: false)
        let list = try await Samples.url(recipe)
        let text = try String(contentsOf: list, encoding: .utf8)
        let names = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        let segments = try names.map { try Data(contentsOf: list.deletingLastPathComponent().appendingPathComponent($0)) }
        var master = "#EXTM3U\n"
        for (rung, bitrate) in movie.bitrates.enumerated() {
            master += "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(bitrate)),RESOLUTION=\(64 * (rung + 1))x\(36 * (rung + 1))\n\(rung)/main.m3u8\n"
            origin.add("\(rung)/main.m3u8", text: text)
        }
        origin.add("movie.m3u8", text: master)
        origin.add("*.ts") { request in
            let parts = request.path.split(separator: "/").map(String.init)
            guard parts.count == 2, let rung = Int(parts[0]), let index = names.firstIndex(of: parts[1]), index < movie.sizes.count else {
                return OriginResponse(status: 404)
            }
            return OriginResponse(body: padded(segments[index], to: Int(movie.sizes[index][rung] / 8)), type: "video/mp2t")
        }
        return origin.url("movie.m3u8")
    }

    private static let nullPacket = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)

    private static func padded(_ segment: Data, to size: Int) -> [UInt8] {
        let count = max(0, size - segment.count) / nullPacket.count
        return Array([[UInt8]](repeating: nullPacket, count: count).joined()) + segment
    }
}
