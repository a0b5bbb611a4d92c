import Foundation
import Playhead
import Synchronization

/// A custom loader: sends an access token with each request, and renews it once when the server answers 401.
///
/// Requests that fail at the same time wait for one renewal.
public actor TokenLoader: Loader {
    private let base: any Loader
    private let renew: @Sendable () async throws -> String
    private var token: String?
    private var renewal: Task<String, any Error>?
    /// The number of renewals, the first token included.
    public private(set) var renewals = 0

    /// Creates a loader.
    /// - Parameters:
    ///   - base: The loader that sends the requests.
    ///   - renew: Returns a new token; an error of it fails the request.
    public init(base: any Loader = URLLoader(), renew: @escaping @Sendable () async throws -> String) {
        self.base = base
        self.renew = renew
    }

    /// Loads a resource with the current token, and again with a new one after the status 401.
    public func load(_ request: LoadRequest) async throws -> LoadResponse {
        let used = try await currentToken()
        do {
            return try await base.load(request.authorized(with: used))
        } catch let error as LoadError where error.reason == .status(401) {
            if token == used { token = nil }
            return try await base.load(request.authorized(with: currentToken()))
        }
    }

    private func currentToken() async throws -> String {
        if let token { return token }
        if let renewal { return try await renewal.value }
        let task = Task { [renew] in try await renew() }
        renewal = task
        defer { renewal = nil }
        let value = try await task.value
        token = value
        renewals += 1
        return value
    }
}

extension LoadRequest {
    fileprivate func authorized(with token: String) -> LoadRequest {
        var request = self
        request.headers.set("Authorization", to: "Bearer \(token)")
        return request
    }
}
