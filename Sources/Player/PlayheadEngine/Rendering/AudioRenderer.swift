import PlayheadCore
import PlayheadFFmpeg

/// Renders sound from the decoder to the output: resampled, at the requested tempo, without gaps, starting at an exact sample.
///
/// Confined to the executor of the engine. Without an output, sound is only counted in sync with the playhead. The class has more than
/// twenty stored properties because sound has a position in each of its stages (decoder, gap, tempo, room in the output, speaker), which a
/// restart resets together.
final class AudioRenderer {
    /// The gap or overlap of timestamps that is tolerated, in seconds: the distance of the sound that was handed over from its timestamps.
    private static let tolerance = 0.03
    /// The limit of the tolerance of one block, in seconds: FFmpeg gives two blocks of AC-3 in a program stream one time, after a gap.
    private static let maximumTolerance = 0.045

    /// Returns the gap or overlap that is tolerated before a block, in seconds: one block, if it is long.
    private static func tolerance(before block: DecodedFrame) -> Double {
        max(tolerance, min(block.duration + rounding, maximumTolerance))
    }

    /// The maximum error of timestamps, in seconds.
    private static let rounding = 0.001

    /// The maximum gap that is filled with silence immediately, in seconds; longer gaps are left to ``fillSilence(until:)``.
    private static let shortHole = 0.5
    /// The maximum gap that is played as silence if there is only sound, in seconds; longer gaps are skipped.
    private static let maximumSilence = 60.0

    private let decoder: TrackDecoder
    private let output: (any AudioOutput)?
    /// The format that the stream announces, for silence before its first block.
    private let announced: AudioFormat
    private(set) var format: AudioFormat?
    /// The format that an output failed to open with.
    private(set) var wantedFormat: AudioFormat?
    private var resampler: Resampler?
    private var tempo: TempoFilter?
    private var rate = 1.0
    /// The time by which sound is heard later than its timestamps say, in seconds; a change takes effect at the next restart.
    var delay = 0.0

    /// The decoded samples that wait for room in the output, interleaved.
    private var pending: [Float] = []
    private var pendingStart = 0
    /// The expected time of the next decoded sample, in seconds; `nil` before the first.
    private var expected: Double?
    /// The time before which samples are dropped, in seconds.
    private var begin = 0.0
    /// The time (seconds) and tempo of the sound from a given sample on; samples are counted from the last restart.
    private var marks: [(written: Int, time: Double, rate: Double)] = []
    private var written = 0
    /// The decoded blocks that wait for the playhead if there is no output.
    private var silentQueue: [(time: Double, frames: Int)] = []
    /// The next block if a gap precedes it.
    private var held: DecodedFrame?
    private var lastFormat: TrackFormat?
    /// Whether no sound of the current run was played yet.
    private var isNewRun = false
    private var isDecoderDone = false
    /// The number of packets that may fail before the first decoded block: after a seek, packets may begin in the middle of a frame.
    private var toleratedFailures = 0
    private static let maximumToleratedFailures = 8
    private(set) var isFailed = false

    /// The end of the decoded sound, in seconds.
    private(set) var end = 0.0
    /// The number of samples per channel that were handed over.
    private(set) var handedFrames = 0
    /// The amount of data that was passed to the decoder.
    var decoded: EngineStatistics.Amount { decoder.decoded }
    /// The last decoding error, for a warning.
    var failure: FFmpegError?

    /// - Parameters:
    ///   - decoder: The decoder of the track.
    ///   - announced: The format that the stream announces.
    ///   - output: The destination of the sound, or `nil`.
    init(decoder: TrackDecoder, announced: AudioFormat, output: (any AudioOutput)?) {
        self.decoder = decoder
        self.announced = announced
        self.output = output
    }

    /// Whether sound is handed to a device as soon as there is some.
    var hasOutput: Bool { output != nil && !isFailed }

    /// Whether the output is the master of the clock.
    var isMaster: Bool { hasOutput && format != nil }

    /// Restarts at `time` (seconds), after the cursor of the store was moved.
    func restart(at time: Double, rate: Double) {
        decoder.reset()
        output?.flush()
        resampler?.reset()
        pending.removeAll(keepingCapacity: true)
        pendingStart = 0
        silentQueue.removeAll()
        held = nil
        lastFormat = nil
        expected = nil
        marks = []
        written = 0
        begin = time
        end = time
        isDecoderDone = false
        toleratedFailures = time > 0 ? Self.maximumToleratedFailures : 0
        self.rate = rate
        tempo = nil
    }

    /// Continues with other sound from `time` (seconds) on, after all sound decoded so far; the cursor of the store was moved there before.
    func join(at time: Double) throws(PlaybackError) {
        if !isDecoderDone { try finish() }
        decoder.reset()
        resampler?.reset()
        tempo = nil
        held = nil
        lastFormat = nil
        expected = nil
        begin = time
        end = time
        isDecoderDone = false
    }

    /// Gives up the output: from now on sound is only counted.
    func giveUpOutput() {
        isFailed = true
        pending = []
        pendingStart = 0
    }

