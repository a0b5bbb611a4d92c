import PlayheadFFmpeg

/// Reads the wanted streams of one demuxer as packets on the presentation's timeline, and seeks so that decoding can begin there.
struct ContainerReader {
    /// One wanted stream.
    struct Lane {
        let kind: TrackKind
        let format: TrackFormat
        /// Where the next packet would be if it had no time of its own, in seconds.
        var next = 0.0
        /// Whether packets are left out until a key frame, as after a seek.
        var waitsForKey = false
    }

    private let demuxer: Demuxer
    private(set) var lanes: [Lane]
    private let origin: Double
    /// Read while looking for a key frame, not handed out yet.
    /// Takes the packets of streams of timed metadata.
    var onMetadata: ((Packet, StreamInfo) -> Void)?
    private let metadataStreams: [StreamInfo]
    private var ahead: [(MediaPacket, TrackKind)] = []

    init(demuxer: Demuxer, lanes: [Lane], origin: Double) {
        self.demuxer = demuxer
        self.lanes = lanes
        self.origin = origin
        metadataStreams = Self.metadataStreams(of: demuxer)
    }

    /// The streams of timed ID3 tags.
    static func metadataStreams(of demuxer: Demuxer) -> [StreamInfo] { demuxer.streams.filter { $0.codec == "timed_id3" } }

    /// The next packet of a wanted stream, or `nil` at the end.
    mutating func next() throws -> (MediaPacket, TrackKind)? {
        if !ahead.isEmpty { return ahead.removeFirst() }
        return try read()
    }

    /// Goes to where decoding for `target` seconds has to begin: at a key frame at or before it.
    ///
    /// Containers without an index land somewhere near; then the search goes further back until a key frame comes before the target.
    mutating func seek(to target: Double) throws {
        var back = 0.0
        let pictures = lanes.first { $0.kind == .video }
        while true {
            ahead = []
            let time = max(0, target - back)
            try demuxer.seek(to: time + origin, stream: pictures?.format.stream)
            for index in lanes.indices {
                lanes[index].next = time
                lanes[index].waitsForKey = time > 0 && lanes[index].kind == .video
            }
            guard pictures != nil else { return }
            while let (packet, kind) = try read() {
                ahead.append((packet, kind))
                if kind == .video { break }
            }
            let found = ahead.last { $0.1 == .video }?.0.time ?? .infinity
            if found <= target + 0.001 || time == 0 { return }
            back = back == 0 ? 2 : back * 2
        }
    }

    private mutating func read() throws -> (MediaPacket, TrackKind)? {
        while let packet = try demuxer.read() {
            guard let index = lanes.firstIndex(where: { $0.format.stream.index == packet.streamIndex }) else {
                if let stream = metadataStreams.first(where: { $0.index == packet.streamIndex }) { onMetadata?(packet, stream) }
                continue
            }
            if lanes[index].waitsForKey {
                guard packet.isKey else { continue }
                lanes[index].waitsForKey = false
            }
            let placed = MediaPacket(packet, format: lanes[index].format, fallback: lanes[index].next)
            lanes[index].next = placed.end
            return (placed, lanes[index].kind)
        }
        return nil
    }
}
