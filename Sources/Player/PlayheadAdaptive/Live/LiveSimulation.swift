import Foundation

/// Plays a low-latency stream over a recorded network with a ``LiveController``.
///
/// Each part is sent when it is encoded and the previous one has arrived. The playhead starts at the target latency; latency, stalls and rate are
/// recorded from ``recordingStart`` on.
package struct LiveSimulation: Sendable {
    /// The stream.
    package var stream: LiveStream
    /// The network, whose time begins with the first request.
    package var network: NetworkTrace
    /// The seconds to play.
    package var duration: Double
    /// The time from which results are recorded, in seconds.
    package var recordingStart = 0.0

    /// Makes a simulation.
    package init(_ stream: LiveStream, over network: NetworkTrace, duration: Double, recordingStart: Double = 0) {
        self.stream = stream
        self.network = network
        self.duration = duration
        self.recordingStart = recordingStart
    }

    /// Makes the scenario of a profile: ten seconds at 3 Mbit/s, then the profile, which is recorded.
    package init(_ profile: LiveProfile, stream: LiveStream = .challenge, latency: Double = 0) throws(SimulationError) {
        let stable = 10.0
        self.init(
            stream, over: try profile.network(after: stable, latency: latency), duration: stable + profile.duration,
            recordingStart: stable)
    }

    /// Plays the stream.
    package func run(_ controller: inout LiveController) throws(SimulationError) -> LiveSimulationResult {
        var network = SimulatedNetwork(network, deadline: (duration + 3600) * 1000)
        let target = controller.pacing.target
        // The time of media is the time at which it is encoded.
        var segment = Int(saturating: -target / stream.segmentDuration, rounding: .down)
        var playhead = SimulatedPlayhead(position: Double(segment) * stream.segmentDuration, recordingStart: recordingStart)
        let parts = stream.parts
        var current: Int?
        while network.now / 1000 < duration {
            let start = Double(segment) * stream.segmentDuration
            let rung = controller.rung(
                for: LiveSituation(
                    bitrates: stream.bitrates, segmentDuration: stream.segmentDuration, buffered: start - playhead.position,
                    currentRung: current))
            playhead.record(rung: rung, at: network.now / 1000)
            current = rung
            _ = try network.waitForFirstByte()
            let size = stream.bits(of: segment, rung: rung)
            for part in parts {
                try network.wait(max(0, (start + part.end) * 1000 - network.now))
                let began = network.now
                _ = try network.receive(size * part.share, reportAfter: .infinity, bits: .infinity)
                controller.record(bits: size * part.share, seconds: (network.now - began) / 1000)
                playhead.advance(to: network.now / 1000, &controller.pacing)
                playhead.append(until: start + part.end, &controller.pacing)
            }
            segment += 1
        }
        return playhead.result(bitrates: stream.bitrates)
    }
}

/// The result of a simulated low-latency playback.
package struct LiveSimulationResult: Sendable, Equatable {
    /// The mean latency in seconds.
    package var latency: Double
    /// The mean bit rate of the segments in bits per second.
    package var meanBitrate: Double
    /// The time spent stalling, in seconds.
    package var stallTime: Double
    /// The number of stalls.
    package var stalls: Int
    /// The mean of the absolute difference of the playback rate from 1.
    package var rateDeviation: Double
    /// The number of changes of the rung between segments.
    package var switches: Int
    /// The number of seeks to the target latency.
    package var seeks: Int
}
