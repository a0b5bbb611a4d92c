import PlayheadFFmpeg

/// Reads the selected streams of one demuxer as packets on the timeline of the presentation, and seeks to where decoding can start.
struct ContainerReader {
    /// One selected stream.
    struct Lane {
        let kind: TrackKind
        let format: TrackFormat
        /// The time of the next packet if it has no timestamp, in seconds.
        var next = 0.0
        /// Whether packets are skipped until a key frame, as after a seek.
        var waitsForKey = false
        /// Whether no packet precedes the next one.
        fileprivate var isAtStart = true
        /// The expected decoding time of the next packet, in seconds.
        fileprivate(set) var expected: Double?
        /// The decoding time of the last packet, and its end by its own duration, in seconds.
        fileprivate(set) var last: (time: Double, end: Double)?
        /// The seconds to add to times of the container after they have jumped.
        fileprivate(set) var shift = 0.0
        /// Whether the end of the stream was reported since its last packet.
        fileprivate var hasLeft = false
        /// The position of the last packet in the bytes of the container, or `nil` if it is unknown.
        fileprivate(set) var position: Int64?

        init(kind: TrackKind, format: TrackFormat, next: Double = 0) {
            self.kind = kind
            self.format = format
            self.next = next
        }
    }

    private(set) var demuxer: Demuxer
    private(set) var lanes: [Lane]
    private let origin: Double
    /// Receives timed ID3 tags with their times on the timeline, in seconds.
    var onTag: (([UInt8], Double) -> Void)?
    /// Returns the format for a stream that appears while the container is read; `nil` to ignore the stream.
    var onStream: ((StreamInfo, TrackKind) -> TrackFormat?)?
    /// Called when the container no longer declares the stream of a lane, nor another of its kind.
    var onLeave: ((TrackKind) -> Void)?
    /// Receives the packets of ``texts``.
    var onText: ((Packet, StreamInfo) -> Void)?
    /// The caption streams.
    var texts: [StreamInfo] = []
    /// The handling of jumps; `nil` to use all timestamps unchanged.
    var jumps: Jumps?
    /// The jumps of a file whose packets are in the order of time.
    var resets: ClockResets?
    /// The packets that were read during the search for a key frame and not returned yet.
    private var ahead: ArraySlice<(MediaPacket, TrackKind)> = []

    init(demuxer: Demuxer, lanes: [Lane], origin: Double) {
        self.demuxer = demuxer
        self.lanes = lanes
        self.origin = origin
        if ["mpegts", "mpeg"].contains(demuxer.format) { resets = ClockResets() }
    }

    /// Selects other streams from the next packet on; streams that stay selected keep their state.
    mutating func setLanes(_ formats: [(kind: TrackKind, format: TrackFormat)]) {
        let before = lanes
        lanes = formats.map { kind, format in before.first { $0.format === format } ?? Lane(kind: kind, format: format) }
        ahead = ahead.filter { packet, _ in formats.contains { $0.format === packet.format } }[...]
        select()
    }

    /// Deselects the streams that are not used.
    func select() { demuxer.select(lanes.map(\.format.stream) + texts, followsTables: onStream != nil) }

    /// Whether another demuxer reads the rest of the stream.
    var continuesElsewhere: Bool { demuxer.rest != nil }

    /// The truncation of the file, as far as is known.
    var truncation: TruncatedFile? { demuxer.truncation }

    /// Whether the last page of an Ogg file is missing, as far as the file was read.
    var lacksLastPage: Bool { demuxer.lacksLastPage }

    /// Returns the tags of a stream that has changed them since the last call; `nil` without a change.
    func takeChangedTags() -> [(name: String, value: String)]? { demuxer.takeChangedTags() }

    /// Whether the container has an index that was read when it was opened, so that later samples are unknown.
    var isIndexed: Bool { demuxer.format.hasPrefix("mov") || demuxer.format == "avi" }

    /// Decrypts the packets of the file.
    var decrypter: (any PacketDecrypter)? { demuxer.decrypter }

    /// The number of bytes up to which the file was read.
    var position: Int64 { demuxer.position }

    /// Continues with another demuxer of the same file, from the last packet or from `time` (seconds) on.
    /// - Returns: Whether the streams are the same.
    /// - Throws: The error of the seek.
    mutating func resume(with new: Demuxer, at time: Double? = nil) throws -> Bool {
        guard new.streams.count == demuxer.streams.count,
            lanes.allSatisfy({ new.streams[$0.format.stream.index].sharesDecoder(with: $0.format.stream) })
        else { return false }
        new.waitsForGrowth = demuxer.waitsForGrowth
        new.continueTimes(of: demuxer)
        demuxer = new
        select()
        try seek(to: time ?? lanes.map(\.next).min() ?? 0)
        return true
    }

