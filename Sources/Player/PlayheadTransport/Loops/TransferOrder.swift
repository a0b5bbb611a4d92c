import Foundation

/// A request for libcurl.
struct TransferOrder: Sendable {
    /// The URL, without user name and password.
    var url: String
    /// Whether the URL's scheme is https.
    var isSecure: Bool
    /// The lines of the header fields.
    var fields: [String]
    /// The content; `nil` for a GET request.
    var content: RequestContent?
    /// The proxy; `nil` for a direct connection.
    var proxy: ProxyAddress?
    /// The purpose.
    var kind: LoadKind
    /// Whether HTTP/3 is tried.
    var allowsHTTP3 = false
    /// Whether the request only establishes a connection.
    var isSpare = false

    /// The scheme and authority of the URL.
    var origin: Substring {
        let authority = url.utf8.dropFirst(isSecure ? 8 : 7)
        return url[..<(authority.firstIndex(of: UInt8(ascii: "/")) ?? url.endIndex)]
    }

    /// A request to the same origin that only establishes a connection.
    var spare: TransferOrder { TransferOrder(url: url, isSecure: isSecure, fields: [], proxy: proxy, kind: kind, isSpare: true) }
}

/// The settings of a loader's client.
struct ClientSettings: Sendable {
    /// The maximum number of HTTP/1.1 connections to a host.
    var connectionsPerHost: Int
    /// The maximum number of bytes of a decompressed response.
    var decompressionLimit: Int
    /// PEM files of certificate authorities that are trusted in addition to the system's.
    var certificateAuthorities: [URL]
    /// Receives the connections.
    var metrics: TransferMetrics
}
