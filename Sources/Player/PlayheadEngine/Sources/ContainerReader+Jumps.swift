import PlayheadFFmpeg

/// Timestamps that jump without a mark.
extension ContainerReader {
    /// The handling of timestamps that jump without a mark.
    struct Jumps {
        /// The maximum intended gap in a file, in seconds.
        static let maximumHole = 600.0
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
    /// The maximum distance of the times of tracks at a place of the container, in seconds.
    private static let near = 10.0
    /// The number of bytes in which the next picture after one that stays is searched.
    private static let nextPicture = 64 << 10

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
    private func lasts(_ lane: Lane, until time: Double) -> Bool {
        guard isAnnounced(time), let last = lane.last else { return false }
        guard isIndexed else { return abs(time - last.end) <= Self.rounding || stays(lane, until: time) }
        // Where recordings were joined, the other tracks end there as well, and the last packets have the duration of the hole.
        return !lanes.contains { other in
            other.format !== lane.format && other.last.map { abs($0.time - last.time) < Self.near } == true
        }
    }

    /// Whether a lane has the pictures of Matroska without sound, and its next packet does not go back from `time` (seconds), or the media ends.
    private func stays(_ lane: Lane, until time: Double) -> Bool {
        guard lanes.count == 1, lane.kind == .video, demuxer.format.hasPrefix("matroska"), let ahead = packetsAhead(Self.nextPicture)
        else { return false }
        let next = ahead.first { $0.streamIndex == lane.format.stream.index }?.dts
        return next.map { lane.format.time($0) + lane.shift >= time - Self.rounding } ?? true
    }

    /// Returns the next packets, which are read again by playback; `nil` after an error.
    private func packetsAhead(_ bytes: Int) -> [Packet]? { (try? demuxer.readAhead(bytes: bytes))?.packets }

    /// Finds the shift of a lane from a packet on whose timestamp jumps.
    /// - Parameters:
    ///   - suspect: The packet.
    ///   - dts: Its decoding time, in ticks.
    ///   - index: Its lane.
    ///   - reached: The end of all lanes, in seconds.
    /// - Returns: The shift in seconds; `nil` if the timestamp does not jump.
    mutating func shift(from suspect: Suspect, at dts: Int64, in index: Int, reached: Double) -> Double? {
        guard let jumps else { return nil }
        let (format, expected) = (lanes[index].format, suspect.expected)
        if !jumps.includesFirst, abs(suspect.time - expected) > Self.rounding,
            let shift = shiftOfOthers(than: index, bringing: suspect.time, near: reached)
        {
            return shift
        }
        guard isOdd(suspect, in: lanes[index], reached: reached), jumps.isJump(suspect) else { return nil }
        let time = format.time(dts)
        guard jumps.includesFirst, resets != nil, let position = suspect.position else {
            return jumps.offset(time - format.offset, expected) - format.offset
        }
        let shift = commonShift(from: time, at: position, of: index, expected: expected)
        resets?.add(shift, at: position)
        return shift
    }

    /// Whether a packet is earlier, or much later, than the next one of its lane is expected.
    private func isOdd(_ suspect: Suspect, in lane: Lane, reached: Double) -> Bool {
        guard let jumps else { return false }
        let (time, expected) = (suspect.time, suspect.expected)
        guard lane.expected != nil else { return jumps.includesFirst && time > max(reached, expected) + jumps.furthest }
        // The header of a file may declare a duration for all packets that is longer than that of most of them.
        let earliest = (jumps.includesFirst ? lane.last?.time ?? expected : expected) - Self.rounding
        return time < earliest || time > reached + jumps.furthest && !lasts(lane, until: time)
    }

    /// Returns the shift of all lanes from a packet on: no lane goes back, and one of them continues without a gap.
    /// - Parameters:
    ///   - time: The time of the packet without a shift, in seconds.
    ///   - position: The position of the packet in the file, in bytes.
    ///   - index: The lane of the packet.
    ///   - expected: The end of the lane, in seconds.
    /// - Returns: The shift in seconds.
    private func commonShift(from time: Double, at position: Int64, of index: Int, expected: Double) -> Double {
        // A damaged time was followed by correct ones.
        if let known = resets?.known.first(where: { abs(time + $0 - expected) < Self.rounding }) { return known }
        let reached = lanes.compactMap(\.expected).max() ?? expected
        if let shift = resets?.shift(near: position), time + shift > expected - Self.rounding, time + shift < reached + Self.near {
            return shift
        }
        let ahead = packetsAhead(ClockResets.interleave) ?? []
        let others = lanes.indices.filter { $0 != index }.compactMap { other in
            shift(of: lanes[other], behind: position, at: time, in: ahead)
        }
        return others.reduce(expected - time, max)
    }

    /// Finds the shift of a lane that continues it without a gap behind a jump.
    /// - Parameters:
    ///   - lane: The lane.
    ///   - position: The position of the jump, in bytes.
    ///   - time: The time behind the jump without a shift, in seconds.
    ///   - ahead: The next packets.
    /// - Returns: The shift in seconds; `nil` if no packet of the lane is found there.
    private func shift(of lane: Lane, behind position: Int64, at time: Double, in ahead: [Packet]) -> Double? {
        guard let end = lane.expected else { return nil }
        for packet in ahead where packet.streamIndex == lane.format.stream.index {
            guard let stamp = packet.dts.map(lane.format.time), abs(stamp - time) < Self.near else { continue }
            let isBehind = packet.position.map { $0 >= position } ?? false
            if isBehind || abs(stamp + lane.shift - end) > Self.rounding { return end - stamp }
        }
        return nil
    }

    /// Returns the shift of another lane that brings `time` nearer to `reached`, both in seconds: the tracks of a container jump together.
    private func shiftOfOthers(than index: Int, bringing time: Double, near reached: Double) -> Double? {
        let own = lanes[index].shift
        return lanes.map(\.shift).first { $0 != own && abs(time + $0 - own - reached) < abs(time - reached) }
    }
}
