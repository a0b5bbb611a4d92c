import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// The sums of the measurements of one playback, for its logs.
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

    private let sums = Mutex(Sums())
    private let failed: @Sendable (LoadError) -> Void

    /// - Parameter failed: Receives the error of each failed attempt, on any thread.
    init(failed: @escaping @Sendable (LoadError) -> Void) { self.failed = failed }

    /// Returns the sums since the last call, and resets them.
    func take() -> Sums {
        sums.withLock { sums in
            let result = sums
            sums = Sums()
            sums.address = result.address
            return result
        }
    }

    func begin(_ kind: LoadKind, isMobile: () -> Bool) {
        let isMobile = kind.isMedia && isMobile()
        sums.withLock { sums in
            if isMobile { sums.mobileRequests += 1 }
            if kind.isMedia { sums.mediaRequests += 1 } else if kind == .manifest { sums.manifestRequests += 1 }
        }
    }

    /// Records the server address of a response, if known.
    func count(_ kind: LoadKind, from address: String?) {
        guard kind.isMedia, let address else { return }
        sums.withLock { sums in
            if let before = sums.address, before != address { sums.addressChanges += 1 }
            sums.address = address
        }
    }

    func end(_ kind: LoadKind, _ measured: LoadMeasurement) {
        guard kind.isMedia else { return }
        let (least, bits) = (0.001, 8.0)
        let (bytes, seconds) = (measured.bytes, measured.waitingTime)
        sums.withLock { sums in
            sums.bytes += bytes
            sums.seconds += seconds
            if seconds > least, bytes > 0 { sums.rates.add(Double(bytes) * bits / seconds) }
        }
    }

    func fail(_ error: LoadError) { failed(error) }
}

extension LoadKind {
    fileprivate var isMedia: Bool {
        switch self {
        case .segment, .media: true
        case .feed, .manifest, .captions, .key: false
        }
    }
}

/// The receivers of the measurements of requests.
struct LoadMeter: Sendable {
    /// Counts for the access log and the error log; `nil` for requests beside the media.
    let tally: LoadTally?
    /// Receives every measurement.
    let measurements: MetricCenter
    /// The playback of the requests; `nil` for requests beside the media.
    let playback: String?
    let clock: any PlaybackClock
    let conditions: @Sendable () -> NetworkConditions

    /// Ends a request with a response.
    func end(_ request: LoadRequest, _ measured: LoadMeasurement) {
        // Local files use no network.
        if !request.url.isFileURL { tally?.end(request.kind, measured) }
        fail(request, measured)
    }

    /// Ends a request without a response.
    func fail(_ request: LoadRequest, _ measured: LoadMeasurement) {
        if let error = measured.error { tally?.fail(error) }
        measurements.end(request, of: playback, measured)
    }
}

/// Measures the requests of a loader, each once, for the logs and the metrics.
struct MeteredLoader: Loader {
    let base: any Loader
    let meter: LoadMeter

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        var measured = LoadMeasurement(start: meter.clock.now)
        var request = request
        request.number = meter.measurements.begin(request, at: measured.start)
        let tally = request.url.isFileURL ? nil : meter.tally
        tally?.begin(request.kind) { meter.conditions().isCellular }
        do {
            var response = try await base.load(request)
            tally?.count(request.kind, from: response.serverAddress)
            measured.begin(response, at: meter.clock.now)
            response.body = LoadBody(source: ObservedBody(response.body, BodyMeter(meter, request, measured)))
            return response
        } catch {
            if let error = error as? LoadError { tally?.count(request.kind, from: error.serverAddress) }
            measured.fail(error, at: meter.clock.now)
            meter.fail(request, measured)
            throw error
        }
    }
}

/// Measures the bytes of one body and the time spent waiting for them.
private struct BodyMeter: BodyObserver {
    let meter: LoadMeter
    let request: LoadRequest
    var measured: LoadMeasurement
    private var waitingSince = 0.0

    init(_ meter: LoadMeter, _ request: LoadRequest, _ measured: LoadMeasurement) {
        self.meter = meter
        self.request = request
        self.measured = measured
    }

    mutating func waits() { waitingSince = meter.clock.now }

    mutating func received(_ bytes: [UInt8]) {
        arrive()
        measured.bytes = measured.bytes.saturatingAdding(Int64(bytes.count))
    }

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
        meter.end(request, measured)
    }

    /// Ends a wait.
    /// - Returns: The time.
    @discardableResult
    private mutating func arrive() -> Double {
        let now = meter.clock.now
        measured.waitingTime += now - waitingSince
        measured.end = now
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
