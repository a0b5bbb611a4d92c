import Foundation
import PlayheadCore

/// The configuration of an ``HTTPLoader``.
package struct HTTPLoaderConfiguration: Sendable, Hashable {
    /// The version in the default user agent.
    package static let version = ProgramVersion.current

    /// The `User-Agent` field of requests without their own.
    package var userAgent: String
    /// The maximum number of redirects, 0 or more.
    package var maximumRedirects: Int
    /// The maximum number of bytes of a decompressed response. Above 1 MiB, a response also must not exceed the ratio of its coding.
    package var decompressionLimit: Int
    /// The maximum number of unread bytes of a body before back-pressure is applied to the server.
    package var readAhead: Int
    /// The maximum number of HTTP/1.1 connections to a host; further requests wait.
    package var connectionsPerHost: Int
    /// The rules that select a proxy; by default those of the environment.
    package var proxy = ProxyRules.environment
    /// PEM files of certificate authorities that are trusted in addition to the system's; none by default. A file that is unreadable or
    /// contains no certificate makes every load over https fail with ``LoadError/Reason/untrusted``.
    package var certificateAuthorities: [URL] = []

    /// Creates a configuration.
    /// - Parameters:
    ///   - userAgent: The `User-Agent` field.
    ///   - maximumRedirects: The maximum number of redirects; 10 by default.
    ///   - decompressionLimit: The maximum number of bytes of a decompressed response; 16 MiB by default.
    ///   - readAhead: The maximum number of unread bytes of a body; 256 KiB by default.
    ///   - connectionsPerHost: The maximum number of connections to a host; 16 by default.
    package init(
        userAgent: String = "Playhead/\(Self.version)", maximumRedirects: Int = 10, decompressionLimit: Int = 16 << 20,
        readAhead: Int = 256 << 10, connectionsPerHost: Int = 16
    ) {
        self.userAgent = userAgent
        self.maximumRedirects = maximumRedirects
        self.decompressionLimit = decompressionLimit
        self.readAhead = readAhead
        self.connectionsPerHost = connectionsPerHost
    }
}
