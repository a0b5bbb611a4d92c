import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Counting segments without a demuxer")
struct SegmentMeterTests {
    /// A session's meter, and a list of segments of 6 s.
    private struct Rig {
        let store = PacketStore {}
        let meter: SegmentMeter
        let generation: Int
        private let feed: PlaylistFeed

        init(_ tracks: Set<TrackKind> = [.video], visibleFrom time: Double = -.infinity) async throws {
            let list = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + (0..<4).map { "#EXTINF:6,\n\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"
            guard case .media(let playlist) = try HLSPlaylist.parse(list, url: "http://meter.test/list.m3u8") else {
                throw CancellationError()
            }
            feed = PlaylistFeed(
                url: "http://meter.test/list.m3u8", playlists: PlaylistLoader(loader: URLLoader(), options: RequestOptions()),
                variables: nil, clock: SystemClock())
            try await feed.take(playlist)
            generation = store.reset()
            store.define(tracks, isMuxed: true)
            meter = SegmentMeter(store: store, tracks: tracks, generation: generation, visibleFrom: time)
        }

        func segment(_ index: Int) throws -> Segment {
            guard let segment = feed.segment(at: SegmentCursor(sequence: index)) else { throw CancellationError() }
            return segment
        }

        func run(_ index: Int, level: Int? = nil) throws -> SegmentRun {
            let level = level.map { QualityLevel(index: $0, label: "\($0)", bitrate: 1000 * $0) }
            return SegmentRun(try segment(index), of: RenditionSelection(rendition: feed, position: nil, level: level), meter: meter)
        }

        /// The packets of a track, in order.
        func packets(_ kind: TrackKind = .video) -> [MediaPacket] {
            var packets: [MediaPacket] = []
            while case .packet(let packet) = store.next(kind) { packets.append(packet) }
            return packets
        }
    }

    @Test("A segment of known size becomes packets as its bytes arrive, whose times are its share")
    func progress() async throws {
        let rig = try await Rig()
        let run = try rig.run(0, level: 2)
        run.begin(try rig.segment(0))
        run.expect(6000)
        run.append([UInt8](repeating: 0, count: 3000))
        let half = try #require(rig.store.loadedEnd(of: .video))
        #expect(half > 2.9 && half <= 3)
        run.append([UInt8](repeating: 0, count: 3000))
        run.completeSegment()
        #expect(rig.store.loadedEnd(of: .video) == 6)
        let packets = rig.packets()
        #expect(packets.first?.time == 0 && packets.first?.isKey == true && packets.dropFirst().allSatisfy { !$0.isKey })
        #expect(zip(packets, packets.dropFirst()).allSatisfy { abs($0.end - $1.time) < 0.000_1 })
        #expect(packets.allSatisfy { $0.packet == nil && $0.duration <= 0.5 && $0.format.level?.index == 2 })
        #expect(abs(packets.reduce(0) { $0 + $1.size } - 6000) <= packets.count)
    }

    @Test("Without a size the packets are appended when the segment is complete")
    func unknownSize() async throws {
        let rig = try await Rig()
        let run = try rig.run(0)
        run.begin(try rig.segment(0))
        run.expect(nil)
        run.append([UInt8](repeating: 0, count: 100))
        #expect(rig.store.loadedEnd(of: .video) == nil)
        run.completeSegment()
        #expect(rig.store.loadedEnd(of: .video) == 6)
    }

    @Test("The bytes of an initialization segment do not count")
    func initialization() async throws {
        let rig = try await Rig()
        let run = try rig.run(0)
        run.append([UInt8](repeating: 0, count: 5000))
        run.begin(try rig.segment(0))
        run.expect(1000)
        run.append([UInt8](repeating: 0, count: 100))
        #expect(try #require(rig.store.loadedEnd(of: .video)) < 1)
    }

    @Test("A segment that is loaded again from another rung continues where the first one was left")
    func replacement() async throws {
        let rig = try await Rig()
        let high = try rig.run(0, level: 3)
        high.begin(try rig.segment(0))
        high.expect(1000)
        high.append([UInt8](repeating: 0, count: 500))
        high.truncate(try rig.segment(0).cursor)
        let low = try rig.run(0, level: 1)
        low.append([UInt8](repeating: 0, count: 400))
        low.begin(try rig.segment(0))
        low.expect(100)
        low.append([UInt8](repeating: 0, count: 100))
        low.completeSegment()
        let packets = rig.packets()
        #expect(zip(packets, packets.dropFirst()).allSatisfy { abs($0.end - $1.time) < 0.000_1 })
        #expect(packets.last.map(\.end) == 6)
        let change = try #require(packets.first { $0.format.level?.index == 1 })
        #expect(change.time > 2.9 && change.time <= 3)
    }

    @Test("What another session has loaded is not loaded again")
    func visibility() async throws {
        let rig = try await Rig(visibleFrom: 4)
        let run = try rig.run(0)
        run.begin(try rig.segment(0))
        run.completeSegment()
        #expect(rig.packets().map(\.time).min() == 4)
    }

    @Test("The tracks of a segment have the same times, and its bytes count once")
    func tracks() async throws {
        let rig = try await Rig([.video, .audio])
        let run = try rig.run(1)
        run.begin(try rig.segment(1))
        run.expect(600)
        run.append([UInt8](repeating: 0, count: 600))
        run.completeSegment()
        let (pictures, sound) = (rig.packets(.video), rig.packets(.audio))
        #expect(pictures.map(\.time) == sound.map(\.time) && pictures.first?.time == 6)
        #expect(sound.allSatisfy { $0.size == 0 && $0.isKey })
    }

    @Test("A segment of impossible duration becomes a bounded number of packets")
    func bounded() async throws {
        let rig = try await Rig()
        var segment = try rig.segment(0)
        segment.duration = 1e9
        let run = try rig.run(0)
        run.begin(segment)
        run.completeSegment()
        #expect(rig.packets().count <= 256)
        #expect(rig.store.loadedEnd(of: .video).map { abs($0 - 1e9) < 1 } == true)
    }

    @Test("Packets of an old generation are refused")
    func generations() async throws {
        let rig = try await Rig()
        let run = try rig.run(0)
        run.begin(try rig.segment(0))
        rig.store.reset()
        run.completeSegment()
        #expect(rig.packets().isEmpty)
    }
}
