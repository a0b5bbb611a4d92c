import Foundation
import PlayheadAdaptive
import PlayheadTransport
import Synchronization

@testable import PlayheadTestKit

/// A movie of many rungs behind a recorded network, on a clock: the segments of one small stream, blown up to the movie's sizes.
///
/// Each segment is padding first and media last, so that nothing of it can be played before all of it is there, as simulations have it.
/// Playlists come at once.
final class TraceLoader: Loader {
    let movie: SimulatedMovie
    private let clock: ManualClock
    private let pacer = Pacer(bytesPerSecond: nil)
    private let initialization: [UInt8]
    private let media: [[UInt8]]
    private let record = Mutex(Record())

    private struct Record {
        /// The rung in which each segment came wholly.
        var rungs: [Int: Int] = [:]
        var abandoned = 0
    }

    /// - Parameters:
    ///   - folder: Of a presentation of one rung in fragmented MP4, with as many segments of the same length as the movie.
    init(_ movie: SimulatedMovie, in folder: URL, network: PlayheadTestKit.NetworkTrace, clock: ManualClock) throws {
        self.movie = movie
        self.clock = clock
        pacer.follow(network, from: clock.now)
        initialization = [UInt8](try Data(contentsOf: folder.appendingPathComponent("init.mp4")))
        media = try movie.sizes.indices.map { index in
            [UInt8](try Data(contentsOf: folder.appendingPathComponent(String(format: "segment%03d.m4s", index))))
        }
    }

    var url: URL { URL(string: "http://trace.test/main.m3u8") ?? URL(fileURLWithPath: "/") }

    /// The rungs of the segments, those that are there.
    var rungs: [Int] { record.withLock { $0.rungs.sorted { $0.key < $1.key }.map(\.value) } }
    var abandoned: Int { record.withLock { $0.abandoned } }
    /// Where the media ends that came wholly, in seconds.
    var end: Double { Double((record.withLock { $0.rungs.keys.max() } ?? -1) + 1) * movie.segmentDuration }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let names = request.url.path.split(separator: "/").map(String.init)
        func whole(_ bytes: [UInt8]) -> LoadResponse {
            LoadResponse(url: request.url, contentLength: Int64(bytes.count), body: LoadBody(bytes: bytes))
        }
        guard names.count == 2, let rung = Int(names[0]) else { return whole(Array(multivariant.utf8)) }
        switch names[1] {
        case "main.m3u8": return whole(Array(playlist.utf8))
        case "init.mp4": return whole(initialization)
        default:
            guard let index = Int(names[1].prefix { $0 != "." }), media.indices.contains(index) else {
                throw LoadError(.status(404), kind: request.kind, url: request.url)
            }
            let now = clock.now
            try await clock.sleep(until: now + pacer.latency(now: now))
            let size = max(Int(movie.sizes[index][rung] / 8), media[index].count + 8)
            let body = Body(padding: size - media[index].count, media: media[index], clock: clock, pacer: pacer) { [self] isWhole in
                record.withLock { record in
                    if isWhole { record.rungs[index] = rung } else { record.abandoned += 1 }
                }
            }
            return LoadResponse(url: request.url, contentLength: Int64(size), body: LoadBody(source: body))
        }
    }

    private var multivariant: String {
        movie.bitrates.enumerated().reduce("#EXTM3U\n") { text, rung in
            text + "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(rung.element)),CODECS=\"avc1.4d400a\",RESOLUTION=64x\(36 + 2 * rung.offset)\n"
                + "\(rung.offset)/main.m3u8\n"
        }
    }

    private var playlist: String {
        let target = Int(movie.segmentDuration.rounded(.up))
        let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:\(target)\n#EXT-X-MAP:URI=\"init.mp4\"\n"
        return movie.sizes.indices.reduce(head) { $0 + "#EXTINF:\(movie.segmentDuration),\n\($1).m4s\n" } + "#EXT-X-ENDLIST\n"
    }

    private final class Body: LoadBodySource {
        private let padding: Int
        private let media: [UInt8]
        private let clock: ManualClock
        private let pacer: Pacer
        private let onEnd: @Sendable (Bool) -> Void
        private let offset = Mutex(0)
        private let isOver = Mutex(false)

        init(padding: Int, media: [UInt8], clock: ManualClock, pacer: Pacer, onEnd: @escaping @Sendable (Bool) -> Void) {
            self.padding = padding
            self.media = media
            self.clock = clock
            self.pacer = pacer
            self.onEnd = onEnd
        }

        private var count: Int { padding + media.count }

        func next() async throws -> [UInt8]? {
            let start = offset.withLock { $0 }
            guard start < count else {
                end(true)
                return nil
            }
            let now = clock.now
            let length = min(pacer.stepLength(now: now) ?? count, count - start)
            do {
                if let due = pacer.reserve(length, now: now), due > now { try await clock.sleep(until: due) }
            } catch {
                end(false)
                throw error
            }
            offset.withLock { $0 = start + length }
            return bytes(start..<start + length)
        }

        func cancel() { end(offset.withLock { $0 } == count) }

        private func end(_ isWhole: Bool) {
            let isFirst = isOver.withLock { isOver in
                defer { isOver = true }
                return !isOver
            }
            if isFirst { onEnd(isWhole) }
        }

        /// A box of padding, then the media.
        private func bytes(_ range: Range<Int>) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: range.count)
            let head = [UInt8](withUnsafeBytes(of: UInt32(padding).bigEndian, Array.init)) + Array("free".utf8)
            for index in range.clamped(to: 0..<8) { bytes[index - range.lowerBound] = head[index] }
            let part = range.clamped(to: padding..<count)
            if !part.isEmpty {
                bytes.replaceSubrange(
                    part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound,
                    with: media[part.lowerBound - padding..<part.upperBound - padding])
            }
            return bytes
        }
    }
}
