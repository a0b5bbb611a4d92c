import Foundation
import PlayheadCore

/// A session of a key system: requests the license, and bounds whatever the system answers, in size and in time.
final class LicenseSession: SampleSession {
    /// A response of a license server, and its URL for errors.
    typealias Response = (url: String?, bytes: [UInt8])

    /// The time for each call to the system, and for its statuses after a call, in seconds.
    private static let timeLimit = 10
    /// The minimum time between requests after the first license, in seconds.
    private static let renewalPause = 1.0
    private static let maximumRequests = 8
    private static let maximumKeys = 128
    /// The maximum size of a request, in bytes.
    static let maximumRequest = 256 << 10

    private struct State {
        var session: (any KeySession)?
        var statuses: [ContentKeyID: ContentKeyStatus] = [:]
        var keys: [ContentKeyID: ContentKey] = [:]
        var error: PlaybackError?
        /// Whether a call did not return.
        var isStuck = false
        var isReleased = false
        var server: String?
        var renewal: Task<Void, Never>?
    }

    let system: any KeySystem
    private let clock: any PlaybackClock
    private let load: @Sendable (KeyRequest) async throws -> Response
    private let onStatus: @Sendable (ContentKeyID, ContentKeyStatus) -> Void
    private let state = Locked(State())
    /// The requests of the session, and `nil` for each change of a status.
    private let signals: AsyncStream<KeyRequest?>
    private let sink: AsyncStream<KeyRequest?>.Continuation

    /// - Parameters:
    ///   - system: The key system.
    ///   - clock: The clock for time limits.
    ///   - load: Sends a request to the license server.
    ///   - onStatus: Receives each change of a status.
    init(
        _ system: any KeySystem, clock: any PlaybackClock, load: @escaping @Sendable (KeyRequest) async throws -> Response,
        onStatus: @escaping @Sendable (ContentKeyID, ContentKeyStatus) -> Void
    ) {
        self.system = system
        self.clock = clock
        self.load = load
        self.onStatus = onStatus
        (signals, sink) = AsyncStream.makeStream(of: KeyRequest?.self, bufferingPolicy: .bufferingOldest(256))
    }

    /// The error after a call that did not return: the system is not called again.
    var fatalError: PlaybackError? { state.withLock { $0.isStuck ? $0.error : nil } }

    /// The ids of the keys that are usable.
    var usableKeys: [ContentKeyID] { state.withLock { $0.statuses.filter(\.value.isUsable).map(\.key) } }

    /// Whether the license, or the system, said something about a key.
    func hasStatus(of id: ContentKeyID) -> Bool { status(id) != nil }

    // MARK: License

    /// Opens the session, and returns when all needed keys have a status.
    /// - Throws: `PlaybackError` in the category of keys; `CancellationError`.
    func acquire(_ content: KeySessionContent) async throws {
        for id in content.keyIDs { set(id, .statusPending) }
        do {
            let session = try await limited { [system] in
                try await system.openSession(for: content) { [weak self] in self?.receive($0) }
            }
            let isReleased = state.withLock { state in
                if !state.isReleased { state.session = session }
                return state.isReleased
            }
            guard !isReleased else {
                await session.release()
                throw CancellationError()
            }
            try await negotiate(session, until: content.keyIDs)
        } catch {
            let isCancelled = error is CancellationError
            let pending = content.keyIDs.filter { status($0) == .statusPending }
            for id in pending { set(id, isCancelled ? .released : .internalError) }
            // A status says more than the code of a call.
            for id in content.keyIDs where !isCancelled && !pending.contains(id) { try check(id) }
            throw failure(error)
        }
        let renewal = Task { [weak self, signals, clock] in
            for await request in signals {
                guard let request else { continue }
                // A system cannot flood a server. If the renewal fails, the system determines when the keys expire.
                guard (try? await clock.sleep(for: Self.renewalPause)) != nil else { return }
                try? await self?.answer(request)
            }
        }
        state.withLock { $0.renewal = renewal }
    }

    private func negotiate(_ session: any KeySession, until ids: [ContentKeyID]) async throws {
        var requests = 0
        var deadline = clock.now + Double(Self.timeLimit)
        while ids.contains(where: { status($0) == .statusPending }) {
            let signal = try await limited(until: deadline) { [signals] in
                var iterator = signals.makeAsyncIterator()
                return await iterator.next()
            }
            guard let request = signal ?? nil else { continue }
            requests += 1
            guard requests <= Self.maximumRequests else { throw invalid("The key system \(system.name) sends requests without end.") }
            try await answer(request)
            deadline = clock.now + Double(Self.timeLimit)
        }
    }

