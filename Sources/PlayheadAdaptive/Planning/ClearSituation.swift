import Foundation

/// A situation with sensible numbers, in seconds of real time: what is played faster is used up faster.
struct ClearSituation: Sendable {
    /// The bitrates of the rungs that are allowed, in bits a second of real time, rising; at least one.
    var bitrates: [Double]
    /// What a rung is worth: the logarithm of its bitrate over the lowest.
    var utilities: [Double]
    /// The sizes of the segment in bits, as many.
    var sizes: [Double]
    /// How long the segment plays.
    var segment: Double
    /// How long the buffer lasts.
    var buffer: Double
    /// How long it may last: two segments at least.
    var limit: Double
    /// The rung before.
    var current: Int?
    /// The segments left with this one, where known.
    var remaining: Int?

    init(_ situation: FetchSituation) {
        let rate = situation.playbackRate > 0 ? situation.playbackRate.clamped(to: 0.1...16) : 1
        var media = situation.segmentDuration
        media = media.isFinite && media > 0 ? media.clamped(to: 0.1...120) : 4
        segment = media / rate
        var ladder: [Double] = []
        for bitrate in situation.bitrates {
            // Rungs that say nothing count as the one below, so that they are never better than it.
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
        // With room for less than two segments each would have to run out before the next is fetched.
        limit = max(situation.bufferLimit.clamped(to: 0...100_000) / rate, 2 * segment)
        current = situation.currentRung.map { min(max($0, 0), highest) }
        remaining = situation.remainingSegments.map { max($0, 1) }
    }

    /// How long the buffer has to run down before another segment fits.
    var wait: Double { max(0, buffer + segment - limit) }
}
