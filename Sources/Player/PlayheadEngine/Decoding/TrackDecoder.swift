import PlayheadCore
import PlayheadFFmpeg

/// A decoded picture or block of sound on the timeline of the presentation, or one that is not decoded.
struct DecodedFrame {
    /// The content; `nil` if the packet was not decoded.
    let frame: Frame?
    let format: TrackFormat
    /// The presentation time, in seconds.
    var time: Double
    /// The duration, in seconds.
    let duration: Double

    var end: Double { time + duration }
}

/// Decodes one track of a packet store, across changes of format. Packets without data, of a playback that does not decode them, are
/// returned as frames without content. Confined to the executor of the engine.
final class TrackDecoder {
    /// The result of a step.
    enum Step {
        case frame(DecodedFrame)
        /// No packet is available; more may follow.
        case starved
        /// No packet is available, and the track has a gap here, which is known up to a time, in seconds.
        case sparse(until: Double)
        /// All frames were returned.
        case ended
        /// Data that cannot be decoded was skipped.
        case failed(FFmpegError)
    }

    let kind: TrackKind
    private let store: PacketStore
    private let threads: Int?
    private let deinterlacing: Deinterlacing
    private var decoder: Decoder?
    /// The filter of interlaced pictures, once there was one.
    private var deinterlacer: Deinterlacer?
    /// Whether the filter failed, so that pictures are shown as they are.
    private var isUnfiltered = false
    /// The pictures that the filter has returned and that were not placed yet.
    private var filtered: [Frame] = []
    private var format: TrackFormat?
    /// The first packet of another format, held until all frames before it were returned.
    private var waiting: MediaPacket?
    private var isDraining = false
    private var hasEnded = false
    private var nextTime: Double?
    private var pictureDurations = PictureDurations()
    private var stray = StrayFrame()
    /// The times of the packets in the decoder whose frames were not returned yet, in seconds.
    private var inside: [Double] = []
    /// Whether any frame was decoded.
    private(set) var hasDecoded = false
    /// The number of errors since the last frame.
    private(set) var failures = 0
    /// The number of intact frames of a decrypted track that are left out before the next one is trusted. With a wrong key some are decoded
    /// without an error: after one, pictures are trusted from an intact key picture on, and sound after some blocks.
    private var distrust = 0
    /// Whether pictures that no other refers to are skipped.
    var skipsNonReference = false
    /// Pictures that no other refers to are skipped if they end by this time, in seconds.
    private var skipsNonReferenceUntil = -Double.infinity
    /// Whether the decoder has, or is opened with, the threads of a search.
    private var isHurried = false
    /// The number of threads of the open decoder.
    private(set) var openThreads = 0
    /// Whether packets were sent since the last reset.
    private var hasSent = false
    /// The amount of data that was passed to the decoder.
    private(set) var decoded = EngineStatistics.Amount()

    /// Creates the decoder of a track with `threads` threads, or as many as suit the size of its pictures.
    init(kind: TrackKind, store: PacketStore, threads: Int?, deinterlacing: Deinterlacing = .off) {
        self.kind = kind
        self.store = store
        self.threads = threads
        self.deinterlacing = kind == .video ? deinterlacing : .off
    }

    /// Returns the next frame, or the reason why there is none.
    func step() -> Step {
        guard let onStep = store.onStep else { return advance() }
        let (start, isFirst) = (SystemClock().now, !hasDecoded)
        let step = advance()
        onStep(.decoded(kind, seconds: SystemClock().now - start))
        if isFirst, hasDecoded { onStep(.firstFrame(kind)) }
        return step
    }

    private func advance() -> Step {
        while true {
            if let frame = stray.next() { return .frame(frame) }
            if hasEnded { return hasFailed ? store.sparseEnd(kind).map(Step.sparse) ?? .starved : .ended }
            do throws(FFmpegError) {
                if let step = try attempt() { return step }
            } catch {
                failures += 1
                distrust = Self.maximumDistrust
                inside = []
                return .failed(error)
            }
        }
    }

    /// Moves one frame out of the filter or the decoder, or else one packet into the decoder.
    /// - Returns: The result of the step, or `nil` if decoding has to go on before there is one.
    private func attempt() throws(FFmpegError) -> Step? {
        guard let decoder, let format else { return try feed() }
        if !filtered.isEmpty {
            let placed = place(filtered.removeFirst(), format)
            inside.removeAll { $0 <= placed.time + Self.timeRounding }
            return stray.take(placed).map(Step.frame)
        }
        switch try decoder.receive() {
        case .frame(let frame):
            guard isTrusted(frame, of: format) else {
                failures += 1
                return .failed(.undecipherable)
            }
            hasDecoded = true
            failures = 0
            filtered += filter(frame)
            return nil
        case .needsPacket: return try feed()
        case .ended:
            filtered += endFilter()
            return try filtered.isEmpty ? endFormat().map(Step.frame) : nil
        }
    }