    private func answer(_ request: KeyRequest) async throws {
        guard request.content.count <= Self.maximumRequest else {
            throw invalid("A request of the key system \(system.name) is too large.")
        }
        let response = try await load(request)
        state.withLock { $0.server = response.url }
        guard let session = state.withLock({ $0.session }) else { throw CancellationError() }
        do {
            try await limited { try await session.update(response.bytes) }
        } catch {
            throw failure(error)
        }
    }

    private func receive(_ report: KeySessionReport) {
        switch report {
        case .request(let request): sink.yield(request)
        case .status(let id, let status): set(id, status)
        case .key(let id, let key): set(id, .usable, key)
        }
    }

    private func status(_ id: ContentKeyID) -> ContentKeyStatus? { state.withLock { $0.statuses[id] } }

    private func set(_ id: ContentKeyID, _ status: ContentKeyStatus, _ key: ContentKey? = nil) {
        let isNew = state.withLock { state in
            guard !state.isReleased, state.statuses[id] != nil || state.statuses.count < Self.maximumKeys else { return false }
            if let key { state.keys[id] = key }
            if !status.isUsable { state.keys[id] = nil }
            return state.statuses.updateValue(status, forKey: id) != status
        }
        if isNew { onStatus(id, status) }
        sink.yield(nil)
    }

    // MARK: Samples

    /// Checks that a key is usable.
    /// - Throws: `PlaybackError` in the category of keys, with the status.
    func check(_ id: ContentKeyID) throws {
        let (status, failure) = state.withLock { ($0.statuses[id], $0.error) }
        switch status {
        case .usable?, .outputDownscaled?: return
        case .expired?: throw invalid("The key \(id) has expired.")
        case nil, .internalError?: throw failure ?? invalid("The key system \(system.name) has no key \(id).")
        case let status?: throw invalid("The key \(id) is not usable: \(status.rawValue).")
        }
    }

    func refuses(_ id: ContentKeyID) -> Bool {
        // A key that is renewed, or whose session was replaced, is used until then.
        status(id).map { [.expired, .outputRestricted, .usableInFuture, .internalError].contains($0) } ?? false
    }

    /// Returns the key with an id.
    /// - Throws: See ``check(_:)``.
    func key(_ id: ContentKeyID) throws -> SampleKey {
        try check(id)
        return SampleKey(key: state.withLock { $0.keys[id] }, session: self)
    }

    /// Decrypts a sample.
    /// - Throws: `PlaybackError` in the category of keys; `CancellationError`.
    func decrypt(_ sample: EncryptedSample) async throws -> [UInt8] {
        try check(sample.keyID)
        guard let session = state.withLock({ $0.session }) else { throw CancellationError() }
        do {
            let clear = try await limited { try await session.decrypt(sample) }
            guard clear.count == sample.bytes.count else {
                throw invalid("The key system \(system.name) returned \(clear.count) bytes for a sample of \(sample.bytes.count).")
            }
            return clear
        } catch {
            // The status says more than the code of a call.
            try check(sample.keyID)
            let cause = failure(error)
            guard let known = cause as? PlaybackError else { throw cause }
            state.withLock { $0.error = known }
            set(sample.keyID, .internalError)
            throw known
        }
    }

    /// Releases the keys.
    func release() async {
        let (session, statuses, renewal) = state.withLock { state in
            defer {
                state.isReleased = true
                state.session = nil
                state.keys = [:]
                state.statuses = state.statuses.mapValues { _ in .released }
            }
            return (state.isStuck ? nil : state.session, state.statuses, state.renewal)
        }
        renewal?.cancel()
        sink.finish()
        for (id, status) in statuses where status.isUsable { onStatus(id, .released) }
        guard let session else { return }
        try? await limited { await session.release() }
    }

    // MARK: Errors

    private func limited<Result: Sendable>(
        until deadline: Double? = nil, _ call: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            return try await withTimeLimit(deadline ?? clock.now + Double(Self.timeLimit), on: clock, call)
        } catch is TimeLimitError {
            let reason = "The key system \(system.name) did not answer within \(Self.timeLimit) s."
            let error = PlaybackError(.keyUnreachable, underlying: reason)
            state.withLock { state in
                state.isStuck = true
                state.error = error
            }
            throw error
        }
    }

    /// Returns the error for one of the system, whose text may contain secrets.
    private func failure(_ cause: any Error) -> any Error {
        if cause is CancellationError { return cause }
        if var error = cause as? PlaybackError {
            error.url = error.url ?? state.withLock { $0.server }
            return error
        }
        let code = (cause as? KeySystemError).map { " (\($0.code))" } ?? ""
        return invalid("The key system \(system.name) failed\(code).")
    }

    private func invalid(_ reason: String) -> PlaybackError {
        PlaybackError(.keyInvalid, url: state.withLock { $0.server }, underlying: reason)
    }
}
