import Foundation
import PlayheadCore
import PlayheadTransport

/// The content keys of one presentation: those of the app, and those of licenses, which are requested by the ids that samples name.
actor ContentKeys {
    /// The maximum number of keys of licenses that are kept: more are requested again.
    private static let capacity = 1024
    /// The maximum number of ids in a request.
    private static let maximumIDs = 64
    /// The maximum size of a license, in bytes.
    private static let maximumLicense = 256 << 10

    private let loader: any Loader
    private let options: RequestOptions
    private var known: [ContentKeyID: ContentKey] = [:]
    private var order: [ContentKeyID] = []
    /// The requests on their way, by their ids.
    private var requests: [Set<ContentKeyID>: Request] = [:]

    /// A request, which is cancelled when no caller waits for it any more.
    private struct Request {
        let task: Task<[ContentKeyID: ContentKey], any Error>
        var waiters = 0
    }

    init(loader: any Loader, options: RequestOptions) {
        self.loader = loader
        self.options = options
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
    ) async throws -> [ContentKeyID: ContentKey] {
        let protection: ProtectionSystems
        switch source {
        case .one(let key): return Dictionary(uniqueKeysWithValues: ids.map { ($0, key) })
        case .licensed(let found): protection = found
        }
        var result = own(ids)
        let missing = ids.subtracting(result.keys)
        guard !missing.isEmpty else { return result }
        guard let server = options.contentKeys.licenseURL?.absoluteString ?? protection.licenseURL else {
            throw options.contentKeys.isEmpty ? protection.error : Self.missing(missing, at: nil)
        }
        let license = try await license(from: server, missing, initializationData)
        for id in missing {
            guard let key = license[id] else { throw Self.missing(missing, at: server) }
            result[id] = key
        }
        return result
    }

    private func own(_ ids: Set<ContentKeyID>) -> [ContentKeyID: ContentKey] {
        ids.reduce(into: [:]) { $0[$1] = options.contentKeys.keys[$1] ?? known[$1] }
    }

    private static func missing(_ ids: Set<ContentKeyID>, at server: String?) -> PlaybackError {
        let name = ids.map(\.description).sorted().first ?? ""
        return PlaybackError(
            .keyInvalid, url: server.flatMap { DataURI.isOne($0) ? nil : $0 },
            underlying: server == nil ? "There is no key \(name)." : "The license has no key \(name).")
    }

    // MARK: Licenses

    private func license(
        from server: String, _ ids: Set<ContentKeyID>, _ initializationData: [[UInt8]]
    ) async throws -> [ContentKeyID: ContentKey] {
        let task = requests[ids]?.task ?? request(ids, initializationData, from: server)
        requests[ids]?.waiters += 1
        let keys = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            Task { await leave(ids, task) }
        }
        for (id, key) in keys { remember(key, id) }
        try Task.checkCancellation()
        return keys
    }

    private func request(
        _ ids: Set<ContentKeyID>, _ initializationData: [[UInt8]], from server: String
    ) -> Task<[ContentKeyID: ContentKey], any Error> {
        let further = ClearKeyLicense.ids(in: initializationData).filter { own([$0]).isEmpty && !ids.contains($0) }
        let asked = Array((ids.sorted { $0.description < $1.description } + further).prefix(Self.maximumIDs))
        let task = Task {
            // A cancelled request is no longer listed, but perhaps the next one.
            defer { if !Task.isCancelled { requests[ids] = nil } }
            return try await load(asked, from: server)
        }
        requests[ids] = Request(task: task)
        return task
    }

    private func leave(_ ids: Set<ContentKeyID>, _ task: Task<[ContentKeyID: ContentKey], any Error>) {
        guard requests[ids]?.task == task else { return }
        requests[ids]?.waiters -= 1
        guard requests[ids]?.waiters == 0 else { return }
        requests[ids] = nil
        task.cancel()
    }

    private func load(_ ids: [ContentKeyID], from server: String) async throws -> [ContentKeyID: ContentKey] {
        // The URI contains the keys, so it must not appear in an error.
        if DataURI.isOne(server) {
            guard let data = DataURI(server) else { throw PlaybackError(.keyInvalid, underlying: "The data: URI is damaged.") }
            return try ClearKeyLicense.keys(in: data.bytes)
        }
        guard let url = URL(string: server), url.scheme != nil else { throw PlaybackError(.invalidURL, url: server) }
        do {
            return try ClearKeyLicense.keys(in: try await answer(of: url, to: try ClearKeyLicense.request(ids)))
        } catch var error as PlaybackError {
            error.url = error.url ?? server
            throw error
        } catch var error as LoadError {
            error.kind = .key
            throw PlaybackError(cause: error, otherwise: .keyUnreachable, url: server).ofNetwork(as: .keyUnreachable)
        }
    }

    private func answer(of server: URL, to content: [UInt8]) async throws -> [UInt8] {
        var request = options.request(server, for: .key)
        if !server.isFileURL {
            request.content = RequestContent(content, type: "application/json")
            do {
                return try await loader.loadWhole(request, upTo: Self.maximumLicense).bytes
            } catch let error as LoadError where [.status(405), .status(501)].contains(error.reason) {
                // The license is a file (RFC 9110 §15.5.6, §15.6.2).
                request.content = nil
            }
        }
        return try await loader.loadWhole(request, upTo: Self.maximumLicense).bytes
    }

    private func remember(_ key: ContentKey, _ id: ContentKeyID) {
        if known.updateValue(key, forKey: id) == nil { order.append(id) }
        if order.count > Self.capacity { known[order.removeFirst()] = nil }
    }
}
