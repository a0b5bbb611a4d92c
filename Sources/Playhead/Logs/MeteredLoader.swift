import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// Counts the requests and failures of one playback.
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

    func end(_ kind: LoadKind, bytes: Int64, seconds: Double) {
        guard kind.isMedia else { return }
        let (least, bits) = (0.001, 8.0)
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

/// Counts the requests of a loader for the access log and the error log of one playback; for local files only failures, because they use no
/// network.
struct MeteredLoader: Loader {
    let base: any Loader
    let tally: LoadTally
    let clock: any PlaybackClock
    let conditions: @Sendable () -> NetworkConditions

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let start = clock.now
        let isRemote = !request.url.isFileURL
        if isRemote { tally.begin(request.kind) { conditions().isCellular } }
        do {
            var response = try await base.load(request)
            if isRemote { tally.count(request.kind, from: response.serverAddress) }
            response.body = LoadBody(source: MeteredBody(response.body, isRemote ? request.kind : nil, since: start, tally, clock))
            return response
        } catch {
            if let error = error as? LoadError {
                tally.count(request.kind, from: error.serverAddress)
                tally.fail(error)
            }
            throw error
        }
    }
}

/// Counts the bytes of one body and the time spent waiting for them.
///
/// `@unchecked Sendable`: the iterator and the sums are used only by ``next()``, which one task at a time calls, and by `deinit`; the
/// other properties are constants whose types are `Sendable`.
private final class MeteredBody: LoadBodySource, @unchecked Sendable {
    private let body: LoadBody
    /// The kind to count, or `nil`.
    private let kind: LoadKind?
    private let tally: LoadTally
    private let clock: any PlaybackClock
    private var iterator: LoadBody.Iterator
    private var bytes: Int64 = 0
    private var seconds: Double
    private var isOver = false

    init(_ body: LoadBody, _ kind: LoadKind?, since start: Double, _ tally: LoadTally, _ clock: any PlaybackClock) {
        self.body = body
        self.kind = kind
        self.tally = tally
        self.clock = clock
        iterator = body.makeAsyncIterator()
        seconds = clock.now - start
    }

    func next() async throws -> [UInt8]? {
        let start = clock.now
        do {
            let chunk = try await iterator.next()
            seconds += clock.now - start
            if let chunk { bytes += Int64(chunk.count) } else { finish() }
            return chunk
        } catch {
            seconds += clock.now - start
            finish()
            if let error = error as? LoadError { tally.fail(error) }
            throw error
        }
    }

    func cancel() { body.cancel() }

    deinit { finish() }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        if let kind { tally.end(kind, bytes: bytes, seconds: seconds) }
    }
}