    /// Returns the next packet of a selected stream, or `nil` at the end.
    mutating func next() throws -> (MediaPacket, TrackKind)? {
        if let first = ahead.popFirst() { return first }
        return try read()
    }

    /// Seeks to where decoding for `target` (seconds) has to start: a key frame at or before the target.
    ///
    /// A seek in a container without an index is inexact; then the search goes further back until a key frame is found before the target.
    /// If there is none, the sound is read from the target on.
    mutating func seek(to target: Double) throws {
        var back = 0.0
        let preroll = 0.5
        guard let pictures = lanes.first(where: { $0.kind == .video }) else { return try move(to: target, in: nil) }
        while true {
            let time = max(0, target - back)
            try move(to: time, in: pictures.format.stream)
            // The first picture of the file may be slightly later than the sound.
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
        if let position = resets?.position(before: time) {
            try demuxer.seek(toByte: position)
        } else if time == 0, resets != nil {
            // FFmpeg's search by time may pass the first key frame, which is earlier than the sound.
            try demuxer.seek(toByte: 0)
        } else {
            try demuxer.seek(to: time + origin, stream: stream)
        }
        for index in lanes.indices {
            lanes[index].expected = nil
            lanes[index].last = nil
            lanes[index].shift = 0
            lanes[index].position = nil
            lanes[index].next = time
            lanes[index].waitsForKey = time > 0 && lanes[index].kind == .video
            lanes[index].isAtStart = time == 0
        }
    }

    /// Continues where the container is, with a key frame, if it cannot be read again.
    mutating func waitForKeyFrame() {
        for index in lanes.indices { lanes[index].waitsForKey = lanes[index].kind == .video }
    }

    /// Reads up to the next picture, or so far beyond `target` (seconds) that no picture is near it.
    /// - Returns: The time in seconds after which every picture is decoded; infinity if no key frame was read.
    private mutating func readToPicture(near target: Double) throws -> Double {
        var bytes = 0
        while let (packet, kind) = try read() {
            ahead.append((packet, kind))
            if kind == .video, packet.packet?.isDiscarded != true { return packet.coveredFrom }
            bytes += packet.footprint
            if packet.time > target + Self.absence || bytes > Self.maximumHeldBytes { break }
        }
        return .infinity
    }

    /// The maximum size of packets that are held during the search for a picture, in bytes.
    static let maximumHeldBytes = 16 << 20

    /// The distance that a container is read beyond a position before a track counts as absent there, in seconds.
    static let absence = 10.0

    /// Moves the packets of the lane from `packet` on to the end of the previous ones if the timestamps jump.
    private mutating func followJump(of packet: Packet, in index: Int) {
        let format = lanes[index].format
        let previous = lanes[index].position
        lanes[index].position = packet.position
        guard let jumps, let dts = packet.dts, format.tags == nil else { return }
        // FFmpeg discards the first fragment whose times go back.
        if jumps.includesFirst ? demuxer.isAppended(packet) : isBehindJump(packet, at: dts, previous, in: lanes[index]) { packet.show() }
        // The times of what an edit list leaves out go back.
        guard !packet.isDiscarded else { return shift(packet, of: lanes[index]) }
        if let pts = packet.pts, !isReordering(from: dts, to: pts, in: lanes[index]) { packet.presentWhenDecoded() }
        if jumps.includesFirst, let shift = packet.position.flatMap({ resets?.shift(at: $0) }) { lanes[index].shift = shift }
        // A track may have a gap that other tracks do not have.
        let reached = lanes.compactMap(\.expected).max() ?? 0
        let suspect = Suspect(
            position: packet.position, previous: previous, time: format.time(dts) + lanes[index].shift,
            expected: lanes[index].expected ?? max(reached, lanes[index].next))
        if let shift = shift(from: suspect, at: dts, in: index, reached: reached) { lanes[index].shift = shift }
        shift(packet, of: lanes[index])
        let time = format.time(dts) + lanes[index].shift
        // In a file the last packet before a gap may have the duration of the gap, and the next one may start earlier.
        let longest = jumps.includesFirst ? 1 : Double.infinity
        let duration = Double(packet.duration) * format.stream.timeBase
        lanes[index].expected = time + min(longest, duration)
        lanes[index].last = (time, time + duration)
    }

    /// Shifts a packet after a jump: the decoder still has earlier frames and must not see it.
    private func shift(_ packet: Packet, of lane: Lane) {
        if lane.shift != 0 { packet.shift(by: Int64(saturating: lane.shift / lane.format.stream.timeBase)) }
    }

    /// Returns the index of the lane of a packet, and adds a lane for a stream that appears; `nil` if the stream is not read.
    private mutating func lane(of packet: Packet) -> Int? {
        let stream = demuxer.streams[packet.streamIndex]
        if let index = lanes.firstIndex(where: { $0.format.stream === stream }) { return index }
        // A stream whose codec has changed follows itself.
        if let index = lanes.firstIndex(where: { $0.format.stream.index == stream.index }) {
            guard onStream != nil else { return index }
            return replace(index, by: stream)
        }
        guard onStream != nil, let kind = TrackKind(stream.kind), demuxer.isUsable(stream) else { return nil }
        guard let index = lanes.firstIndex(where: { $0.kind == kind }) else { return replace(nil, by: stream) }
        // Another stream of the kind is an alternative, unless the container does not declare the current one any more.
        return demuxer.isDeclared(lanes[index].format.stream, at: packet) ? nil : replace(index, by: stream)
    }

    /// Reads `stream` in place of the stream of a lane, or in a new lane.
    private mutating func replace(_ index: Int?, by stream: StreamInfo) -> Int? {
        guard let kind = TrackKind(stream.kind), let format = onStream?(stream, kind) else { return nil }
        var lane = Lane(kind: kind, format: format, next: lanes.map(\.next).max() ?? 0)
        let shift = (index.map { lanes[$0] } ?? lanes.first)?.shift ?? 0
        lane.shift = shift
        if let index { lanes[index] = lane } else { lanes.append(lane) }
        select()
        return index ?? lanes.count - 1
    }

    /// Reports the lanes beside that of a packet whose streams the container no longer declares, without others in their place.
    private mutating func reportLeaving(beside index: Int, at packet: Packet) {
        for other in lanes.indices where other != index && !lanes[other].hasLeft {
            let stream = lanes[other].format.stream
            guard !demuxer.isDeclared(stream, at: packet), !demuxer.isReplaced(stream, at: packet) else { continue }
            lanes[other].hasLeft = true
            onLeave?(lanes[other].kind)
        }
    }

    /// Reports the timed ID3 before a packet in the container.
    ///
    /// Tags between two packets at which the timestamps jump may belong to either of them: the shift that brings the tag nearer is used.
    /// - Parameters:
    ///   - position: The position of the packet, in bytes; `nil` at the end of the container.
    ///   - index: The lane of the packet, which has the shift of the packet; `nil` if there is no lane.
    ///   - former: The shift of the lane before the packet, in seconds; `nil` if the packet is its first one.
    ///   - reached: The time of the packet, in seconds.
    private func reportTags(upTo position: Int64?, in index: Int?, former: Double?, near reached: Double) {
        guard let onTag else { return }
        let tags = demuxer.takeTags(upTo: position)
        guard !tags.isEmpty else { return }
        let offset = index.map { lanes[$0].format.offset } ?? -origin
        let shifts = [index.map { lanes[$0].shift } ?? 0] + [former].compactMap(\.self)
        for tag in tags {
            let times = shifts.map { shift in
                let time = tag.time + offset + shift
                // FFmpeg continues times beyond their period.
                return time + ((reached - time) / Demuxer.timePeriod).rounded() * Demuxer.timePeriod
            }
            if let nearest = times.min(by: { abs($0 - reached) < abs($1 - reached) }) { onTag(tag.bytes, nearest) }
        }
    }

    private mutating func read() throws -> (MediaPacket, TrackKind)? {
        while let packet = try demuxer.read() {
            guard let index = lane(of: packet) else {
                if let stream = texts.first(where: { $0.index == packet.streamIndex }) {
                    onText?(packet, stream)
                }
                continue
            }
            if lanes[index].waitsForKey {
                // A packet without a time may be before the target or behind it.
                guard packet.isKey, resets == nil || packet.pts != nil else { continue }
                lanes[index].waitsForKey = false
            }
            lanes[index].hasLeft = false
            if onLeave != nil { reportLeaving(beside: index, at: packet) }
            let formerShift = lanes[index].expected == nil ? nil : lanes[index].shift
            followJump(of: packet, in: index)
            // Without a presentation time it is not known which pictures are shown before that of a key frame.
            let isUntimed = lanes[index].kind == .video && packet.pts == nil
            let placed = MediaPacket(
                packet, format: lanes[index].format, fallback: lanes[index].next, canBegin: resets == nil || !isUntimed,
                isDelayed: isUntimed && packet.isKey && packet.dts != nil && !lanes[index].isAtStart)
            lanes[index].isAtStart = false
            lanes[index].next = placed.end
            if let position = packet.position {
                reportTags(upTo: position, in: index, former: formerShift, near: placed.time)
            }
            if resets != nil, packet.isKey, lanes[index].kind == .video || lanes.count == 1, let position = packet.position {
                resets?.note(key: position, time: placed.time)
            }
            return (placed, lanes[index].kind)
        }
        let last = lanes.indices.max { lanes[$0].next < lanes[$1].next }
        reportTags(upTo: nil, in: last, former: nil, near: last.map { lanes[$0].next } ?? 0)
        return nil
    }
}
