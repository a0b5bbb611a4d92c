import Foundation

/// A situation with valid numbers, in seconds of real time: faster playback consumes the buffer faster.
struct ClearSituation: Sendable {
    /// The bit rates of the allowed rungs, in bits per second of real time, ascending; at least one.
    var bitrates: [Double]
    /// The utilities of the rungs: the logarithm of the bit rate relative to the lowest.
    var utilities: [Double]
    /// The sizes of the segment in bits, by rung.
    var sizes: [Double]
    /// The duration of the segment.
    var segment: Double
    /// The duration of the buffer.
    var buffer: Double
    /// The maximum duration of the buffer: at least two segments.
    var limit: Double
    /// The rung of the previous segment.
    var current: Int?
    /// The number of remaining segments including this one, if known.
    var remaining: Int?

    init(_ situation: FetchSituation) {
        let rate = situation.playbackRate > 0 ? situation.playbackRate.clamped(to: 0.1...16) : 1
        var media = situation.segmentDuration
        media = media.isFinite && media > 0 ? media.clamped(to: 0.1...120) : 4
        segment = media / rate
        var ladder: [Double] = []
        for bitrate in situation.bitrates {
            // Rungs without a bit rate get that of the next lower one, so that they are never better.
            let known = bitrate.isFinite && bitrate > 0 ? bitrate.clamped(to: 1_000...1e10) : ladder.last ?? 1_000
            ladder.append(max(known, ladder.last ?? 0))
        }
        if ladder.isEmpty { ladder = [1_000] }
        let highest = min(max(situation.highestRung ?? ladder.count - 1, 0), ladder.count - 1)
        ladder = Array(ladder.prefix(highest + 1))
        let bases = situation.segmentSizes
        sizes = ladder.indices.map { rung in
            let bytes = rung < bases.count ? bases[rung] : 0
            return bytes > 0 ? Double(bytes) * 8 : ladder[rung] * media
        }
        utilities = ladder.map { log($0 / ladder[0]) }
        bitrates = ladder.map { $0 * rate }
        buffer = situation.buffered.clamped(to: 0...100_000) / rate
        // With room for less than two segments the buffer would have to run empty before each fetch.
        limit = max(situation.bufferLimit.clamped(to: 0...100_000) / rate, 2 * segment)
        current = situation.currentRung.map { min(max($0, 0), highest) }
        remaining = situation.remainingSegments.map { max($0, 1) }
    }

    /// The time until another segment fits into the buffer.
    var wait: Double { max(0, buffer + segment - limit) }
}
