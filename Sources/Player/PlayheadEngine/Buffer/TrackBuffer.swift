/// The packets of one track in decoding order: pending packets, and some decoded ones for seeking back.
struct TrackBuffer: Sendable {
    private var packets: [MediaPacket] = []
    /// The index in `packets` of the first packet that is kept; earlier ones are removed in bulk.
    private var head = 0
    /// The index in `packets` of the next packet to decode.
    private var cursor = 0
    /// The index in `packets` up to which trimming has searched: no key packet lies between `head` and this index.
    private var looked = 0
    /// Whether the first kept packet is in the middle of a group of pictures whose begin was dropped.
    private var isHeadDivided = false
    /// The bytes of the packets between `head` and `looked`.
    private var lookedBytes = 0

    /// The bytes of memory of all kept packets.
    private(set) var bytes = 0
    /// The bytes of memory of the packets that are not decoded yet.
    private(set) var forwardBytes = 0
    /// The end of the packets, in seconds, or `nil` without packets.
    private(set) var end: Double?
    /// The end of the last appended packet, in seconds, or `nil` without packets. Unlike ``end`` it recovers from an outlying timestamp,
    /// and a packet counts at most ``longestCounted``, because containers give the last packet before a gap the duration of the gap.
    private(set) var reached: Double?
    /// Whether no packet will follow.
    var isComplete = false
    /// Whether the track was found to have a gap at its next packet; reset by the next packet.
    var isAbsent = false

    /// The maximum duration of a packet in ``reached``, in seconds.
    private static let maximumCountedDuration = 1.0

    /// The start of the kept packets, in seconds, or `nil` without packets.
    var start: Double? { head < packets.count ? packets[head].time : nil }
    /// The latest presentation time of the packets, in seconds, or `nil` without packets.
    var latest: Double? {
        // The maximum distance between decoding order and presentation order, in packets.
        let reordering = 64
        return packets[head...].suffix(reordering).map(\.time).max()
    }
    /// Returns the maximum presentation time, at most `time`, of the packets after the cursor, in seconds. `nil`: all are later.
    func latest(upTo time: Double) -> Double? { packets[cursor...].lazy.map(\.time).filter { $0 <= time }.max() }

    /// Returns the number of packets after the cursor whose presentation time is at most `time`, in seconds.
    func count(upTo time: Double) -> Int { packets[cursor...].count { $0.time <= time } }

    /// The presentation time of the next packet to decode, in seconds, or `nil` if no packet is loaded.
    var nextTime: Double? { hasNext ? packets[cursor].time : nil }

    /// The format of the next packet to decode, or `nil` if no packet is loaded.
    var nextFormat: TrackFormat? { hasNext ? packets[cursor].format : nil }

    /// Whether there is a packet to decode.
    var hasNext: Bool { cursor < packets.count }
    /// The number of kept packets.
    var count: Int { packets.count - head }

    mutating func append(_ packet: MediaPacket) {
        packets.append(packet)
        bytes += packet.footprint
        forwardBytes += packet.footprint
        end = max(end ?? packet.shownEnd, packet.shownEnd)
        reached = Self.counted(packet)
        isAbsent = false
    }

    private static func counted(_ packet: MediaPacket) -> Double { packet.time + min(packet.duration, maximumCountedDuration) }

    /// Returns the next packet to decode.
    mutating func next() -> MediaPacket? {
        guard cursor < packets.count else { return nil }
        let packet = packets[cursor]
        cursor += 1
        forwardBytes -= packet.footprint
        return packet
    }

    /// Skips the packets whose presentation time is before `time`.
    mutating func skip(before time: Double) {
        while cursor < packets.count, packets[cursor].time < time {
            forwardBytes -= packets[cursor].footprint
            cursor += 1
        }
    }

