import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// The sums of the measurements of one playback, for its logs and its summary. A request counts from its beginning, with the bytes that
/// were read so far.
final class LoadTally: Sendable {
    /// The sums since the last read.
    struct Sums: Sendable {
        var mediaRequests = 0
        /// The media requests over a cellular network.
        var mobileRequests = 0
        var manifestRequests = 0
        var bytes: Int64 = 0
        /// The time spent waiting for requested bytes, in seconds.
        var seconds = 0.0
        /// The bit rates in bits per second of all transfers that were long enough to measure.
        var rates = Spread()
        /// The last address, and the number of changes.
        var address: String?
        var addressChanges = 0
    }

    private struct State {
        var sums = Sums()
        var requests = PlaybackSummaryMetric.Requests()
    }

    private let state = Mutex(State())
    private let failed: @Sendable (LoadError) -> Void

    /// - Parameter failed: Receives the error of each failed attempt, on any thread.
    init(failed: @escaping @Sendable (LoadError) -> Void) { self.failed = failed }

    /// The sums of all requests of the playback.
    var requests: PlaybackSummaryMetric.Requests { state.withLock { $0.requests } }

    /// Returns the sums since the last call, and resets them.
    func take() -> Sums {
        state.withLock { state in
            let result = state.sums
            state.sums = Sums()
            state.sums.address = result.address
            return result
        }
    }

    /// Counts a request. `isMobile` is called for media only.
    func begin(_ request: LoadRequest, isMobile: () -> Bool) {
        let isMedia = request.isRemoteMedia
        let isMobileMedia = isMedia && isMobile()
        let isManifest = request.kind == .manifest && !request.url.isFileURL
        state.withLock { state in
            state.requests.count = state.requests.count.saturatingAdding(1)
            if isMobileMedia { state.sums.mobileRequests += 1 }
            if isMedia { state.sums.mediaRequests += 1 } else if isManifest { state.sums.manifestRequests += 1 }
        }
    }

    /// Records the server address of a response, if known.
    func count(_ request: LoadRequest, from address: String?) {
        guard request.isRemoteMedia, let address else { return }
        state.withLock { state in
            if let before = state.sums.address, before != address { state.sums.addressChanges += 1 }
            state.sums.address = address
        }
    }

    /// Adds bytes of a body, and time spent waiting for the response or for its bytes, in seconds.
    func add(bytes: Int64, waitingTime: Double, of request: LoadRequest) {
        let isMedia = request.isRemoteMedia
        state.withLock { state in
            state.requests.bytes = state.requests.bytes.saturatingAdding(bytes)
            guard isMedia else { return }
            state.sums.bytes = state.sums.bytes.saturatingAdding(bytes)
            state.sums.seconds += waitingTime
        }
    }

    /// Counts the outcome of a request.
    func end(_ measured: LoadMeasurement) {
        let (minimum, bits) = (0.001, 8.0)
        let (request, bytes, seconds) = (measured.request, measured.bytes, measured.waitingTime)
        let isMeasurable = request.isRemoteMedia && seconds > minimum && bytes > 0
        state.withLock { state in
            switch measured.outcome {
            case .failed: state.requests.failures = state.requests.failures.saturatingAdding(1)
            case .complete: if request.attempt > 1 { state.requests.recoveries = state.requests.recoveries.saturatingAdding(1) }
            case .cancelled: break
            }
            if isMeasurable { state.sums.rates.add(Double(bytes) * bits / seconds) }
        }
        if let error = measured.error { failed(error) }
    }
}

extension LoadRequest {
    /// Whether the request is for media over a network; local files use none.
    fileprivate var isRemoteMedia: Bool {
        switch kind {
        case .segment, .media: !url.isFileURL
        case .feed, .manifest, .captions, .key: false
        }
    }
}

/// The receivers of the measurements of requests.
struct LoadMeter: Sendable {
    /// Counts for the logs and the summary of a playback; `nil` for requests beside the media.
    let tally: LoadTally?
    /// Receives every measurement.
    let measurements: MetricCenter
    /// The playback of the requests; `nil` for requests beside the media.
    let playback: String?
    let conditions: @Sendable () -> NetworkConditions

    /// Ends a request.
    func end(_ measured: LoadMeasurement) {
        tally?.end(measured)
        measurements.end(measured, of: playback)
    }
}

/// Measures the requests of a loader, each once, for the logs and the metrics.
struct MeteredLoader: Loader {
    let base: any Loader
    let meter: LoadMeter

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let start = meter.measurements.now
        var request = request
        request.number = meter.measurements.begin(request)
        var measured = LoadMeasurement(request, start: start)
        meter.tally?.begin(request) { meter.conditions().isCellular }
        do {
            var response = try await base.load(request)
            meter.tally?.count(request, from: response.serverAddress)
            measured.begin(response, at: meter.measurements.now)
            meter.tally?.add(bytes: 0, waitingTime: measured.waitingTime, of: request)
            response.body = LoadBody(source: ObservedBody(response.body, BodyMeter(meter, measured)))
            return response
        } catch {
            if let error = error as? LoadError { meter.tally?.count(request, from: error.serverAddress) }
            measured.fail(error, at: meter.measurements.now)
            meter.end(measured)
            throw error
        }
    }
}

/// Measures the bytes of one body and the time spent waiting for them.
private struct BodyMeter: BodyObserver {
    let meter: LoadMeter
    var measured: LoadMeasurement
    private var waitingSince = 0.0

    init(_ meter: LoadMeter, _ measured: LoadMeasurement) {
        self.meter = meter
        self.measured = measured
    }

    mutating func waits() { waitingSince = meter.measurements.now }

    mutating func received(_ bytes: [UInt8]) { arrive(with: Int64(bytes.count)) }

    mutating func ended(_ end: ObservedBodyEnd) {
        switch end {
        case .complete:
            arrive()
            measured.outcome = .complete
        case .failed(let error):
            measured.fail(error, at: arrive())
        case .left:
            // A reader that knows the length may stop after the last byte.
            if measured.expectedBytes == measured.bytes { measured.outcome = .complete }
        }
        meter.end(measured)
    }

    /// Ends a wait, with the bytes that have arrived.
    /// - Returns: The time.
    @discardableResult
    private mutating func arrive(with bytes: Int64 = 0) -> Double {
        let now = meter.measurements.now
        let waited = now - waitingSince
        measured.bytes = measured.bytes.saturatingAdding(bytes)
        measured.waitingTime += waited
        measured.end = now
        meter.tally?.add(bytes: bytes, waitingTime: waited, of: measured.request)
        return now
    }
}

/// Computes a standard deviation without storing the numbers (Welford's algorithm), because a live stream may have a period of days.
struct Spread: Sendable, Hashable {
    private var count = 0.0
    private var mean = 0.0
    private var squares = 0.0

    mutating func add(_ number: Double) {
        count += 1
        let distance = number - mean
        mean += distance / count
        squares += distance * (number - mean)
    }

    /// The standard deviation of all numbers; `nil` without numbers.
    var standardDeviation: Double? { count > 0 ? (squares / count).squareRoot() : nil }
}
