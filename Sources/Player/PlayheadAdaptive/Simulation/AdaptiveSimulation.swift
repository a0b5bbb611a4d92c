import Foundation

/// Plays a movie over a recorded network with a policy and computes its score.
///
/// The loop is that of sabre (UMass-LIDS), so that scores compare with published ones: each segment in turn waits for the network's latency
/// and downloads at the network's bandwidth; meanwhile the buffer drains in real time, and an empty buffer counts as rebuffering. If the
/// buffer holds more than its limit less one segment, the next fetch waits. Progress is reported when both 50 ms have passed and 12 kbit
/// have arrived since the last report; the first transfer is never abandoned.
package struct AdaptiveSimulation: Sendable {
    /// The movie.
    package let movie: SimulatedMovie
    /// The network.
    package let network: NetworkTrace
    /// The maximum duration of loaded media, in seconds.
    package let bufferLimit: Double
    /// Whether the policy receives the sizes of segments in advance, as in sabre, or has to use bit rates, as with most HLS playlists.
    package var knowsSizes = true
    /// The rung of the first segment, which may then be abandoned, as in the player; `nil` leaves it to the policy, as in sabre.
    package var startRung: Int?

    /// The cost in the score of rebuffering for one segment's duration.
    package static let rebufferPenalty = 5.0

    /// The maximum number of attempts for a segment.
    private static let maximumAttempts = 1000

    /// Makes a simulation; a limit below one segment counts as one segment.
    package init(movie: SimulatedMovie, network: NetworkTrace, bufferLimit: Double) {
        self.movie = movie
        self.network = network
        self.bufferLimit = max(bufferLimit, movie.segmentDuration)
    }

    /// Plays the movie once; throws if the network is too slow for it to end.
    package func run(_ chooser: inout some RungPolicy) throws(SimulationError) -> SimulationResult {
        let utilities = movie.bitrates.map { log($0 / movie.bitrates[0]) }
        let duration = Double(movie.sizes.count) * movie.segmentDuration
        var network = SimulatedNetwork(network, deadline: (100 * duration + 86_400) * 1000)
        var buffer = SimulatedBuffer(segment: movie.segmentDuration, bitrates: movie.bitrates, utilities: utilities)
        var current: Int?
        var next = 0
        var attempts = 0
        var abandoned = 0
        var wasted = 0.0
        var received = 0.0
        while next < movie.sizes.count {
            let tooMuch = buffer.level + movie.segmentDuration - bufferLimit
            if tooMuch > 0 {
                buffer.play(tooMuch)
                try network.wait(tooMuch * 1000)
                chooser.waited(tooMuch)
            }
            var situation = situation(of: next, buffered: buffer.level, current: current)
            var choice = chooser.choose(for: situation)
            if let startRung, next == 0, attempts == 0 { choice = FetchChoice(rung: startRung) }
            let rung = min(max(choice.rung, 0), movie.bitrates.count - 1)
            if choice.wait > 0, next > 0 {
                let wait = min(choice.wait, bufferLimit)
                buffer.play(wait)
                try network.wait(wait * 1000)
                situation.buffered = buffer.level
            }
            let (transfer, verdict) = try fetch(rung, in: situation, over: &network, asking: &chooser)
            if next == 0 { buffer.startUp(transfer.elapsed) } else { buffer.play(transfer.elapsed) }
            received += Double(transfer.bytesReceived)
            if verdict == .goOn {
                buffer.append(rung)
                current = rung
                next += 1
                attempts = 0
            } else {
                abandoned += 1
                attempts += 1
                if attempts > Self.maximumAttempts { throw .endlessAbandoning }
                wasted += Double(transfer.bytesReceived)
            }
            situation.buffered = buffer.level
            chooser.finish(transfer, verdict: verdict, at: network.now / 1000, in: situation)
        }
        buffer.playOut()
        return result(of: buffer, abandoned: abandoned, wastedShare: wasted / max(received, 1))
    }

    private func situation(of segment: Int, buffered: Double, current: Int?) -> FetchSituation {
        FetchSituation(
            bitrates: movie.bitrates, segmentDuration: movie.segmentDuration,
            segmentSizes: knowsSizes ? movie.sizes[segment].map { Int(saturating: $0 / 8, rounding: .down) } : [],
            buffered: buffered, bufferLimit: bufferLimit, currentRung: current, remainingSegments: movie.sizes.count - segment)
    }

    private func fetch(
        _ rung: Int, in situation: FetchSituation, over network: inout SimulatedNetwork, asking chooser: inout some RungPolicy
    ) throws(SimulationError) -> (TransferProgress, TransferVerdict) {
        let start = network.now
        let isUnseen = situation.currentRung == nil && startRung == nil
        let size = movie.sizes[movie.sizes.count - (situation.remainingSegments ?? 1)][rung]
        let latency = try network.waitForFirstByte()
        var pause = SimulatedNetwork.progressTime - latency
        var received = 0.0
        var situation = situation
        let buffered = situation.buffered
        while true {
            let reportBits = isUnseen ? size : SimulatedNetwork.progressBits
            received += try network.receive(size - received, reportAfter: pause, bits: reportBits)
            pause = SimulatedNetwork.progressTime
            let elapsed = (network.now - start) / 1000
            let progress = TransferProgress(
                rung: rung, bytesReceived: Int(saturating: received / 8, rounding: .down),
                bytesExpected: Int(saturating: size / 8, rounding: .down), elapsed: elapsed, timeToFirstByte: latency / 1000)
            if received >= size { return (progress, .goOn) }
            if elapsed > 86_400 { throw .tooSlow }
            situation.buffered = max(0, buffered - elapsed)
            let verdict = chooser.review(progress, in: situation)
            if verdict != .goOn { return (progress, verdict) }
        }
    }

    private func result(of buffer: SimulatedBuffer, abandoned: Int, wastedShare: Double) -> SimulationResult {
        let count = Double(movie.sizes.count)
        return SimulationResult(
            utility: buffer.utility * movie.segmentDuration / buffer.playTime, utilityChange: buffer.utilityChange / count,
            switches: buffer.switches, rebufferTime: buffer.rebufferTime, rebufferEvents: buffer.rebufferEvents,
            longestStall: buffer.longestStall, startupTime: buffer.startupTime, playTime: buffer.playTime,
            meanBitrate: buffer.bitrateSum / count, abandoned: abandoned, wastedShare: wastedShare)
    }
}