    /// Passes the next packet of the store to the decoder.
    /// - Returns: The result if the packet is not decoded, or none is available; otherwise `nil`.
    private func feed() throws(FFmpegError) -> Step? {
        switch store.next(kind) {
        case .packet(let packet):
            guard let data = packet.packet else { return .frame(pass(packet)) }
            if store.limits.decoding == .keyframes { return .frame(try decodeAlone(packet, data)) }
            try feed(packet, data)
        case .starved where hasFailed, .sparse where hasFailed: try drain()
        case .starved: return .starved
        case .sparse(let end): return stray.release().map(Step.frame) ?? .sparse(until: end)
        case .ended: if decoder == nil { hasEnded = true } else { try drain() }
        }
        return nil
    }

    /// Passes a packet to the decoder, or holds it until all frames before it were returned.
    private func feed(_ packet: MediaPacket, _ data: Packet) throws(FFmpegError) {
        let isHurryOver = decoder != nil && endsHurry(packet)
        if isHurryOver { isHurried = false }
        if !isHurryOver, decoder == nil || packet.format === format {
            if packet.format !== format { try use(packet.format) }
            try send(packet, data)
        } else {
            waiting = packet
            try drain()
        }
    }

    /// The rounding of the times of frames, in seconds.
    private static let timeRounding = 0.000_5
    private static let maximumDistrust = 3

    /// Returns whether a frame is what was encrypted, as far as the decoder reports it.
    private func isTrusted(_ frame: Frame, of format: TrackFormat) -> Bool {
        guard format.isDecrypted else { return true }
        if frame.isDamaged {
            distrust = Self.maximumDistrust
        } else if kind == .video ? frame.isKey : distrust == 0 {
            distrust = 0
            return true
        } else if kind == .audio {
            distrust -= 1
        }
        return distrust == 0 && !frame.isDamaged
    }

    /// Whether no packet follows because loading has failed: then the frames in the decoder are the last ones.
    private var hasFailed: Bool { decoder != nil && store.hasFailed(kind) }

    /// The time of the first frame that is still in the decoder, in seconds, according to its packets; `nil` if there is none.
    var firstTimeInside: Double? { (inside + [waiting?.time, stray.heldTime].compactMap(\.self)).min() }

    /// The latest time, in seconds, of the packets that the decoder holds or has skipped; `nil` if there are none.
    var lastTimeInside: Double? { inside.max() }

    /// Decodes quickly up to `time` (seconds): skips pictures that no other refers to and that end by then, and, if many pictures
    /// precede it, uses more threads up to a key frame behind it. More threads are used only if nothing was decoded since the last reset.
    func hurry(to time: Double) {
        skipsNonReferenceUntil = max(skipsNonReferenceUntil, time)
        // Opening a decoder takes about as long as decoding some pictures.
        let many = 16
        guard threads == nil, !isHurried, !hasSent, store.count(kind, upTo: time) >= many else { return }
        isHurried = true
        decoder = nil
        format = nil
    }

    /// Whether the decoder of a search is replaced at `packet`: a key frame behind the target. Its presentation time has to be known and the
    /// next packet later, because pictures that follow a key frame and are shown before it may refer to pictures of the previous decoder.
    private func endsHurry(_ packet: MediaPacket) -> Bool {
        guard isHurried, packet.isKey, packet.coveredFrom == packet.time, packet.time > skipsNonReferenceUntil else { return false }
        return store.nextTime(kind).map { $0 > packet.time } ?? false
    }

    /// Drops all frames and packets inside, after the cursor of the store was moved.
    func reset() {
        decoder?.flush()
        deinterlacer = nil
        filtered = []
        skipsNonReferenceUntil = -.infinity
        inside = []
        stray = StrayFrame()
        waiting = nil
        isDraining = false
        hasEnded = false
        hasSent = false
        nextTime = nil
        pictureDurations.restart()
    }