    /// Uses the output again after it was reopened; has to be followed by a restart.
    func takeOutputBack() {
        isFailed = false
        handedFrames += silentQueue.reduce(0) { $0 + $1.frames }
    }

    /// Decodes and hands over sound as long as there is room. `playhead` is the position of the playhead, in seconds.
    func feed(playhead: Double) throws(PlaybackError) -> SoundSupply {
        while true {
            if isMaster {
                flushPending()
                if pending.count > pendingStart { return .full }
            } else {
                while let first = silentQueue.first, first.time <= playhead {
                    handedFrames += first.frames
                    silentQueue.removeFirst()
                }
                if !silentQueue.isEmpty { return .full }
            }
            if held != nil { return .hole }
            if isDecoderDone { return .ended }
            switch decoder.step() {
            case .frame(var block):
                toleratedFailures = 0
                block.time += delay
                if leavesHole(block) { held = block } else { try accept(block) }
            case .starved: return .starved
            case .sparse(let end): return .absent(until: end)
            case .failed(let error):
                if toleratedFailures == 0 { failure = error }
                toleratedFailures = max(0, toleratedFailures - 1)
            case .ended:
                isDecoderDone = true
                try finish()
            }
        }
    }

    /// Adds silence in a gap of the track: up to `time` (seconds), at most one second, or to the next sound.
    func fillSilence(until time: Double) throws(PlaybackError) {
        let start = expected ?? begin
        let stop = min(time, start + 1, held?.time ?? .infinity)
        if stop > start { try addSilence(from: start, to: stop) }
        guard let block = held, block.time - (expected ?? begin) <= Self.tolerance(before: block) else { return }
        held = nil
        try accept(block)
    }

    private func addSilence(from start: Double, to stop: Double) throws(PlaybackError) {
        defer {
            expected = stop
            end = stop
        }
        guard hasOutput else { return }
        try configure(for: announced)
        guard let format else { return }
        if expected == nil {
            compact()
            mark(start)
        }
        let perSecond = Double(format.sampleRate)
        append(Array(repeating: 0, count: Self.count(of: (stop - start) * perSecond, atMost: format.sampleRate) * format.channels))
    }

    private func leavesHole(_ block: DecodedFrame) -> Bool {
        if block.format !== lastFormat { isNewRun = true }
        lastFormat = block.format
        return block.time - (expected ?? begin) > Self.shortHole
    }

    /// Drops sound before the playhead, at `time` (seconds), if none was decoded since the last restart or join, or if the device ran out
    /// of sound long ago because pictures continued without it.
    func awaitSound(from time: Double) {
        if let expected {
            guard time - expected > PlayoutLimits.clockLead, isMaster, pending.count <= pendingStart, output?.isDrained == true else {
                return
            }
            self.expected = nil
        }
        guard held == nil, time > begin else { return }
        begin = time
        end = time
    }

    /// Whether any sound was decoded.
    var hasDecoded: Bool { decoder.hasDecoded }

    /// Whether all of the track is decoded.
    var isDecoded: Bool { isDecoderDone }

    /// The end of the sound that was decoded since the restart, in seconds, or `nil` if there was none.
    var decodedEnd: Double? { expected }

    /// The start of the sound after a gap, in seconds, if the playhead may skip the gap: between two runs, or if the gap is longer than any
    /// intended silence. `nil` if no such gap follows.
    var holeEnd: Double? {
        guard let held, isNewRun || held.time - (expected ?? begin) > Self.maximumSilence else { return nil }
        return held.time
    }

    /// The time of the first sound that is still in the decoder, in seconds, or `nil` if there is none.
    var firstTimeInside: Double? { decoder.firstTimeInside.map { $0 + delay } }

    /// The time of the sound that leaves the speaker, in seconds, or `nil` if the device does not report it.
    var audibleTime: Double? {
        guard isMaster, let format, let played = output?.playedFrames, played > 0, played < Double(written) else { return nil }
        guard let mark = marks.last(where: { Double($0.written) <= played }) ?? marks.first else { return nil }
        return mark.time + (played - Double(mark.written)) / Double(format.sampleRate) * mark.rate
    }

    /// Whether enough sound is handed over for the output to start.
    var isPrimed: Bool { isDecoderDone || (isMaster ? written > 0 : expected != nil || !silentQueue.isEmpty) }

    /// Whether all decoded sound was heard.
    var isDrained: Bool {
        isDecoderDone && pending.count <= pendingStart && silentQueue.isEmpty && (!isMaster || output?.isDrained != false)
    }

    /// Returns the duration at the start of a block that is not played, in seconds: before the playhead, or what the previous run has too.
    private func overlap(of block: DecodedFrame) -> Double {
        guard let expected else { return max(0, begin - block.time) }
        let overlap = expected - block.time
        if isNewRun, overlap >= block.duration - Self.rounding { return block.duration }
        return overlap > Self.tolerance(before: block) ? overlap : 0
    }

