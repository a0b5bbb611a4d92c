import Foundation
import PlayheadTransport
import Synchronization

/// Lets those requests of one item through that its options allow.
struct GuardedLoader: Loader {
    let base: any Loader
    let rules: RequestRules

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        try rules.check(request)
        let response = try await base.load(request)
        rules.learn(request, response)
        return response
    }

    func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        try rules.check(request)
        let (response, bytes) = try await base.loadWhole(request, upTo: limit)
        rules.learn(request, response)
        return (response, bytes)
    }
}

/// What requests of one item may refer to, and by which networks they may go.
final class RequestRules: Sendable {
    private let root: URL
    private let restrictions: ReferenceRestrictions
    private let permissions: NetworkPermissions
    private let conditions: @Sendable () -> NetworkConditions
    /// What the app itself named besides the stream.
    private let named: Set<URL>
    private let onForbidden: @Sendable (LoadError) -> Void
    /// The sites that the stream itself is on: where it was asked for, and where that was redirected to.
    private let sites: Mutex<Set<String>>

    /// - Parameters:
    ///   - root: The stream.
    ///   - named: What the app itself named besides, which is no reference of the stream.
    ///   - conditions: Which network there is.
    ///   - onForbidden: Hears of each reference that was not followed; on any thread.
    init(
        root: URL, options: AssetOptions, named: Set<URL> = [], conditions: @escaping @Sendable () -> NetworkConditions,
        onForbidden: @escaping @Sendable (LoadError) -> Void
    ) {
        self.root = root
        self.named = named
        self.conditions = conditions
        self.onForbidden = onForbidden
        restrictions = options.referenceRestrictions ?? .forbidRemoteReferenceToLocal
        permissions = options.networkPermissions
        sites = Mutex([Self.site(of: root)])
    }

    /// - Throws: `LoadError` where the request may not be made.
    func check(_ request: LoadRequest) throws {
        if !allowsReference(to: request.url) {
            let error = LoadError(.referenceForbidden, kind: request.kind, url: request.url)
            onForbidden(error)
            throw error
        }
        guard !permissions.allowAll, !request.url.isOnThisMachine, !permissions.allow(conditions()) else { return }
        throw LoadError(.networkForbidden, kind: request.kind, url: request.url)
    }

    /// Where the stream was redirected to is its site, too.
    func learn(_ request: LoadRequest, _ response: LoadResponse) {
        guard request.url == root, !root.isFileURL else { return }
        _ = sites.withLock { $0.insert(Self.site(of: response.url)) }
    }

    private func allowsReference(to url: URL) -> Bool {
        guard url != root, !named.contains(url) else { return true }
        let forbidden: ReferenceRestrictions =
            switch (root.isFileURL, url.isFileURL) {
            case (true, true): .forbidLocalReferenceToLocal
            case (true, false): .forbidLocalReferenceToRemote
            case (false, true): .forbidRemoteReferenceToLocal
            case (false, false): sites.withLock { $0.contains(Self.site(of: url)) } ? [] : .forbidCrossSiteReference
            }
        return restrictions.isDisjoint(with: forbidden)
    }

    private static func site(of url: URL) -> String {
        let standard = url.scheme?.lowercased() == "https" ? 443 : 80
        return "\(url.host()?.lowercased() ?? ""):\(url.port ?? standard)"
    }
}

extension URL {
    /// Whether it is reached without a network.
    fileprivate var isOnThisMachine: Bool {
        guard !isFileURL else { return true }
        let host = host() ?? ""
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
