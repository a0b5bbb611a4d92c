/// An error of playback with a stable code of six digits; ads have five: 10000 plus the code of VAST or VMAP.
///
/// The first digit of the code is the severity (1 setup, 2 fatal, 3 warning), the next two are the category, the last three the kind, where
/// 400 to 599 are HTTP statuses.
public struct PlaybackError: Error, Sendable, Hashable, Codable {
    /// The effect on playback.
    public enum Severity: Int, Sendable, Hashable, Codable, CaseIterable {
        /// Fatal, before the player was ready.
        case setup = 1
        /// Fatal, after the player was ready.
        case fatal = 2
        /// Playback continues.
        case warning = 3
    }

    /// The kind of error: a closed set.
    public enum Kind: Sendable, Hashable, Codable {
        // 20: playlist and commands
        /// A playlist without an item that can be played.
        case emptyPlaylist
        /// An item without a source.
        case noSource
        /// A list loaded from a URL is of no known format, or contains no list.
        case feedInvalid
        /// A list at a URL could not be loaded.
        case feedUnreachable
        /// The server of a list answered with an error status.
        case feedStatus(Int)
        /// A list of items where a stream is expected.
        case listOfItems
        /// A reference that the item's restrictions forbid.
        case referenceForbidden
        /// An index outside the list.
        case invalidIndex
        /// A command that is not available in the current state.
        case commandRefused
        /// A value out of its range.
        case invalidValue
        /// The app did not decide about an item in time.
        case decisionTimeout
        /// The URL is malformed or of an unknown scheme.
        case invalidURL
        // 21: network
        /// The name or address of the server cannot be reached.
        case unreachable
        /// No secure connection: the server's certificate is not trusted, or is for another name.
        case untrustedServer
        /// The server does not support byte ranges, which the media requires because its index is at the end.
        case rangesUnavailable
        /// The server names a content coding that its response does not have, and that is ignored.
        case codingIgnored
        /// No response, or no progress, within the timeout.
        case timeout
        /// The connection broke and could not be resumed.
        case connectionLost
        /// The server answered with an error status.
        case httpStatus(Int)
        /// The file does not exist or cannot be read.
        case fileUnreadable
        /// The body is shorter than announced.
        case incomplete
        /// A network that the item may not use, such as a cellular one.
        case networkForbidden
        // 24: media
        /// The received data is not media of a supported format.
        case unsupportedFormat
        /// The media is empty.
        case emptyMedia
        /// No track that can be decoded.
        case noDecodableTrack
        /// Opening exceeded its watchdog.
        case openingTimeout
        /// No data arrived while buffering until the watchdog expired.
        case bufferingTimeout
        /// The playhead did not move until the watchdog expired.
        case noProgress
        /// The audio device is unavailable or refused the connection.
        case audioOutput
        /// The media ended before its declared duration.
        case truncated
        // 32: manifest
        /// The manifest is not a valid playlist.
        case manifestInvalid
        /// The manifest's server answered with an error status.
        case manifestStatus(Int)
        /// The manifest could not be loaded.
        case manifestUnreachable
        /// The manifest has no segment or variant that can be played.
        case manifestEmpty
        /// The manifest refers to itself.
        case manifestLoop
        /// A live playlist is no longer updated.
        case manifestStale
        /// Playback moved to another pathway of the stream.
        case pathwayChanged
        // 33: segment
        /// The segment's server answered with an error status.
        case segmentStatus(Int)
        /// A segment could not be loaded.
        case segmentUnreachable
        /// A segment is not media of a supported format.
        case segmentInvalid
        /// A segment is marked as a gap and was skipped.
        case segmentGap
        // 35: protection
        /// The content is encrypted with an unsupported method.
        case protectedContent
        /// A key could not be loaded.
        case keyUnreachable
        /// The key's server answered with an error status.
        case keyStatus(Int)
        /// The received key does not have the length that the method requires.
        case keyInvalid
        // 06: captions
        /// Captions could not be loaded.
        case captionsUnreachable
        /// The captions' server answered with an error status.
        case captionsStatus(Int)
        /// The captions have no supported format.
        case captionsInvalid
        // 34: decoding
        /// A decoder refused data.
        case decoding
        /// A decoder could not be created.
        case decoderUnavailable
        /// Too many pictures were dropped because they were not decoded in time.
        case decoderTooSlow
        // Ads, by the codes of VAST and VMAP
        /// An ad, a tag or a schedule failed.
        case advertisement(AdErrorCode)
    }

    /// The severity.
    public var severity: Severity
    /// The kind of error.
    public var kind: Kind
    /// The URL of the failed resource, or `nil`. Credentials are removed from any assigned value.
    public var url: String? { didSet { url = url.map(Secrets.blanked) } }
    /// The message of the layer below, or `nil`. Credentials are removed from any assigned value.
    public var underlying: String? { didSet { underlying = underlying.map(Secrets.blanked) } }

    /// Makes an error.
    /// - Parameters:
    ///   - kind: The kind of error.
    ///   - severity: The severity; fatal by default. The player changes it to `setup` before it is ready.
    ///   - url: The URL of the failed resource, without credentials.
    ///   - underlying: The message of the layer below.
    public init(_ kind: Kind, severity: Severity = .fatal, url: String? = nil, underlying: String? = nil) {
        self.kind = kind
        self.severity = severity
        self.url = url.map(Secrets.blanked)
        self.underlying = underlying.map(Secrets.blanked)
    }

    /// Whether the error ends playback.
    public var isFatal: Bool { severity != .warning }

    /// The stable code: six digits, or five without a severity for ads.
    public var code: Int {
        if case .advertisement = kind { return kind.categoryAndType }
        return severity.rawValue * 100_000 + kind.categoryAndType
    }

    /// A sentence in English for users.
    public var message: String { kind.message }

    /// Returns the same error with another severity.
    public func with(severity: Severity) -> PlaybackError {
        var copy = self
        copy.severity = severity
        return copy
    }
}
