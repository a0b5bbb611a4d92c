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
    /// The sessions of the keys that are usable, or were.
    private var known: [ContentKeyID: LicenseSession] = [:]
    private var sessions: [LicenseSession] = []
    /// The requests on their way, by their ids.
    private var requests: [Set<ContentKeyID>: Request] = [:]

    /// A request, which is cancelled when no caller waits for it any more.
    private struct Request {
        let task: Task<LicenseSession, any Error>
        var waiters = 0
    }

    init(
        loader: any Loader, options: RequestOptions, clock: any PlaybackClock, onStatus: @escaping StatusHandler = { _, _, _ in }
    ) {
        self.loader = loader
        self.options = options
        self.clock = clock
        statuses = KeyStatuses(onStatus)
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
            } else if let session = known[id] {
                result[id] = try key(id, of: session)
            }
        }
        let missing = ids.subtracting(result.keys)
        guard !missing.isEmpty, case .licensed(let protection) = source else { return result }
        let declared = protection.systems.compactMap(\.initializationData)
        let boxes = declared + initializationData.filter { !declared.contains($0) }
        guard let system = system(for: protection, boxes) else { throw missingKey(missing, protection) }
        let session = try await session(of: system, missing, boxes, protection)
        for id in missing { result[id] = try key(id, of: session) }
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

    // MARK: Sessions

    private func session(
        of system: any KeySystem, _ ids: Set<ContentKeyID>, _ boxes: [[UInt8]], _ protection: ProtectionSystems
    ) async throws -> LicenseSession {
        // What hangs is not called again.
        if let error = sessions.lazy.filter({ $0.system === system }).compactMap(\.fatalError).first { throw error }
        let task = requests[ids]?.task ?? request(from: system, ids, boxes, protection)
        requests[ids]?.waiters += 1
        let session = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            Task { await leave(ids, task) }
        }
        try Task.checkCancellation()
        for id in session.usableKeys { known[id] = session }
        return session
    }

    private func request(
        from system: any KeySystem, _ ids: Set<ContentKeyID>, _ boxes: [[UInt8]], _ protection: ProtectionSystems
    ) -> Task<LicenseSession, any Error> {
        var listed = ids
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
            } catch {
                if session.fatalError == nil { sessions.removeAll { $0 === session } }
                await session.release()
                throw error
            }
            while sessions.count > Self.maximumSessions { await release(sessions.removeFirst()) }
            return session
        }
        requests[ids] = Request(task: task)
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
        guard let url = URL(string: server), url.scheme != nil else { throw PlaybackError(.invalidURL, url: server) }
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
                return try await loader.loadWhole(request, upTo: Self.maximumLicense).bytes
            } catch let error as LoadError where [.status(405), .status(501)].contains(error.reason) {
                // The license is a file (RFC 9110 §15.5.6, §15.6.2).
                request.content = nil
            }
        }
        return try await loader.loadWhole(request, upTo: Self.maximumLicense).bytes
    }
}

/// The statuses of all keys of a presentation, which reports each change once.
private final class KeyStatuses: Sendable {
    private static let maximum = 8192
    private let known = Locked<[ContentKeyID: (status: ContentKeyStatus, system: String)]>([:])
    private let report: ContentKeys.StatusHandler

    init(_ report: @escaping ContentKeys.StatusHandler) { self.report = report }

    func set(_ id: ContentKeyID, _ status: ContentKeyStatus, _ system: String) {
        known.withLock { known in
            guard known[id]?.status ?? .released != status, known[id] != nil || known.count < Self.maximum else { return }
            known[id] = status == .released ? nil : (status, system)
            report(id, status, system)
        }
    }

    func releaseAll() {
        for (id, last) in known.withLock({ $0 }) { set(id, .released, last.system) }
    }
}
