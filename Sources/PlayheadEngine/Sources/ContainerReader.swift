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
        /// Where the next packet is expected in decoding order, in seconds.
        fileprivate var expected: Double?
        /// What is added to the container's times, in seconds, since they have jumped.
        fileprivate var shift = 0.0

        init(kind: TrackKind, format: TrackFormat, next: Double = 0) {
            self.kind = kind
            self.format = format
            self.next = next
        }
    }

    /// How timestamps are followed that jump although nothing marks it.
    struct Jumps {
        /// How far forwards they may go at once and still be meant, in seconds.
        var furthest: Double
        /// Whether that counts for a track's first packet too, from where reading began.
        var includesFirst = false
        /// Whether a packet that would be at one time (seconds) belongs where it was expected, by what is known from elsewhere.
        var isJump: (_ packet: Packet, _ time: Double, _ expected: Double) -> Bool
        /// Seconds to add to timestamps from a jump on, by the first one behind it and by where it is to be, both in seconds.
        var offset: (_ timestamp: Double, _ start: Double) -> Double
    }

    private let demuxer: Demuxer
    private(set) var lanes: [Lane]
    private let origin: Double
    /// Takes the packets of streams of timed metadata, with the seconds to add to their times.
    var onMetadata: ((Packet, StreamInfo, Double) -> Void)?
    /// Takes the packets of ``texts``.
    var onText: ((Packet, StreamInfo) -> Void)?
    /// Streams of captions.
    var texts: [StreamInfo] = []
    /// `nil` takes all timestamps as they are.
    var jumps: Jumps?
    private let metadataStreams: [StreamInfo]
    /// Read while looking for a key frame, not handed out yet.
    private var ahead: [(MediaPacket, TrackKind)] = []

    init(demuxer: Demuxer, lanes: [Lane], origin: Double) {
        self.demuxer = demuxer
        self.lanes = lanes
        self.origin = origin
        metadataStreams = Self.metadataStreams(of: demuxer)
    }

    /// The streams of timed ID3 tags.
    static func metadataStreams(of demuxer: Demuxer) -> [StreamInfo] { demuxer.streams.filter { $0.codec == "timed_id3" } }

    /// Reads other streams from the next packet on; those that stay go on as they were.
    mutating func setLanes(_ formats: [(kind: TrackKind, format: TrackFormat)]) {
        let before = lanes
        lanes = formats.map { kind, format in before.first { $0.format === format } ?? Lane(kind: kind, format: format) }
        ahead = ahead.filter { packet, _ in formats.contains { $0.format === packet.format } }
        select()
    }

    /// Leaves out what nobody wants.
    func select() { demuxer.select(lanes.map(\.format.stream) + (onMetadata == nil ? [] : metadataStreams) + texts) }

    /// The truncation of the file, as far as is known by now.
    var truncation: TruncatedFile? { demuxer.truncation }

    /// Whether the last page of an Ogg file is missing, as far as it was read.
    var lacksLastPage: Bool { demuxer.lacksLastPage }

    /// The next packet of a wanted stream, or `nil` at the end.
    mutating func next() throws -> (MediaPacket, TrackKind)? {
        if !ahead.isEmpty { return ahead.removeFirst() }
        return try read()
    }

    /// Goes to where decoding for `target` seconds has to begin: at a key frame at or before it.
    ///
    /// Containers without an index land somewhere near; then the search goes further back until a key frame comes before the target. Where none
    /// does, the sound is read from the target on.
    mutating func seek(to target: Double) throws {
        var back = 0.0
        let preroll = 0.5
        guard let pictures = lanes.first(where: { $0.kind == .video }) else { return try move(to: target, in: nil) }
        while true {
            let time = max(0, target - back)
            try move(to: time, in: pictures.format.stream)
            // The first picture of all may be a little later than the sound.
            if try readToPicture(near: target) <= target + (time == 0 ? preroll : 0.001) { return }
            if time == 0 { break }
            back = back == 0 ? 2 : back * 2
        }
        guard let sound = lanes.first(where: { $0.kind == .audio }), !ahead.contains(where: { $1 == .audio && $0.time <= target + preroll })
        else { return }
        try move(to: target, in: sound.format.stream)
    }

    private mutating func move(to time: Double, in stream: StreamInfo?) throws {
        ahead = []
        try demuxer.seek(to: time + origin, stream: stream)
        for index in lanes.indices {
            lanes[index].expected = nil
            lanes[index].shift = 0
            lanes[index].next = time
            lanes[index].waitsForKey = time > 0 && lanes[index].kind == .video
        }
    }

    /// Reads on to the next picture, or so far behind `target` (seconds) that there is none near it.
    /// - Returns: The picture's time in seconds; infinity where there is none.
    private mutating func readToPicture(near target: Double) throws -> Double {
        var bytes = 0
        while let (packet, kind) = try read() {
            ahead.append((packet, kind))
            if kind == .video { return packet.time }
            bytes += packet.packet.size
            if packet.time > target + Self.absence || bytes > Self.mostHeld { break }
        }
        return .infinity
    }

    /// Bytes of packets that are held at most while a picture is looked for.
    static let mostHeld = 16 << 20

    /// How far a container is read behind a place, in seconds, before a track counts as absent there.
    static let absence = 10.0

    /// Puts the lane's packets from `packet` on where the ones before it ended, if its timestamps jump there.
    private mutating func followJump(of packet: Packet, in index: Int) {
        let format = lanes[index].format
        guard let jumps, let dts = packet.dts, format.tags == nil else { return }
        // Pictures are reordered, not by this.
        let reordering = 60.0
        if let pts = packet.pts, abs(Double(pts) - Double(dts)) * format.stream.timeBase > reordering { packet.presentWhenDecoded() }
        var time = format.time(dts) + lanes[index].shift
        // Decoding times never go back, but muxers round.
        let trifle = 0.5
        // A track may have a hole that others don't have.
        let reached = lanes.compactMap(\.expected).max() ?? 0
        let isFirst = lanes[index].expected == nil
        let expected = lanes[index].expected ?? max(reached, lanes[index].next)
        let leads = time > max(reached, expected) + jumps.furthest
        if isFirst ? jumps.includesFirst && leads : (time < expected - trifle || time > reached + jumps.furthest),
            jumps.isJump(packet, time, expected)
        {
            let stamp = format.time(dts) - format.offset
            lanes[index].shift = jumps.offset(stamp, expected) - format.offset
            time = format.time(dts) + lanes[index].shift
        }
        // The decoder, which still has frames of before, is to see no jump.
        if lanes[index].shift != 0 { packet.shift(by: Int64(saturating: lanes[index].shift / format.stream.timeBase)) }
        // In a file the last packet before a hole may have the duration of the hole, and the next one may come earlier.
        let longest = jumps.includesFirst ? 1 : Double.infinity
        lanes[index].expected = time + min(longest, Double(packet.duration) * format.stream.timeBase)
    }

    private mutating func read() throws -> (MediaPacket, TrackKind)? {
        while let packet = try demuxer.read() {
            guard let index = lanes.firstIndex(where: { $0.format.stream.index == packet.streamIndex }) else {
                if let stream = metadataStreams.first(where: { $0.index == packet.streamIndex }) {
                    onMetadata?(packet, stream, lanes.first.map { $0.format.offset + $0.shift } ?? -origin)
                } else if let stream = texts.first(where: { $0.index == packet.streamIndex }) {
                    onText?(packet, stream)
                }
                continue
            }
            if lanes[index].waitsForKey {
                guard packet.isKey else { continue }
                lanes[index].waitsForKey = false
            }
            followJump(of: packet, in: index)
            let placed = MediaPacket(packet, format: lanes[index].format, fallback: lanes[index].next)
            lanes[index].next = placed.end
            return (placed, lanes[index].kind)
        }
        return nil
    }
}
