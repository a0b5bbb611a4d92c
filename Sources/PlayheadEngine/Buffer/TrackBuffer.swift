/// The packets of one track in decoding order: those still to be decoded, and some that were, for seeks back.
struct TrackBuffer: Sendable {
    private var packets: [MediaPacket] = []
    /// Index in `packets` of the first one that is kept; those before are let go in bulk.
    private var head = 0
    /// Index in `packets` of the next one to decode.
    private var cursor = 0
    /// Index in `packets` up to which trimming has looked: no key packet lies between `head` and it.
    private var looked = 0

    /// Bytes of all kept packets.
    private(set) var bytes = 0
    /// Bytes of those not yet decoded.
    private(set) var forwardBytes = 0
    /// Where the packets reach to, in seconds, or `nil` when there is none.
    private(set) var end: Double?
    /// The end of the packet that was appended last, in seconds, or `nil` when there is none. Unlike ``end`` it returns from a timestamp
    /// that is far off, and a packet counts for at most ``longestCounted``: containers give the last packet before a hole the hole's length.
    private(set) var reached: Double?
    /// Whether no packet will follow.
    var isComplete = false
    /// Whether the track was found to have nothing where its next packet would be; until the next one comes.
    var isAbsent = false

    /// The maximum duration of a packet in ``reached``, in seconds.
    private static let longestCounted = 1.0

    /// Where the kept packets begin, in seconds, or `nil` when there is none.
    var start: Double? { head < packets.count ? packets[head].time : nil }
    /// When the packet that is presented last begins, in seconds, or `nil` when there is none.
    var latest: Double? {
        // Decoding order is no further than this from that of presentation.
        let reordering = 64
        return packets[head...].suffix(reordering).map(\.time).max()
    }
    /// Whether there is a packet to decode.
    var hasNext: Bool { cursor < packets.count }
    /// How many packets are kept.
    var count: Int { packets.count - head }

    mutating func append(_ packet: MediaPacket) {
        packets.append(packet)
        bytes += packet.packet.size
        forwardBytes += packet.packet.size
        end = max(end ?? packet.end, packet.end)
        reached = Self.counted(packet)
        isAbsent = false
    }

    private static func counted(_ packet: MediaPacket) -> Double { packet.time + min(packet.duration, longestCounted) }

    /// The next packet to decode.
    mutating func next() -> MediaPacket? {
        guard cursor < packets.count else { return nil }
        let packet = packets[cursor]
        cursor += 1
        forwardBytes -= packet.packet.size
        return packet
    }

    /// Passes over the packets that are presented before `time`.
    mutating func skip(before time: Double) {
        while cursor < packets.count, packets[cursor].time < time {
            forwardBytes -= packets[cursor].packet.size
            cursor += 1
        }
    }

    /// Puts the cursor where decoding for `time` has to begin.
    /// - Parameters:
    ///   - preroll: Seconds of earlier packets that the decoder wants to hear first.
    ///   - slack: How far before the first packet `time` may lie, in seconds.
    ///   - isCovered: Whether nothing of the track lies between its last packet and `time`.
    /// - Returns: Whether `time` is in the buffer; if not, nothing changed.
    mutating func seek(to time: Double, preroll: Double, slack: Double, isCovered: Bool = false) -> Bool {
        guard let start, let end, time >= start - slack else { return false }
        // A packet whose duration is unknown is there too.
        guard time < end || isComplete || isCovered || time <= latest ?? -.infinity else { return false }
        var index = packets.count - 1
        while index > head, !(packets[index].isKey && packets[index].time <= time - preroll) { index -= 1 }
        // What lies before the first key frame can only be decoded from further back, unless it is the stream's own beginning.
        guard packets[index].isKey || time <= start + slack else { return false }
        cursor = index
        forwardBytes = packets[cursor...].reduce(0) { $0 + $1.packet.size }
        return true
    }

    /// Lets go of decoded packets that end before `time`, in whole groups of pictures.
    ///
    /// Each packet is looked at once and moved a few times at most, so that long groups and long files cost no more than short ones.
    mutating func trim(before time: Double) {
        var newHead = head
        looked = max(looked, head)
        while looked < cursor, packets[looked].time < time {
            if packets[looked].isKey { newHead = looked }
            looked += 1
        }
        guard newHead > head else { return }
        for index in head..<newHead { bytes -= packets[index].packet.size }
        head = newHead
        // Moving the rest down is put off until enough goes at once.
        let share = 8
        guard head * share >= packets.count else { return }
        packets.removeFirst(head)
        cursor -= head
        looked -= head
        head = 0
    }

    /// Drops what was not decoded yet from the first key packet at or after `time` on; returns where the rest ends.
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

    /// After data that broke off: drops the last packet, which may not be whole, and what was not decoded yet of a group whose frames are not
    /// all there, so that the rest is shown without a hole.
    mutating func trimTail() {
        if packets.count > cursor { drop(from: packets.count - 1) }
        // Decoding order is no further than this from that of presentation.
        let reordering = 64
        let tail = packets[head...].suffix(reordering).sorted { $0.time < $1.time }
        let hole = zip(tail, tail.dropFirst()).first { $0.duration > 0 && $1.time > $0.time + 1.5 * $0.duration }
        if let limit = hole?.0.end {
            // What comes behind the first of them in decoding order may refer to it.
            if let index = packets.indices.dropFirst(cursor).first(where: { packets[$0].time >= limit - 0.000_5 }) { drop(from: index) }
        }
        end = packets[head...].suffix(reordering).map(\.end).max() ?? nil
        reached = packets[head...].last.map(Self.counted)
    }

    private mutating func drop(from index: Int) {
        for removed in packets[index...] {
            bytes -= removed.packet.size
            forwardBytes -= removed.packet.size
        }
        packets.removeSubrange(index...)
    }

    mutating func removeAll() {
        self = TrackBuffer()
    }
}
