import Foundation
import PlayheadTransport
import Synchronization

/// A loader that rejects requests of an item that the options of the item forbid.
struct GuardedLoader: Loader {
    let base: any Loader
    let rules: RequestRules

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        try rules.check(request)
        let response = try await base.load(request)
        rules.record(request, response)
        return response
    }

    func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        try rules.check(request)
        let (response, bytes) = try await base.loadWhole(request, upTo: limit)
        rules.record(request, response)
        return (response, bytes)
    }
}

/// The references that requests of one item may follow, and the networks that they may use.
final class RequestRules: Sendable {
    private let root: URL
    private let restrictions: ReferenceRestrictions
    private let permissions: NetworkPermissions
    private let conditions: @Sendable () -> NetworkConditions
    /// The URLs besides the stream that the app itself passed.
    private let named: Set<URL>
    private let onForbidden: @Sendable (LoadError) -> Void
    /// The sites of the stream: those of its URL and of the redirection of that URL.
    private let sites: Mutex<Set<String>>

    /// - Parameters:
    ///   - root: The URL of the stream.
    ///   - options: The options of the item, which contain the permitted references and networks.
    ///   - named: URLs that the app itself passed, which are no references of the stream.
    ///   - conditions: Returns the conditions of the current network.
    ///   - onForbidden: Receives the error of each reference that was not followed; on any thread.
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

    /// - Throws: `LoadError` if the request is forbidden.
    func check(_ request: LoadRequest) throws {
        if !allowsReference(to: request.url) {
            let error = LoadError(.referenceForbidden, kind: request.kind, url: request.url)
            onForbidden(error)
            throw error
        }
        guard !permissions.allowAll, !request.url.isOnThisMachine, !permissions.allow(conditions()) else { return }
        throw LoadError(.networkForbidden, kind: request.kind, url: request.url)
    }

    /// Adds the site to which the URL of the stream was redirected.
    func record(_ request: LoadRequest, _ response: LoadResponse) {
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
    /// Whether the URL is reached without a network.
    fileprivate var isOnThisMachine: Bool {
        guard !isFileURL else { return true }
        let host = host() ?? ""
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}

/// The references of a stream that are not followed, as in `AVAssetReferenceRestrictions`: URLs of segments, keys and renditions.
///
/// Playback of an item fails with error 20004 when it reaches a forbidden reference.
public struct ReferenceRestrictions: OptionSet, Sendable, Hashable {
    /// The bits of the restrictions.
    public let rawValue: UInt

    /// Creates restrictions from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Forbids references from a remote stream to local files. This is the default.
    public static let forbidRemoteReferenceToLocal = ReferenceRestrictions(rawValue: 1)
    /// Forbids references from a local file to the network.
    public static let forbidLocalReferenceToRemote = ReferenceRestrictions(rawValue: 2)
    /// Forbids references from a remote stream to another host or port.
    public static let forbidCrossSiteReference = ReferenceRestrictions(rawValue: 4)
    /// Forbids references from a local file to other local files.
    public static let forbidLocalReferenceToLocal = ReferenceRestrictions(rawValue: 8)
    /// All restrictions.
    public static let forbidAll: ReferenceRestrictions = [
        .forbidRemoteReferenceToLocal, .forbidLocalReferenceToRemote, .forbidCrossSiteReference, .forbidLocalReferenceToLocal,
    ]
    /// No restrictions, not even the default one.
    public static let forbidNone: ReferenceRestrictions = []
}