    /// Moves the cursor to the packet at which decoding for `time` starts.
    /// - Parameters:
    ///   - time: The position to decode for, in seconds.
    ///   - preroll: The seconds of earlier packets that the decoder needs.
    ///   - slack: The maximum distance of `time` before the first packet, in seconds.
    ///   - isCovered: Whether the track has nothing between its last packet and `time`.
    /// - Returns: Whether `time` is in the buffer; if not, nothing changed.
    mutating func seek(to time: Double, preroll: Double, slack: Double, isCovered: Bool = false) -> Bool {
        guard let start, let end, time >= start - slack else { return false }
        // The last packet may have an unknown duration.
        guard time < end || isComplete || isCovered || time <= latest ?? -.infinity else { return false }
        var index = packets.count - 1
        while index > head, !(packets[index].isKey && packets[index].coveredFrom <= time - preroll) { index -= 1 }
        // Packets before the first key frame can only be decoded from further back, unless they are the start of the stream.
        let isFound = packets[index].isKey ? time >= packets[index].coveredFrom - slack : !isHeadDivided && time <= start + slack
        guard isFound else { return false }
        cursor = index
        forwardBytes = packets[cursor...].reduce(0) { $0 + $1.footprint }
        return true
    }

    /// Drops decoded packets that end before `time`, and the first of those that take more than `maximumBack` bytes, in whole groups of pictures;
    /// a group that takes twice as much is divided, and seeks don't reach what is left of it.
    ///
    /// Each packet is visited once and moved a few times at most, so that long groups and long files cost no more than short ones.
    mutating func trim(before time: Double, keeping maximumBack: Int = .max) {
        var newHead = head
        var freed = 0
        let excess = bytes - forwardBytes - maximumBack
        while looked < cursor, packets[looked].coveredFrom < time || lookedBytes < excess {
            if packets[looked].isKey { (newHead, freed) = (looked, lookedBytes) }
            lookedBytes += packets[looked].footprint
            looked += 1
        }
        if excess - freed > maximumBack { (newHead, freed, isHeadDivided) = (looked, lookedBytes, true) }
        guard newHead > head else { return }
        if packets.indices.contains(newHead), packets[newHead].isKey { isHeadDivided = false }
        bytes -= freed
        lookedBytes -= freed
        head = newHead
        // The rest is moved down only once a sufficient share of the array is free.
        let share = 8
        guard head * share >= packets.count else { return }
        packets.removeFirst(head)
        cursor -= head
        looked -= head
        head = 0
    }

    /// Drops the packets that are not decoded yet, starting at the first key packet at or after `time`; returns the end of the rest.
    mutating func cut(from time: Double) -> Double? {
        guard let index = packets.indices.dropFirst(cursor).first(where: { packets[$0].isKey && packets[$0].time >= time }) else {
            return nil
        }
        let boundary = packets[index].time
        drop(from: index)
        end = boundary
        reached = boundary
        isComplete = false
        return boundary
    }

    /// Cleans up after data that was cut off: drops the last packet, which may be incomplete, and the pending packets of a group with
    /// missing frames, so that the rest is shown without a gap.
    mutating func trimTail() {
        if packets.count > cursor { drop(from: packets.count - 1) }
        // The maximum distance between decoding order and presentation order, in packets.
        let reordering = 64
        let tail = packets[head...].suffix(reordering).sorted { $0.time < $1.time }
        let hole = zip(tail, tail.dropFirst()).first { $0.duration > 0 && $1.time > $0.time + 1.5 * $0.duration }
        if let limit = hole?.0.end {
            // Later packets in decoding order may refer to the first of them.
            if let index = packets.indices.dropFirst(cursor).first(where: { packets[$0].time >= limit - 0.000_5 }) { drop(from: index) }
        }
        end = packets[head...].suffix(reordering).map(\.end).max() ?? nil
        reached = packets[head...].last.map(Self.counted)
    }

    private mutating func drop(from index: Int) {
        for removed in packets[index...] {
            bytes -= removed.footprint
            forwardBytes -= removed.footprint
        }
        packets.removeSubrange(index...)
        if index < looked { (looked, lookedBytes) = (head, 0) }
    }

    mutating func removeAll() {
        self = TrackBuffer()
    }
}
