/// What can go wrong, each with a stable code of six digits; ads have five, 10000 and the code of VAST or VMAP.
///
/// The code's first digit is the severity (1 setup, 2 fatal, 3 warning), the next two the category, the last three the kind;
/// 400 to 599 there is the HTTP status.
public struct PlaybackError: Error, Sendable, Hashable, Codable {
    /// How bad it is.
    public enum Severity: Int, Sendable, Hashable, Codable, CaseIterable {
        /// Fatal, before the player was ready.
        case setup = 1
        /// Fatal, after the player was ready.
        case fatal = 2
        /// Nothing stops.
        case warning = 3
    }

    /// What went wrong: a closed set.
    public enum Kind: Sendable, Hashable, Codable {
        // 20: playlist and commands
        /// A playlist without an item that can be played.
        case emptyPlaylist
        /// An item that names nothing to play.
        case noSource
        /// A list that is read from a URL is neither JSON nor RSS, or holds no list.
        case feedInvalid
        /// A list that is read from a URL could not be loaded.
        case feedUnreachable
        /// The server of a list answered with an error status.
        case feedStatus(Int)
        /// A reference that the item's restrictions forbid.
        case referenceForbidden
        /// An index that the list doesn't have.
        case invalidIndex
        /// A command that the current state refuses.
        case commandRefused
        /// A value out of its range.
        case invalidValue
        /// The URL is malformed or of an unknown scheme.
        case invalidURL
        // 21: network
        /// The server's name or address can't be reached.
        case unreachable
        /// No secure connection: the server's certificate is not trusted, or is for another name.
        case untrustedServer
        /// The server has no byte ranges, and the media can't be played without: its index is at the end.
        case rangesUnavailable
        /// No answer, or no progress, within the time limit.
        case timeout
        /// The connection broke and could not be resumed.
        case connectionLost
        /// The server answered with an error status.
        case httpStatus(Int)
        /// The file does not exist or can't be read.
        case fileUnreadable
        /// The body is shorter than announced.
        case incomplete
        /// A network that the item may not use, such as a cellular one.
        case networkForbidden
        // 24: media
        /// What came is not media that can be opened.
        case unsupportedFormat
        /// There is no data at all.
        case emptyMedia
        /// No track that can be decoded.
        case noDecodableTrack
        /// Opening took longer than its watchdog allows.
        case openingTimeout
        /// Nothing arrived while buffering for longer than its watchdog allows.
        case bufferingTimeout
        /// The playhead did not move for longer than its watchdog allows.
        case noProgress
        /// The audio device is missing or refused.
        case audioOutput
        /// The media ended before its announced length.
        case truncated
        // 32: manifest
        /// The manifest is not a valid playlist.
        case manifestInvalid
        /// The manifest's server answered with an error status.
        case manifestStatus(Int)
        /// The manifest could not be loaded.
        case manifestUnreachable
        /// The manifest has no segment or no variant that can be played.
        case manifestEmpty
        /// The manifest refers to itself.
        case manifestLoop
        /// A live playlist to which nothing is added any more.
        case manifestStale
        /// The stream is played from another of its places from now on.
        case pathwayChanged
        // 33: segment
        /// The segment's server answered with an error status.
        case segmentStatus(Int)
        /// A segment could not be loaded.
        case segmentUnreachable
        /// A segment is not media that can be read.
        case segmentInvalid
        /// A segment is marked as missing and was skipped.
        case segmentGap
        // 35: protection
        /// The content is encrypted in a way that can't be played.
        case protectedContent
        /// A key could not be loaded.
        case keyUnreachable
        /// The key's server answered with an error status.
        case keyStatus(Int)
        /// What came is not a key of the length that the method needs.
        case keyInvalid
        // 06: captions
        /// Captions could not be loaded.
        case captionsUnreachable
        /// The captions' server answered with an error status.
        case captionsStatus(Int)
        /// Captions are in no format that can be read.
        case captionsInvalid
        // 34: decoding
        /// A decoder refused data.
        case decoding
        /// A decoder could not be made.
        case decoderUnavailable
        // Ads, by the codes of VAST and VMAP
        /// An ad, a tag or a schedule failed.
        case advertisement(AdErrorCode)
    }

    /// How bad it is.
    public var severity: Severity
    /// What went wrong.
    public var kind: Kind
    /// Where: the URL of what failed, or `nil`. Credentials are taken out of whatever is set.
    public var url: String? { didSet { url = url.map(Secrets.blanked) } }
    /// What the layer below said, or `nil`. Credentials are taken out of whatever is set.
    public var underlying: String? { didSet { underlying = underlying.map(Secrets.blanked) } }

    /// Makes an error.
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - severity: How bad it is; fatal by default. The player makes it `setup` before it was ready.
    ///   - url: Where, without credentials.
    ///   - underlying: What the layer below said.
    public init(_ kind: Kind, severity: Severity = .fatal, url: String? = nil, underlying: String? = nil) {
        self.kind = kind
        self.severity = severity
        self.url = url.map(Secrets.blanked)
        self.underlying = underlying.map(Secrets.blanked)
    }

    /// Whether playback ends by it.
    public var isFatal: Bool { severity != .warning }

    /// The stable code: six digits, but for ads, whose five have no severity.
    public var code: Int {
        if case .advertisement = kind { return kind.categoryAndType }
        return severity.rawValue * 100_000 + kind.categoryAndType
    }

    /// One sentence in English for people.
    public var message: String { kind.message }

    /// The same error with another severity.
    public func with(severity: Severity) -> PlaybackError {
        var copy = self
        copy.severity = severity
        return copy
    }
}
