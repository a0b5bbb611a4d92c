import Foundation
import PlayheadCore

/// Why a load failed.
///
/// It carries no header value, cookie, user name or password, so that it can be logged.
public struct LoadError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Reason: Sendable, Hashable {
        /// The URL is malformed, or its scheme is none that the loader knows.
        case invalidURL
        /// A header field, cookie or byte range that can't be sent.
        case invalidRequest
        /// The host's name has no address.
        case hostNotFound
        /// The host can't be connected to: refused, no route.
        case unreachable
        /// The host's certificate is not trusted, or for another name; or no TLS could be agreed on.
        case untrusted
        /// No head within the time limit.
        case headTimeout
        /// No byte of the body within the time limit.
        case progressTimeout
        /// The connection broke.
        case connectionLost
        /// The server answered with this status, which is not one of success.
        case status(Int)
        /// The server redirects in a circle or too often; the last status.
        case redirectLoop(status: Int)
        /// A redirect from https to http, or to another scheme, was not followed; its status.
        case redirectRefused(status: Int)
        /// An answer with this status that contradicts the request or itself.
        case invalidResponse(status: Int)
        /// The body ended early.
        case incomplete(received: Int64, expected: Int64)
        /// The body, or what it unpacks to, is larger than the limit, in bytes.
        case tooLarge(limit: Int)
        /// The compressed body could not be unpacked.
        case undecodable
        /// The file does not exist, is no regular file, or can't be read.
        case fileUnreadable
        /// The item's restrictions forbid to refer to this.
        case referenceForbidden
        /// The item may not use the network that there is.
        case networkForbidden
        /// The loader was shut down.
        case shutDown
        /// The body was iterated a second time.
        case bodyUsed
    }

    /// What went wrong.
    public var reason: Reason
    /// What the request was for, or `nil` when the error comes from outside a request.
    public var kind: LoadKind?
    /// Where, without credentials, or `nil`.
    public var url: String?
    /// What the layer below said, or `nil`.
    public var detail: String?
    /// How long the server asks to wait before the next try, in seconds (`Retry-After`, RFC 9110 §10.2.3), or `nil`.
    public var retryAfter: Double?
    /// The IP address of the server that answered, or `nil` when none did.
    public var serverAddress: String?

    /// Makes an error.
    /// - Parameters:
    ///   - reason: What went wrong.
    ///   - kind: What the request was for.
    ///   - url: Where; credentials are taken out.
    ///   - detail: What the layer below said.
    ///   - retryAfter: How long the server asks to wait, in seconds.
    ///   - serverAddress: The IP address of the server that answered.
    public init(
        _ reason: Reason, kind: LoadKind? = nil, url: URL? = nil, detail: String? = nil, retryAfter: Double? = nil,
        serverAddress: String? = nil
    ) {
        self.reason = reason
        self.kind = kind
        self.url = url?.withoutSecrets
        self.detail = detail
        self.retryAfter = retryAfter
        self.serverAddress = serverAddress
    }
}
