import Foundation
import PlayheadCore
import PlayheadTransport

/// The content keys of one presentation: those of the app, and those of licenses, which key systems request by the ids that samples name.
actor ContentKeys {
    /// Receives each change of the status of a key, with the name of its system.
    typealias StatusHandler = @Sendable (ContentKeyID, ContentKeyStatus, String) -> Void

    /// The maximum number of sessions that are kept: the keys of older ones are requested again.
    private static let maximumSessions = 64
    /// The maximum number of ids that initialization data adds to a request.
    private static let maximumIDs = 64
    /// The maximum size of a license, in bytes.
    private static let maximumLicense = 256 << 10
    /// The name of the app as a source of keys.
    private static let app = "app"

    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let clearKey = ClearKeySystem()
    private nonisolated let statuses: KeyStatuses
    /// Receives the failures of keys.
    nonisolated let failures: KeyFailures
    /// The sessions of the keys that are usable, or were.
    private var known: [ContentKeyID: LicenseSession] = [:]
    private var sessions: [LicenseSession] = []
    /// The requests on their way, by their ids.
    private var requests: [Set<ContentKeyID>: Request] = [:]

    /// A request, which is cancelled when no caller waits for it any more.
    private struct Request {
        let task: Task<LicenseSession, any Error>
        let system: any KeySystem
        /// The license server that the manifest names.
        let server: String?
        /// The ids in the request: those that samples name, and further ones of the initialization data.
        let listed: Set<ContentKeyID>
        var waiters = 0
    }

    init(
        loader: any Loader, options: RequestOptions, clock: any PlaybackClock, failures: KeyFailures = KeyFailures(),
        onStatus: @escaping StatusHandler = { _, _, _ in }
    ) {
        self.loader = loader
        self.options = options
        self.clock = clock
        self.failures = failures
        statuses = KeyStatuses { id, status, system in
            if status.isUsable { failures.remove(.content(id)) }
            onStatus(id, status, system)
        }
    }

    /// Whether keys of protected content can be obtained, as far as is known before a license was requested.
    nonisolated func canProvide(_ protection: ProtectionSystems) -> Bool {
        !options.contentKeys.isEmpty || protection.licenseURL != nil
    }

    /// Returns the keys with some ids.
    /// - Parameters:
    ///   - ids: The ids that samples name.
    ///   - initializationData: The boxes `pssh` of the media: further keys that they list are requested together with those.
    ///   - source: Where the keys come from.
    /// - Returns: The keys of all these ids.
    /// - Throws: `PlaybackError` in the category of keys; `CancellationError`.
    func keys(
        _ ids: Set<ContentKeyID>, initializationData: [[UInt8]], from source: SampleKeys
    ) async throws -> [ContentKeyID: SampleKey] {
        var result: [ContentKeyID: SampleKey] = [:]
        for id in ids {
            if let key = options.contentKeys.keys[id] {
                statuses.set(id, .usable, Self.app)
                result[id] = SampleKey(key: key)
            } else if case .one(let key) = source {
                result[id] = SampleKey(key: key)
            }
        }
        let others = ids.subtracting(result.keys)
        guard case .licensed(let protection) = source else { return result }
        do {
            result.merge(try await licensedKeys(others, initializationData, protection)) { $1 }
            return result
        } catch let error as PlaybackError {
            failures.note(error, of: Set(others.map(KeyFailures.Key.content)))
            throw error
        }
    }

    /// Returns keys of key systems: only those that are neither known nor on their way are requested.
    private func licensedKeys(
        _ ids: Set<ContentKeyID>, _ initializationData: [[UInt8]], _ protection: ProtectionSystems
    ) async throws -> [ContentKeyID: SampleKey] {
        var result = try knownKeys(ids)
        let missing = ids.subtracting(result.keys)
        guard !missing.isEmpty else { return result }
        let declared = protection.systems.compactMap(\.initializationData)
        let boxes = declared + initializationData.filter { !declared.contains($0) }
        guard let system = system(for: protection, boxes) else { throw missingKey(missing, protection) }
        do {
            result.merge(try await listedKeys(missing, of: system, protection)) { $1 }
            result.merge(try knownKeys(missing.subtracting(result.keys))) { $1 }
            let others = missing.subtracting(result.keys)
            guard !others.isEmpty else { return result }
            let session = try await session(of: system, others, boxes, protection)
            for id in others { result[id] = try key(id, of: session) }
            return result
        } catch let error as PlaybackError {
            throw naming(missing, error, of: system)
        }
    }

    /// Returns those of the keys whose sessions are known.
    private func knownKeys(_ ids: Set<ContentKeyID>) throws -> [ContentKeyID: SampleKey] {
        var result: [ContentKeyID: SampleKey] = [:]
        for id in ids {
            if let session = known[id] { result[id] = try key(id, of: session) }
        }
        return result
    }

    /// Releases all keys.
    func close() async {
        for request in requests.values { request.task.cancel() }
        let sessions = sessions
        (self.sessions, known, requests) = ([], [:], [:])
        await withTaskGroup { group in
            for session in sessions { group.addTask { await session.release() } }
        }
        statuses.releaseAll()
    }

    private func key(_ id: ContentKeyID, of session: LicenseSession) throws -> SampleKey {
        // Sessions that are in use are the last ones to be released.
        if let place = sessions.firstIndex(where: { $0 === session }) { sessions.append(sessions.remove(at: place)) }
        return try session.key(id)
    }

    private func system(for protection: ProtectionSystems, _ boxes: [[UInt8]]) -> (any KeySystem)? {
        let found = Set(protection.systems.compactMap(\.id) + boxes.compactMap(ProtectionSystems.system))
        let registered = options.contentKeys.keySystems.first { $0.identifiers.isEmpty || !found.isDisjoint(with: $0.identifiers) }
        if let registered { return registered }
        return options.contentKeys.licenseURL == nil && protection.licenseURL == nil ? nil : clearKey
    }

    private func missingKey(_ ids: Set<ContentKeyID>, _ protection: ProtectionSystems) -> PlaybackError {
        guard !options.contentKeys.keys.isEmpty else { return protection.error }
        return PlaybackError(.keyInvalid, underlying: "There is no key \(ids.map(\.description).min() ?? "").")
    }

    /// Returns the error of a request with an id, because the failures of several keys differ. A system that hangs fails for all keys.
    private func naming(_ ids: Set<ContentKeyID>, _ error: PlaybackError, of system: any KeySystem) -> PlaybackError {
        let names = ids.map(\.description)
        let isNamed = names.contains { error.underlying?.contains($0) == true }
        let isStuck = sessions.contains { $0.system === system && $0.fatalError != nil }
        guard !isNamed, !isStuck, let name = names.min() else { return error }
        var result = error
        result.underlying = [error.underlying, "The key \(name) is missing."].compactMap { $0 }.joined(separator: " ")
        return result
    }

    // MARK: Sessions

    /// Returns the keys that requests on their way obtain, each of which lists some of `ids`. Their responses may lack some of them;
    /// without such requests there are no keys.
    private func listedKeys(
        _ ids: Set<ContentKeyID>, of system: any KeySystem, _ protection: ProtectionSystems
    ) async throws -> [ContentKeyID: SampleKey] {
        var keys: [ContentKeyID: SampleKey] = [:]
        var pending = ids
        while let found = requests.first(where: { isSent($1, to: system, protection) && !$1.listed.isDisjoint(with: pending) }) {
            let shared = pending.intersection(found.value.listed)
            pending.subtract(shared)
            let session: LicenseSession
            do {
                session = try await self.session(of: found.key, found.value, listing: shared)
            } catch is PlaybackError where found.key.isDisjoint(with: shared) && shared != ids {
                // What the request only lists is requested with the other keys: those of the request may be the reason.
                continue
            }
            for id in shared where session.hasStatus(of: id) { keys[id] = try key(id, of: session) }
        }
        return keys
    }

    private func isSent(_ request: Request, to system: any KeySystem, _ protection: ProtectionSystems) -> Bool {
        request.system === system && request.server == protection.licenseURL(of: system)
    }

    /// Returns the session of a request on its way for `needed`, which lists `ids`.
    private func session(of needed: Set<ContentKeyID>, _ request: Request, listing ids: Set<ContentKeyID>) async throws -> LicenseSession {
        // The session itself reports the statuses of the needed keys.
        let further = ids.subtracting(needed)
        for id in further { statuses.set(id, .statusPending, request.system.name) }
        do {
            return try await wait(for: needed, request.task)
        } catch {
            let isCancelled = error is CancellationError
            // Others may still wait for the request.
            if isCancelled, !request.task.isCancelled { throw error }
            for id in further { statuses.set(id, isCancelled ? .released : .internalError, request.system.name) }
            throw error
        }
    }

    private func session(
        of system: any KeySystem, _ ids: Set<ContentKeyID>, _ boxes: [[UInt8]], _ protection: ProtectionSystems
    ) async throws -> LicenseSession {
        // What hangs is not called again.
        if let error = sessions.lazy.filter({ $0.system === system }).compactMap(\.fatalError).first { throw error }
        return try await wait(for: ids, requests[ids]?.task ?? request(from: system, ids, boxes, protection))
    }

    /// Waits for the request for `ids`.
    private func wait(for ids: Set<ContentKeyID>, _ task: Task<LicenseSession, any Error>) async throws -> LicenseSession {
        requests[ids]?.waiters += 1
        let session = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            Task { await leave(ids, task) }
        }
        try Task.checkCancellation()
        return session
    }

    private func request(
        from system: any KeySystem, _ ids: Set<ContentKeyID>, _ boxes: [[UInt8]], _ protection: ProtectionSystems
    ) -> Task<LicenseSession, any Error> {
        var listed = ids
        for other in requests.values where isSent(other, to: system, protection) { listed.formUnion(other.listed) }
        let further = ClearKeyLicense.ids(in: boxes).filter {
            options.contentKeys.keys[$0] == nil && known[$0] == nil && listed.insert($0).inserted
        }
        let own = boxes.filter { box in
            system.identifiers.isEmpty || ProtectionSystems.system(box).map(system.identifiers.contains) == true
        }
        let content = KeySessionContent(
            keyIDs: ids.sorted { $0.description < $1.description }, furtherKeyIDs: Array(further.prefix(Self.maximumIDs)),
            initializationData: Array(own.suffix(Self.maximumIDs)))
        let session = LicenseSession(system, clock: clock) { [weak self] request in
            guard let self else { throw CancellationError() }
            return try await response(to: request, of: system, protection)
        } onStatus: { [statuses, name = system.name] in
            statuses.set($0, $1, name)
        }
        sessions.append(session)
        let task = Task {
            // A cancelled request is no longer listed, but perhaps the next one.
            defer { if !Task.isCancelled { requests[ids] = nil } }
            do {
                try await session.acquire(content)
                try Task.checkCancellation()
            } catch {
                if session.fatalError == nil { sessions.removeAll { $0 === session } }
                await session.release()
                throw error
            }
            // Before the request is no longer listed: nobody requests these keys again.
            for id in session.usableKeys { known[id] = session }
            while sessions.count > Self.maximumSessions { await release(sessions.removeFirst()) }
            return session
        }
        requests[ids] = Request(
            task: task, system: system, server: protection.licenseURL(of: system),
            listed: ids.union(content.furtherKeyIDs))
        return task
    }

    private func release(_ session: LicenseSession) async {
        known = known.filter { $0.value !== session }
        await session.release()
    }

    private func leave(_ ids: Set<ContentKeyID>, _ task: Task<LicenseSession, any Error>) {
        guard requests[ids]?.task == task else { return }
        requests[ids]?.waiters -= 1
        guard requests[ids]?.waiters == 0 else { return }
        requests[ids] = nil
        task.cancel()
    }

    // MARK: Licenses

    private func response(
        to request: KeyRequest, of system: any KeySystem, _ protection: ProtectionSystems
    ) async throws -> LicenseSession.Response {
        let named = options.contentKeys.licenseURL?.absoluteString ?? request.url?.absoluteString
        guard let server = named ?? protection.licenseURL(of: system) else {
            throw PlaybackError(.keyUnreachable, underlying: "The key system \(system.name) has no license server.")
        }
        // The URI contains the keys, so it must not appear in an error.
        if DataURI.isOne(server) {
            guard let data = DataURI(server) else { throw PlaybackError(.keyInvalid, underlying: "The data: URI is damaged.") }
            return (nil, data.bytes)
        }
        guard let url = URL(text: server), url.scheme != nil else { throw PlaybackError(.invalidURL, url: server) }
        do {
            return (server, try await answer(of: url, to: request))
        } catch var error as LoadError {
            error.kind = .key
            throw PlaybackError(cause: error, otherwise: .keyUnreachable, url: server).ofNetwork(as: .keyUnreachable)
        }
    }

    private func answer(of server: URL, to content: KeyRequest) async throws -> [UInt8] {
        var request = options.request(server, for: .key)
        if !server.isFileURL {
            request.content = RequestContent(content.content, type: content.contentType)
            do {
                return try await loader.loadKey(request, upTo: Self.maximumLicense, on: clock)
            } catch let error as LoadError where [.status(405), .status(501)].contains(error.reason) {
                // The license is a file (RFC 9110 §15.5.6, §15.6.2).
                request.content = nil
            }
        }
        return try await loader.loadKey(request, upTo: Self.maximumLicense, on: clock)
    }
}