    /// Deinterlaces a picture if required.
    /// - Returns: The pictures that are complete.
    private func filter(_ frame: Frame) -> [Frame] {
        guard deinterlacing == .on || deinterlacing == .automatic && (deinterlacer != nil || frame.isInterlaced), !isUnfiltered else {
            return [frame]
        }
        var frames = deinterlacer?.suits(frame) == false ? endFilter() : []
        do throws(FFmpegError) {
            if deinterlacer == nil { deinterlacer = try Deinterlacer(for: frame, isForced: deinterlacing == .on) }
            frames += try deinterlacer?.filter(frame) ?? [frame]
        } catch {
            isUnfiltered = true
            frames += endFilter() + [frame]
        }
        return frames
    }

    /// Ends the filter.
    /// - Returns: The pictures that were inside.
    private func endFilter() -> [Frame] {
        defer { deinterlacer = nil }
        return (try? deinterlacer?.filter(nil)) ?? []
    }

    /// Continues with the first packet of another format, if there is one, after all frames were returned.
    /// - Returns: The frame that was held, if any.
    private func endFormat() throws(FFmpegError) -> DecodedFrame? {
        isDraining = false
        inside = []
        decoder?.flush()
        let held = stray.release()
        guard let packet = waiting, let data = packet.packet else {
            hasEnded = true
            return held
        }
        waiting = nil
        try use(packet.format)
        try send(packet, data)
        return held
    }

    private func drain() throws(FFmpegError) {
        guard !isDraining else { return }
        isDraining = true
        _ = try decoder?.send(nil)
    }

    private func send(_ packet: MediaPacket, _ data: Packet) throws(FFmpegError) {
        // `receive` returned `needsPacket`, so the decoder is never full here.
        count(packet)
        // The maximum number of packets inside a decoder; times of packets that it dropped silently must not accumulate.
        let most = 64
        inside = inside.suffix(most - 1) + [packet.time]
        let isBefore = packet.duration > 0 && packet.end <= skipsNonReferenceUntil + PlayoutLimits.pictureRounding
        decoder?.skipNonReference(skipsNonReference || isBefore && data.pts != nil)
        hasSent = true
        // Pictures of raw video have no times: they are counted from the first one on.
        if data.countedTime != nil { nextTime = nextTime ?? packet.time }
        _ = try decoder?.send(data)
    }

    private func count(_ packet: MediaPacket) {
        decoded.bytes += packet.size
        decoded.duration += packet.duration
    }

    // MARK: Without decoding

    /// Returns a packet as a frame without content. Its time is not before that of the previous frame, because packets are in decoding order.
    private func pass(_ packet: MediaPacket, _ content: Frame? = nil) -> DecodedFrame {
        count(packet)
        hasDecoded = true
        let reordering = 1.0
        let last = nextTime ?? -.infinity
        let time = packet.time < last && packet.time > last - reordering ? last : packet.time
        nextTime = time
        let usual = 25.0
        let unknown = kind == .video ? 1 / (packet.format.stream.frameRate ?? usual) : 0
        return DecodedFrame(
            frame: content, format: packet.format, time: time, duration: packet.duration > 0 ? packet.duration : unknown)
    }

    /// Decodes a key frame without the packets after it.
    private func decodeAlone(_ packet: MediaPacket, _ data: Packet) throws(FFmpegError) -> DecodedFrame {
        let last = nextTime
        try use(packet.format)
        nextTime = last
        defer { decoder?.flush() }
        _ = try decoder?.send(data)
        _ = try decoder?.send(nil)
        if case .frame(let frame)? = try decoder?.receive() { return pass(packet, frame) }
        return pass(packet)
    }

    private func use(_ format: TrackFormat) throws(FFmpegError) {
        let count = threads ?? DecodingThreads.count(for: format.stream, isSearching: isHurried)
        if let decoder, openThreads == count, decoder.stream.sharesDecoder(with: format.stream) {
            decoder.adopt(format.stream)
        } else {
            decoder = nil
            self.format = nil
            decoder = try Decoder(stream: format.stream, threads: count)
            openThreads = count
        }
        self.format = format
        nextTime = nil
    }

    private func place(_ frame: Frame, _ format: TrackFormat) -> DecodedFrame {
        var duration: Double
        if kind == .audio {
            duration = frame.sampleRate > 0 ? Double(frame.sampleCount) / Double(frame.sampleRate) : 0
        } else if frame.duration > 0 {
            duration = Double(frame.duration) * format.stream.timeBase
        } else {
            let usual = 25.0
            duration = 1 / (format.stream.frameRate ?? usual)
        }
        let time = frame.pts.map(format.time) ?? nextTime ?? 0
        if kind == .video { duration = pictureDurations.duration(duration, at: time) }
        nextTime = time + duration
        return DecodedFrame(frame: frame, format: format, time: time, duration: duration)
    }
}
