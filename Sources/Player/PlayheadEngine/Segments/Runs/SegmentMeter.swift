import PlayheadCore
import PlayheadFFmpeg

/// Counts the bytes of the segments of one session in place of a demuxer, and discards them.
///
/// A segment of known size becomes packets without data as its bytes arrive: the share that has arrived determines their times. Otherwise its
/// fragments become packets when they are complete; the packets of other formats are appended when the segment is complete. Times are those
/// of the manifest.
final class SegmentMeter: Sendable {
    private struct State {
        /// The run keeps the meter.
        weak var run: SegmentRun?
        var formats: [TrackKind: TrackFormat] = [:]
        /// The segment that arrives; `nil` between segments.
        var segment: Segment?
        var received = 0
        var expected: Int?
        var fragments = FragmentMeter()
        /// The bytes of the segment that are counted in packets.
        var counted = 0
        /// The end of the appended packets, in seconds.
        var reached: Double
        /// Whether the next packet is one with which decoding could begin.
        var isAtKey = true
        var isOpen = false
        var onRun: (@Sendable (SegmentRun) -> Void)?
        var onOpen: (@Sendable (_ streams: [TrackKind: StreamInfo]) -> Void)?
    }

    /// The minimum duration of a packet while a segment arrives, in seconds: the interval at which the store notifies the engine.
    private static let minimumDuration = PacketStore.growth
    /// The duration that a demuxer holds back, in seconds: a picture ends where the next one begins.
    private static let delay = 0.04
    /// The duration above which what has arrived at once becomes several packets, in seconds.
    private static let maximumDuration = 0.5
    /// The maximum number of packets for what has arrived at once.
    private static let maximumCount = 256

    private let store: PacketStore
    /// The tracks; the bytes count for the first one.
    private let tracks: [TrackKind]
    private let generation: Int
    private let state: Locked<State>

    /// - Parameters:
    ///   - store: The store for the packets.
    ///   - tracks: The tracks of the session.
    ///   - generation: The generation of the session.
    ///   - time: The time before which packets belong to another session, in seconds.
    init(store: PacketStore, tracks: Set<TrackKind>, generation: Int, visibleFrom time: Double) {
        self.store = store
        self.tracks = tracks.sorted { $0.rawValue < $1.rawValue }
        self.generation = generation
        state = Locked(State(reached: time))
    }

    /// Sets the closures that are called for each new run, and when the first byte of media has arrived.
    func start(
        onRun: @escaping @Sendable (SegmentRun) -> Void, onOpen: @escaping @Sendable (_ streams: [TrackKind: StreamInfo]) -> Void
    ) {
        state.withLock { state in
            state.onRun = onRun
            state.onOpen = onOpen
        }
    }

    /// Begins a segment of `run`.
    func begin(_ segment: Segment, of run: SegmentRun) {
        let onRun = state.withLock { state in
            let isNew = state.run !== run
            if isNew {
                state.run = run
                state.formats = formats(of: run)
            }
            state.segment = segment
            state.received = 0
            state.expected = nil
            state.fragments.begin()
            state.counted = 0
            state.isAtKey = isNew || segment.beginsSegment
            return isNew ? state.onRun : nil
        }
        onRun?(run)
    }

    /// Sets the size of the segment, in bytes; `nil` if it is unknown.
    func expect(_ size: Int?) { state.withLock { $0.expected = size } }

    /// Counts bytes of the segment, or of the initialization segment that precedes it.
    func receive(_ bytes: [UInt8]) {
        let (ready, opened) = state.withLock { state -> ([MediaPacket], (@Sendable () -> Void)?) in
            guard let segment = state.segment else {
                state.fragments.receive(bytes)
                return ([], nil)
            }
            guard !bytes.isEmpty else { return ([], nil) }
            state.received += bytes.count
            let opened = opening(&state)
            let arrived: Double
            if let expected = state.expected, expected > 0 {
                arrived = segment.duration * min(1, Double(state.received) / Double(expected))
            } else {
                state.fragments.receive(bytes)
                arrived = min(segment.duration, state.fragments.duration)
            }
            let end = segment.start + arrived - Self.delay
            return (packets(&state, of: segment, until: end, minimum: Self.minimumDuration), opened)
        }
        opened?()
        append(ready)
    }

    /// Completes the segment.
    func complete() {
        append(
            state.withLock { state in
                guard let segment = state.segment else { return [] }
                defer { state.segment = nil }
                return packets(&state, of: segment, until: segment.end)
            })
    }

    /// Leaves a segment that may be incomplete.
    func leave() { state.withLock { $0.segment = nil } }

    private func opening(_ state: inout State) -> (@Sendable () -> Void)? {
        guard !state.isOpen, let onOpen = state.onOpen else { return nil }
        state.isOpen = true
        let streams = state.formats.mapValues(\.stream)
        return { onOpen(streams) }
    }

    /// Returns packets up to `end` (seconds), unless they would be shorter than `minimum` together. What was appended before, from another
    /// rung, is not appended again.
    private func packets(_ state: inout State, of segment: Segment, until end: Double, minimum: Double = 0) -> [MediaPacket] {
        var start = max(segment.start, state.reached)
        let rounding = 0.000_001
        guard end - start >= max(minimum, rounding) else { return [] }
        let count = min(max(1, Int(saturating: ((end - start) / Self.maximumDuration).rounded(.up))), Self.maximumCount)
        let duration = (end - start) / Double(count)
        let bytes = state.received - state.counted
        var packets: [MediaPacket] = []
        for _ in 0..<count {
            for (index, kind) in tracks.enumerated() {
                guard let format = state.formats[kind] else { continue }
                packets.append(
                    MediaPacket(
                        format: format, time: start, duration: duration, size: index == 0 ? bytes / count : 0,
                        isKey: kind == .audio || state.isAtKey))
            }
            state.isAtKey = false
            start += duration
        }
        state.counted = state.received
        state.reached = end
        return packets
    }

    private func append(_ packets: [MediaPacket]) {
        for packet in packets {
            let kind: TrackKind = packet.format.stream.kind == .audio ? .audio : .video
            guard store.append(packet, to: kind, generation: generation) else { return }
        }
    }

    private func formats(of run: SegmentRun) -> [TrackKind: TrackFormat] {
        let level = run.selection.level
        var formats: [TrackKind: TrackFormat] = [:]
        for (index, kind) in tracks.enumerated() {
            let stream =
                kind == .video
                ? try? StreamInfo(unread: .video, index: index, width: level?.width ?? 0, height: level?.height ?? 0)
                : try? StreamInfo(unread: .audio, index: index)
            formats[kind] = stream.map { TrackFormat(stream: $0, offset: 0, level: level) }
        }
        return formats
    }
}
