/// A failure, in AVFoundation's terms, whether or not a retry succeeded.
public struct ErrorLogEntry: Sendable, Hashable, Codable {
    /// The time, in milliseconds since 1970.
    public var date: Int
    /// The requested URL, without credentials.
    public var uri: String?
    /// The IP address of the server, or of the proxy before it; `nil` without a response.
    public var serverAddress: String?
    /// The identifier of the playback; the same in all its entries.
    public var playbackSessionID: String?
    /// The HTTP status, or the code of the ``PlaybackError``; see ``errorDomain``.
    public var errorStatusCode: Int
    /// The domain of the code: `HTTP` or `Playhead`.
    public var errorDomain: String
    /// The description of the failure for users.
    public var errorComment: String?

    /// Makes an entry.
    public init(
        date: Int, uri: String? = nil, serverAddress: String? = nil, playbackSessionID: String? = nil, errorStatusCode: Int,
        errorDomain: String, errorComment: String? = nil
    ) {
        self.date = date
        self.uri = uri
        self.serverAddress = serverAddress
        self.playbackSessionID = playbackSessionID
        self.errorStatusCode = errorStatusCode
        self.errorDomain = errorDomain
        self.errorComment = errorComment
    }

    /// The entry under AVFoundation's names.
    public var fields: EventFields {
        [
            "date": .int(date),
            "uri": uri.eventValue,
            "serverAddress": serverAddress.eventValue,
            "playbackSessionID": playbackSessionID.eventValue,
            "errorStatusCode": .int(errorStatusCode),
            "errorDomain": .string(errorDomain),
            "errorComment": errorComment.eventValue,
        ]
    }
}