    /// Counts a block that no output plays.
    private func count(_ block: DecodedFrame, sampleRate: Int, samples: Int) {
        let cut = overlap(of: block)
        if cut < block.duration { isNewRun = false }
        let skipped = Self.count(of: (cut * Double(sampleRate)).rounded(), atMost: samples)
        // Timestamps that go back do not move the end back.
        end = max(expected ?? block.end, block.end)
        expected = end
        silentQueue.append((block.time, samples - skipped))
    }

    private func accept(_ block: DecodedFrame) throws(PlaybackError) {
        guard block.end > begin else { return }
        guard let frame = block.frame else {
            let samples = Self.count(of: block.duration * Double(announced.sampleRate), atMost: .max)
            return count(block, sampleRate: announced.sampleRate, samples: samples)
        }
        guard frame.sampleRate > 0, frame.channels > 0 else { return }
        guard output != nil, !isFailed else { return count(block, sampleRate: frame.sampleRate, samples: frame.sampleCount) }
        let cut = overlap(of: block)
        guard cut < block.duration else { return }
        isNewRun = false
        try configure(for: AudioFormat(sampleRate: frame.sampleRate, channels: min(frame.channels, 2)))
        guard let format, let resampler else { return }
        var samples: [Float] = []
        do throws(FFmpegError) { try resampler.convert(frame, into: &samples) } catch { failure = error }
        guard !samples.isEmpty else { return }
        let channels = format.channels
        let perSecond = Double(format.sampleRate)
        let hole = block.time - (expected ?? begin)
        if cut > 0 {
            samples.removeFirst(Self.count(of: (cut * perSecond).rounded(), atMost: samples.count / channels) * channels)
        } else if hole > (expected == nil ? Self.tolerance : Self.tolerance(before: block)) {
            // Silence keeps the sound in sync.
            samples.insert(
                contentsOf: repeatElement(0, count: Self.count(of: hole * perSecond, atMost: format.sampleRate) * channels), at: 0)
        }
        // What is tolerated adds up with what follows, so that sound and pictures stay together.
        let time = expected ?? (cut > 0 || hole > Self.tolerance ? begin : block.time)
        guard !samples.isEmpty else { return }
        if expected == nil {
            compact()
            mark(time)
        }
        end = time + Double(samples.count / channels) / perSecond
        expected = end
        append(samples)
    }

    /// Converts a number of samples to an integer within limits, even if it was computed from invalid timestamps.
    private static func count(of samples: Double, atMost limit: Int) -> Int {
        samples.isFinite ? min(max(0, Int(saturating: samples)), limit) : 0
    }

    /// Continues at another tempo without a gap.
    func setTempo(_ rate: Double) {
        guard rate != self.rate else { return }
        self.rate = rate
        guard isMaster, let format, !marks.isEmpty else { return }
        compact()
        do throws(FFmpegError) {
            try tempo?.finish(into: &pending)
            tempo = rate == 1 ? nil : try TempoFilter(rate: rate, sampleRate: format.sampleRate, channels: format.channels)
        } catch { failure = error }
        mark(end)
    }

    /// Records that the next appended sample has the time `time` (seconds).
    private func mark(_ time: Double) {
        let kept = 16
        marks = marks.suffix(kept) + [(written + pending.count / (format?.channels ?? 1), time, rate)]
    }

    private func append(_ samples: [Float]) {
        compact()
        guard let tempo else { return pending.append(contentsOf: samples) }
        samples.withUnsafeBufferPointer { buffer in
            do throws(FFmpegError) { try tempo.process(buffer, into: &pending) } catch { failure = error }
        }
    }

    private func finish() throws(PlaybackError) {
        guard isMaster else { return }
        compact()
        do throws(FFmpegError) {
            if tempo == nil { try resampler?.drain(into: &pending) }
            try tempo?.finish(into: &pending)
        } catch { failure = error }
    }

    private func compact() {
        guard pendingStart > 0 else { return }
        pending.removeFirst(pendingStart)
        pendingStart = 0
    }

    private func flushPending() {
        guard let output, let format, pending.count > pendingStart else { return }
        let taken = pending.withUnsafeBufferPointer { output.write(UnsafeBufferPointer(rebasing: $0[pendingStart...])) }
        // bounded: at most the count of the pending samples
        pendingStart += taken * format.channels
        written += taken
        handedFrames += taken
        if pendingStart == pending.count {
            pending.removeAll(keepingCapacity: true)
            pendingStart = 0
        }
    }

    private func configure(for wanted: AudioFormat) throws(PlaybackError) {
        if format == nil {
            wantedFormat = wanted
            do {
                try output?.open(wanted)
            } catch {
                giveUpOutput()
                throw error
            }
            format = wanted
            resampler = Resampler(sampleRate: wanted.sampleRate, channels: wanted.channels)
        }
        guard let format, rate != 1, tempo == nil else { return }
        do throws(FFmpegError) {
            tempo = try TempoFilter(rate: rate, sampleRate: format.sampleRate, channels: format.channels)
        } catch { failure = error }
    }
}
