import Foundation
import PlayheadCore

/// An error of a load.
///
/// The error contains no header value, cookie, user name or password, so that it can be logged.
public struct LoadError: Error, Sendable, Hashable {
    /// The reason of a load error.
    public enum Reason: Sendable, Hashable {
        /// The URL is malformed, or its scheme is not supported.
        case invalidURL
        /// A header field, cookie or byte range is invalid.
        case invalidRequest
        /// The host name has no address.
        case hostNotFound
        /// The host is unreachable: connection refused, or no route.
        case unreachable
        /// The host's certificate is not trusted or belongs to another name, or the TLS negotiation failed.
        case untrusted
        /// The head did not arrive within the timeout.
        case headTimeout
        /// No byte of the body arrived within the timeout.
        case progressTimeout
        /// The connection was lost.
        case connectionLost
        /// The server responded with this status, which is not a success.
        case status(Int)
        /// The redirects form a loop or are too many; the last status.
        case redirectLoop(status: Int)
        /// A redirect from https to http, or to another scheme, was refused; its status.
        case redirectRefused(status: Int)
        /// The response with this status contradicts the request or itself.
        case invalidResponse(status: Int)
        /// The body ended early.
        case incomplete(received: Int64, expected: Int64)
        /// The body, before or after decompression, exceeds the limit in bytes.
        case tooLarge(limit: Int)
        /// The compressed body is invalid.
        case undecodable
        /// The file does not exist, is no regular file, or is unreadable.
        case fileUnreadable
        /// The restrictions of the item forbid this reference.
        case referenceForbidden
        /// The item is not allowed to use the current network.
        case networkForbidden
        /// The loader was shut down.
        case shutDown
        /// The body was iterated a second time.
        case bodyUsed
    }

    /// The reason.
    public var reason: Reason
    /// The kind of the request; `nil` if the error is not about a request.
    public var kind: LoadKind?
    /// The URL without credentials, or `nil`.
    public var url: String?
    /// The underlying error's description, or `nil`.
    public var detail: String?
    /// The delay before the next attempt that the server requests, in seconds (`Retry-After`, RFC 9110 §10.2.3), or `nil`.
    public var retryAfter: Double?
    /// The IP address of the server that responded; `nil` without a response.
    public var serverAddress: String?

    /// Creates an error.
    /// - Parameters:
    ///   - reason: The reason.
    ///   - kind: The kind of the request.
    ///   - url: The URL; credentials are removed.
    ///   - detail: The underlying error's description.
    ///   - retryAfter: The delay that the server requests, in seconds.
    ///   - serverAddress: The IP address of the server that responded.
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

extension LoadError.Reason {
    /// The HTTP status of the response that failed; `nil` for other failures.
    package var status: Int? {
        switch self {
        case .status(let code), .redirectLoop(let code), .redirectRefused(let code), .invalidResponse(let code): code
        default: nil
        }
    }
}
