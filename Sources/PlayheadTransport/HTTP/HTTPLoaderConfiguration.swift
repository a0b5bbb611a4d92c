import Foundation

/// How an ``HTTPLoader`` behaves.
public struct HTTPLoaderConfiguration: Sendable, Hashable {
    /// The version that the default user agent names.
    public static let version = "0.1.0"

    /// The `User-Agent` field of requests that have none of their own.
    public var userAgent: String
    /// How many redirects are followed, 0 or more.
    public var maximumRedirects: Int
    /// The most bytes that a compressed response may unpack to. Above 1 MiB, it may not unpack to more than 64 times its size either.
    public var decompressionLimit: Int
    /// How many bytes of a body may wait for their reader before the server is held back.
    public var readAhead: Int
    /// How many connections are kept to one host (HTTP/1.1); further requests wait for one of them.
    public var connectionsPerHost: Int
    /// Files with certificates in PEM that are trusted besides those of the system; none by default. A file that can't be read, or holds none,
    /// makes every load over https fail with ``LoadError/Reason/untrusted``.
    public var certificateAuthorities: [URL] = []

    /// Makes a configuration.
    /// - Parameters:
    ///   - userAgent: The `User-Agent` field.
    ///   - maximumRedirects: How many redirects are followed; 10 by default.
    ///   - decompressionLimit: The most bytes that a compressed response may unpack to; 16 MiB by default.
    ///   - readAhead: How many bytes of a body may wait for their reader; 256 KiB by default.
    ///   - connectionsPerHost: How many connections are kept to one host; 16 by default.
    public init(
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
