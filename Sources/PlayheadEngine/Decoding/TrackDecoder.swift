import PlayheadCore
import PlayheadFFmpeg

/// A decoded picture or block of sound on the presentation's timeline.
struct DecodedFrame {
    let frame: Frame
    let format: TrackFormat
    /// When it is presented, in seconds.
    let time: Double
    /// How long, in seconds.
    let duration: Double

    var end: Double { time + duration }
}

/// Decodes one track of a packet store, across changes of format. Lives on the engine's executor.
final class TrackDecoder {
    /// What a step gave.
    enum Step {
        case frame(DecodedFrame)
        /// No packet is there; more may come.
        case starved
        /// No packet is there, and the track has a hole here.
        case sparse
        /// All frames are out.
        case ended
        /// Data that can't be decoded was left out.
        case failed(FFmpegError)
    }

    let kind: TrackKind
    private let store: PacketStore
    private let threads: Int
    private var decoder: Decoder?
    private var format: TrackFormat?
    /// The first packet of another format, held until the frames before it are out.
    private var waiting: MediaPacket?
    private var isDraining = false
    private var hasEnded = false
    private var nextTime: Double?
    private var stray = StrayFrame()
    /// Times of the packets in the decoder whose frames are not out yet, in seconds.
    private var inside: [Double] = []
    /// Whether there was ever a frame.
    private(set) var hasDecoded = false
    /// Errors since the last frame.
    private(set) var failures = 0
    /// What was handed to the decoder so far.
    private(set) var decoded = EngineStatistics.Amount()

    init(kind: TrackKind, store: PacketStore, threads: Int) {
        self.kind = kind
        self.store = store
        self.threads = threads
    }

    /// The next frame, or why there is none.
    func step() -> Step {
        while true {
            if let frame = stray.next() { return .frame(frame) }
            if hasEnded { return .ended }
            do throws(FFmpegError) {
                if let decoder, let format {
                    switch try decoder.receive() {
                    case .frame(let frame):
                        hasDecoded = true
                        failures = 0
                        let placed = place(frame, format)
                        inside.removeAll { $0 <= placed.time + 0.000_5 }
                        guard let next = stray.take(placed) else { continue }
                        return .frame(next)
                    case .needsPacket: break
                    case .ended:
                        guard let held = try endFormat() else { continue }
                        return .frame(held)
                    }
                }
                switch store.next(kind) {
                case .packet(let packet):
                    if packet.format === format {
                        try send(packet)
                    } else if decoder == nil {
                        try use(packet.format)
                        try send(packet)
                    } else {
                        waiting = packet
                        try drain()
                    }
                case .starved: return .starved
                case .sparse: return stray.release().map { Step.frame($0) } ?? .sparse
                case .ended:
                    guard decoder != nil else {
                        hasEnded = true
                        continue
                    }
                    try drain()
                }
            } catch {
                failures += 1
                inside = []
                return .failed(error)
            }
        }
    }

    /// The time of the first frame that is still in the decoder, in seconds, as far as its packets tell; `nil` where there is none.
    var firstTimeInside: Double? { (inside + [waiting?.time, stray.heldTime].compactMap(\.self)).min() }

    /// Forgets all that is inside, after the store's cursor was moved.
    func reset() {
        decoder?.flush()
        inside = []
        stray = StrayFrame()
        waiting = nil
        isDraining = false
        hasEnded = false
        nextTime = nil
    }

    /// Whether pictures that no other needs are left out.
    func skipNonReference(_ skip: Bool) { decoder?.skipNonReference(skip) }

    /// Goes on with the first packet of another format, where there is one, after all frames are out.
    /// - Returns: A frame that was held back.
    private func endFormat() throws(FFmpegError) -> DecodedFrame? {
        isDraining = false
        inside = []
        decoder?.flush()
        let held = stray.release()
        guard let packet = waiting else {
            hasEnded = true
            return held
        }
        waiting = nil
        try use(packet.format)
        try send(packet)
        return held
    }

    private func drain() throws(FFmpegError) {
        guard !isDraining else { return }
        isDraining = true
        _ = try decoder?.send(nil)
    }

    private func send(_ packet: MediaPacket) throws(FFmpegError) {
        // `receive` said that it needs a packet, so it is never full here.
        decoded.bytes += packet.packet.size
        decoded.duration += packet.duration
        // No decoder holds more than this; what it dropped without a word must not pile up.
        let most = 64
        inside = inside.suffix(most - 1) + [packet.time]
        _ = try decoder?.send(packet.packet)
    }

    private func use(_ format: TrackFormat) throws(FFmpegError) {
        if let decoder, decoder.stream.sharesDecoder(with: format.stream) {
            decoder.adopt(format.stream)
        } else {
            decoder = nil
            decoder = try Decoder(stream: format.stream, threads: threads)
        }
        self.format = format
        nextTime = nil
    }

    private func place(_ frame: Frame, _ format: TrackFormat) -> DecodedFrame {
        let duration: Double
        if kind == .audio {
            duration = frame.sampleRate > 0 ? Double(frame.sampleCount) / Double(frame.sampleRate) : 0
        } else if frame.duration > 0 {
            duration = Double(frame.duration) * format.stream.timeBase
        } else {
            let usual = 25.0
            duration = 1 / (format.stream.frameRate ?? usual)
        }
        let time = frame.pts.map(format.time) ?? nextTime ?? 0
        nextTime = time + duration
        return DecodedFrame(frame: frame, format: format, time: time, duration: duration)
    }
}
