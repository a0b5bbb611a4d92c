import CFFmpeg

/// The times of ADTS (ISO/IEC 14496-3 §1.A.2.2), whose sample rate may change, as where recordings were joined or at an ad of a station.
///
/// FFmpeg counts all frames with the duration of the first one, and seeks by these times.
struct ADTSTimes {
    /// The frames from one on whose durations are the same share of those that FFmpeg counts.
    private struct Part {
        /// The time of the first frame as FFmpeg counts it, in ticks.
        var counted: Int64
        /// The time of the first frame, in ticks.
        var time: Int64
        /// The duration of a frame divided by the one that FFmpeg counts.
        var share: Double
    }

    private static let sampleRates: [Int32] = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
    ]
    private static let headerSize = 7
    private static let samplesPerBlock: Int64 = 1024
    /// The maximum number of parts; later changes are followed in sequence, but not by seeks.
    private static let limit = 10_000

    private let timeBase: AVRational
    /// The parts that were read, in the order of time.
    private var parts: [Part] = []
    /// The end of the previous frame as FFmpeg counts it, and its end, in ticks; `nil` after a seek.
    private var last: (counted: Int64, end: Int64)?

    /// Creates the times of an opened container; `nil` if its format is another one.
    init?(format: String, _ streams: [StreamInfo]) {
        guard format == "aac", let stream = streams.first, stream.rationalTimeBase.num > 0, stream.rationalTimeBase.den > 0 else {
            return nil
        }
        timeBase = stream.rationalTimeBase
    }

    /// Sets the time and the duration of the next packet.
    mutating func place(_ packet: Packet) {
        guard let counted = packet.pts ?? packet.dts, packet.duration > 0, let duration = duration(of: packet) else { return }
        let share = Double(duration) / Double(packet.duration)
        let time = last.map { $0.end.saturatingAdding(counted.saturatingSubtracting($0.counted)) } ?? found(at: counted)
        guard NumberLimits.timestamps.contains(time) else { return }
        last = (counted.saturatingAdding(packet.duration), time.saturatingAdding(duration))
        let known = parts.last { $0.counted <= counted }
        // What was found behind a part that a seek has passed was a guess.
        let isNew = (known?.share ?? 1) != share || known.map { $0.counted == counted && $0.time != time } ?? false
        if isNew {
            while let end = parts.last, end.counted >= counted { parts.removeLast() }
            if parts.count < Self.limit { parts.append(Part(counted: counted, time: time, share: share)) }
        }
        if time != counted { packet.setTime(time) }
        if duration != packet.duration { packet.setDuration(duration) }
    }

    /// Continues at another place.
    mutating func restart() { last = nil }

    /// Returns the time that FFmpeg counts where the media has the time `time`, both in seconds. Beyond what was read, no other change is
    /// assumed.
    func counted(_ time: Double) -> Double {
        let tick = av_q2d(timeBase)
        guard let part = parts.last(where: { Double($0.time) * tick <= time }) else { return time }
        return Double(part.counted) * tick + (time - Double(part.time) * tick) / part.share
    }

    /// Returns the time where FFmpeg counts `counted`, both in ticks.
    private func found(at counted: Int64) -> Int64 {
        guard let part = parts.last(where: { $0.counted <= counted }) else { return counted }
        return part.time.saturatingAdding(Int64(saturating: Double(counted.saturatingSubtracting(part.counted)) * part.share))
    }

    /// Returns the duration of a frame by its header, in ticks; `nil` without a valid header.
    private func duration(of packet: Packet) -> Int64? {
        guard packet.size >= Self.headerSize, let data = packet.pointer.pointee.data, data[0] == 0xFF, data[1] & 0xF6 == 0xF0 else {
            return nil
        }
        let rate = Int(data[2] >> 2 & 0xF)
        // FFmpeg decodes one block of a frame only.
        guard Self.sampleRates.indices.contains(rate), data[6] & 3 == 0 else { return nil }
        let duration = av_rescale_q(Self.samplesPerBlock, AVRational(num: 1, den: Self.sampleRates[rate]), timeBase)
        return duration > 0 ? duration : nil
    }
}
