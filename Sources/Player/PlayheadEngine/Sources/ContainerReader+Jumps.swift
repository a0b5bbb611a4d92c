import PlayheadFFmpeg

/// Timestamps that jump without a mark.
extension ContainerReader {
    /// The handling of timestamps that jump without a mark.
    struct Jumps {
        /// The maximum forward jump that is not questioned, in seconds.
        var furthest: Double
        /// Whether ``furthest`` also applies to the first packet of a track, counted from where reading started.
        var includesFirst = false
        /// Whether FFmpeg discards packets only because their times go back: those of a file may be left out by an edit list.
        var showsDiscarded = false
        /// The end of the media by the header of the container, in seconds: a picture may stay for any time up to it. Negative infinity if
        /// it is unknown, or the times in the container are not trusted that far.
        var announcedEnd = -Double.infinity
        /// Whether a packet belongs to the expected time, according to other sources of information.
        var isJump: (Suspect) -> Bool
        /// Returns the seconds to add to timestamps after a jump, from the first of them and its intended time, both in seconds.
        var offset: (_ timestamp: Double, _ start: Double) -> Double
    }

    /// A packet whose timestamp does not continue those of its track.
    struct Suspect {
        /// The position of the packet in the bytes of the container, and that of the previous packet of the track; `nil` if unknown.
        var position: Int64?
        var previous: Int64?
        /// The time of the packet according to its timestamp, in seconds.
        var time: Double
        /// The time at which the track continues, in seconds.
        var expected: Double
    }

    /// Whether FFmpeg has discarded a packet of segments because its times go back, which continues the track all the same.
    /// - Parameters:
    ///   - packet: The packet.
    ///   - dts: Its decoding time, in ticks.
    ///   - previous: The position of the previous packet of the lane, in bytes; `nil` if unknown.
    ///   - lane: Its lane.
    /// - Returns: Whether to show the packet.
    func isBehindJump(_ packet: Packet, at dts: Int64, _ previous: Int64?, in lane: Lane) -> Bool {
        guard packet.isDiscarded, let jumps, jumps.showsDiscarded, let last = lane.last, let expected = lane.expected else { return false }
        let time = lane.format.time(dts) + lane.shift
        if lane.shift != 0, time >= last.time { return true }
        return time < expected - Self.rounding
            && jumps.isJump(Suspect(position: packet.position, previous: previous, time: time, expected: expected))
    }

    /// The rounding of decoding times by muxers, in seconds.
    static let rounding = 0.5

    /// Whether a packet may have this decoding and this presentation time, in ticks. Pictures are reordered over less than a minute, except
    /// behind one that stays: those after it are decoded where it starts.
    func isReordering(from dts: Int64, to pts: Int64, in lane: Lane) -> Bool {
        let maximum = 60.0
        return abs(Double(pts) - Double(dts)) * lane.format.stream.timeBase <= maximum
            || pts > dts && isAnnounced(lane.format.time(pts) + lane.shift)
    }

    /// Whether the container announces media up to `time`, in seconds.
    private func isAnnounced(_ time: Double) -> Bool { time <= (jumps?.announcedEnd ?? -.infinity) + Self.rounding }

    /// Whether the last packet of a lane may last until `time` (seconds): the container announces media up to it, and has the durations of
    /// all packets in an index, declares that of this one, or one duration for all pictures.
    func lasts(_ lane: Lane, until time: Double) -> Bool {
        guard isAnnounced(time), let last = lane.last else { return false }
        guard isIndexed else { return abs(time - last.end) <= Self.rounding || stays(lane, until: time) }
        // Where recordings were joined, the other tracks end there as well, and the last packets have the duration of the hole.
        let near = 10.0
        return !lanes.contains { other in
            other.format !== lane.format && other.last.map { abs($0.time - last.time) < near } == true
        }
    }

    /// Whether a lane has the pictures of Matroska without sound, and its next packet does not go back from `time` (seconds), or the media ends.
    private func stays(_ lane: Lane, until time: Double) -> Bool {
        guard lanes.count == 1, lane.kind == .video, demuxer.format.hasPrefix("matroska"),
            let ahead = try? demuxer.readAhead(bytes: 64 << 10)
        else { return false }
        let next = ahead.packets.first(where: { $0.streamIndex == lane.format.stream.index })?.dts
        return next.map { lane.format.time($0) + lane.shift >= time - Self.rounding } ?? true
    }

    /// Returns the shift of all lanes from a packet on: no lane goes back, and one of them continues without a gap.
    /// - Parameters:
    ///   - time: The time of the packet without a shift, in seconds.
    ///   - position: The position of the packet in the file, in bytes.
    ///   - index: The lane of the packet.
    ///   - expected: The end of the lane, in seconds.
    /// - Returns: The shift in seconds.
    func commonShift(from time: Double, at position: Int64, of index: Int, expected: Double) -> Double {
        let tolerance = 0.5
        // A damaged time was followed by correct ones.
        if let known = resets?.known.first(where: { abs(time + $0 - expected) < tolerance }) { return known }
        let near = 10.0
        let reached = lanes.compactMap(\.expected).max() ?? expected
        if let shift = resets?.shift(near: position), time + shift > expected - tolerance, time + shift < reached + near { return shift }
        let ahead = (try? demuxer.readAhead(bytes: ClockResets.interleave))?.packets ?? []
        return lanes.indices.reduce(expected - time) { shift, other in
            guard other != index, let end = lanes[other].expected else { return shift }
            let format = lanes[other].format
            let first = ahead.lazy.filter { $0.streamIndex == format.stream.index }.compactMap { packet -> Double? in
                guard let dts = packet.dts else { return nil }
                let stamp = format.time(dts)
                let isBehind = packet.position.map { $0 >= position } ?? false
                return abs(stamp - time) < near && (isBehind || abs(stamp + lanes[other].shift - end) > tolerance) ? stamp : nil
            }.first
            return first.map { max(shift, end - $0) } ?? shift
        }
    }

    /// Returns the shift of another lane that brings `time` nearer to `reached`, both in seconds: the tracks of a container jump together.
    func shiftOfOthers(than index: Int, bringing time: Double, near reached: Double) -> Double? {
        let own = lanes[index].shift
        return lanes.map(\.shift).first { $0 != own && abs(time + $0 - own - reached) < abs(time - reached) }
    }
}