/// The statuses of all keys of a presentation, which reports each change once. A failure lasts until another request for the key has another result;
/// the start and the cancellation of that request do not change the status.
private final class KeyStatuses: Sendable {
    private struct Entry {
        var status: ContentKeyStatus
        var system: String
        /// Whether the key is requested again after a failure.
        var isRequestedAgain = false

        var isFailure: Bool { !status.isUsable && status != .statusPending }
    }

    private static let maximum = 8192
    private let known = Locked<[ContentKeyID: Entry]>([:])
    private let report: ContentKeys.StatusHandler

    init(_ report: @escaping ContentKeys.StatusHandler) { self.report = report }

    func set(_ id: ContentKeyID, _ status: ContentKeyStatus, _ system: String) {
        known.withLock { known in
            let last = known[id]
            guard last != nil || known.count < Self.maximum else { return }
            let isAgain = status == .statusPending && last?.isFailure == true
            known[id]?.isRequestedAgain = isAgain
            if isAgain || status == .released && last?.isRequestedAgain == true { return }
            guard last?.status ?? .released != status else { return }
            known[id] = status == .released ? nil : Entry(status: status, system: system)
            report(id, status, system)
        }
    }

    func releaseAll() {
        known.withLock { known in
            for (id, last) in known { report(id, .released, last.system) }
            known = [:]
        }
    }
}
