import PlayheadCore
import PlayheadTransport

/// Warns once if a server names a content coding that its responses do not have.
struct CodingWatch: Loader {
    private let base: any Loader
    private let warn: @Sendable (PlaybackError) -> Void
    private let hasWarned = Locked(false)

    /// Watches the responses of a loader.
    init(_ base: any Loader, warn: @escaping @Sendable (PlaybackError) -> Void) {
        self.base = base
        self.warn = warn
    }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let response = try await base.load(request)
        note(response)
        return response
    }

    func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        let result = try await base.loadWhole(request, upTo: limit)
        note(result.response)
        return result
    }

    private func note(_ response: LoadResponse) {
        guard let coding = response.ignoredCoding else { return }
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        let url = response.url.withoutSecrets
        if isFirst { warn(PlaybackError(.codingIgnored, severity: .warning, url: url, underlying: "Content-Encoding: \(coding)")) }
    }
}
