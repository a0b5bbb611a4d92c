import Foundation
import PlayheadAdaptive
import PlayheadOrigin
import PlayheadSamples
import TestSupport

/// A simulated movie as a playable presentation: segments of a small sample, each padded with null packets of the transport stream to the
/// size of its rung. Null packets come first, so that a segment is playable only once it is complete, as in the simulation; or they are
/// spread, so that all pictures of a segment have the same number of bytes. HLS and DASH have the same segments.
struct PaddedMovie: Sendable {
    /// The size of a packet in bytes, of which segment sizes are multiples.
    private static let packet = 188

    private let movie: SimulatedMovie
    private let names: [String]
    private let segments: [[UInt8]]
    private let tellsSizes: Bool
    private let spreadsPadding: Bool
    private let frameRate: Int

    /// The path of the multivariant playlist.
    static let entry = "movie.m3u8"
    /// The path of the DASH manifest with the same segments.
    static let manifest = "movie.mpd"

    /// Creates the presentation of a movie. With `tellsSizes`, playlists and the manifest contain the sizes of segments, as byte ranges. With
    /// `spreadsPadding` null packets follow each picture instead of preceding the first.
    init(_ movie: SimulatedMovie, tellsSizes: Bool, spreadsPadding: Bool = false, frameRate: Int = 10) async throws {
        self.frameRate = frameRate
        self.movie = movie
        self.tellsSizes = tellsSizes
        self.spreadsPadding = spreadsPadding
        let recipe = SampleRecipe(
            .hls(HLSLayout(segments: .transportStream, segmentDuration: movie.segmentDuration)),
            duration: Double(movie.sizes.count) * movie.segmentDuration, width: 64, height: 36, frameRate: frameRate, hasAudio: false)
        let list = try await Samples.url(recipe)
        let text = try String(contentsOf: list, encoding: .utf8)
        names = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        segments = try names.map { [UInt8](try Data(contentsOf: list.deletingLastPathComponent().appendingPathComponent($0))) }
    }

    /// The number of frames in a segment.
    var frames: Int { Int(saturating: movie.segmentDuration * Double(frameRate)) }

    /// Returns the content at a path, or `nil` if there is none.
    func body(_ path: String) -> [UInt8]? {
        if path == Self.entry { return Array(master.utf8) }
        if path == Self.manifest { return Array(manifest.utf8) }
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count == 2, let rung = Int(parts[0]), movie.bitrates.indices.contains(rung) else { return nil }
        if parts[1] == "main.m3u8" { return Array(playlist(rung).utf8) }
        guard let index = names.firstIndex(of: parts[1]), index < movie.sizes.count else { return nil }
        if spreadsPadding { return spread(segments[index], to: size(index, rung)) }
        let nulls = (size(index, rung) - segments[index].count) / Self.packet
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size(index, rung))
        for _ in 0..<max(0, nulls) { bytes += Self.null }
        return bytes + segments[index]
    }

    /// Returns a segment with null packets after each picture, so that the pictures begin at equal distances.
    private func spread(_ segment: [UInt8], to size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        var picture = 0
        for place in stride(from: 0, to: segment.count, by: Self.packet) {
            let pid = Int(segment[place + 1] & 0x1F) << 8 | Int(segment[place + 2])
            if pid == Self.pictures, segment[place + 1] & 0x40 != 0 {
                let begin = size / Self.packet * picture / frames * Self.packet
                while picture > 0, bytes.count < begin { bytes += Self.null }
                picture += 1
            }
            bytes += segment[place..<place + Self.packet]
        }
        while bytes.count < size { bytes += Self.null }
        return bytes
    }

    /// The packet identifier of the pictures in streams that FFmpeg makes.
    private static let pictures = 0x100

    /// Answers the requests to an origin.
    func serve(from origin: LoopbackOrigin) -> URL {
        origin.add("**") { request in
            guard let bytes = body(request.path) else { return OriginResponse(status: 404) }
            let isPlaylist = request.path.hasSuffix(".m3u8")
            return OriginResponse(body: bytes, type: isPlaylist ? "application/vnd.apple.mpegurl" : "video/mp2t")
        }
        return origin.url(Self.entry)
    }

    private static let null: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: packet - 4)

    /// Returns the size of a segment in bytes: the size in the movie, rounded to whole packets.
    private func size(_ index: Int, _ rung: Int) -> Int {
        max(segments[index].count, Int(saturating: movie.sizes[index][rung] / 8, rounding: .towardZero) / Self.packet * Self.packet)
    }

    private var master: String {
        movie.bitrates.enumerated().reduce("#EXTM3U\n") { text, rung in
            let (width, height) = (64 * (rung.offset + 1), 36 * (rung.offset + 1))
            return text
                + "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(saturating: rung.element, rounding: .towardZero)),RESOLUTION=\(width)x\(height)\n\(rung.offset)/main.m3u8\n"
        }
    }

    private var manifest: String {
        let representations = movie.bitrates.enumerated().map { rung, bitrate in
            let urls = movie.sizes.indices.map { index in
                let range = tellsSizes ? " mediaRange=\"0-\(size(index, rung) - 1)\"" : ""
                return "<SegmentURL media=\"\(rung)/\(names[index])\"\(range)/>"
            }
            return """
                <Representation id="\(rung)" bandwidth="\(Int(saturating: bitrate, rounding: .towardZero))" width="\(64 * (rung + 1))"
                height="\(36 * (rung + 1))"><SegmentList timescale="1000" duration="\(Int(saturating: movie.segmentDuration * 1000))">
                \(urls.joined())</SegmentList></Representation>
                """
        }
        return """
            <MPD type="static" mediaPresentationDuration="PT\(Double(movie.sizes.count) * movie.segmentDuration)S"><Period>
            <AdaptationSet contentType="video" mimeType="video/mp2t">\(representations.joined())</AdaptationSet></Period></MPD>
            """
    }

    private func playlist(_ rung: Int) -> String {
        let target = Int(saturating: movie.segmentDuration, rounding: .up)
        let lines = movie.sizes.indices.map { index in
            let range = tellsSizes ? "#EXT-X-BYTERANGE:\(size(index, rung))@0\n" : ""
            return "#EXTINF:\(movie.segmentDuration),\n\(range)\(names[index])\n"
        }
        return "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:\(target)\n" + lines.joined() + "#EXT-X-ENDLIST\n"
    }
}

extension SimulatedMovie {
    /// Creates segments of 3 s with varying sizes, like those of scenes.
    static func varying(segments: Int, seed: UInt64 = 3) throws -> SimulatedMovie {
        var numbers = SeededGenerator(seed: seed)
        let bitrates = [230, 477, 991, 2056, 2962, 5027].map { Double($0) * 1000 }
        let bits = Double(8 * 188)
        return try SimulatedMovie(
            segmentDuration: 3, bitrates: bitrates,
            sizes: (0..<segments).map { _ in
                let scale = numbers.number(0.7...1.3)
                return bitrates.map { ($0 * 3 * scale / bits).rounded() * bits }
            })
    }
}
