import PlayheadAdaptive
import PlayheadTransport

/// The throughput of the requests before the first segment of a presentation, shared by what loads playlists and what selects the first rung.
final class StartMeasurements: Sendable {
    private let state = Locked(StartEstimate())

    var estimate: StartEstimate { state.withLock { $0 } }

    func add(_ arrival: BodyArrival?) {
        guard let arrival else { return }
        state.withLock { $0.add(pieces: arrival.chunks, bytes: arrival.bytes, seconds: arrival.seconds) }
    }
}
