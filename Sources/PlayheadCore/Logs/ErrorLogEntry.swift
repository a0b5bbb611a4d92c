/// Something that failed, in AVFoundation's terms, whether or not another try helped.
public struct ErrorLogEntry: Sendable, Hashable, Codable {
    /// When, in milliseconds since 1970.
    public var date: Int
    /// What was asked for, without what gives access.
    public var uri: String?
    /// The IP address of the server that answered, or of the proxy before it; `nil` where none did.
    public var serverAddress: String?
    /// Names the playback; the same in all its entries.
    public var playbackSessionID: String?
    /// The HTTP status, or the code of the ``PlaybackError``; see ``errorDomain``.
    public var errorStatusCode: Int
    /// What the code is of: `HTTP` or `Playhead`.
    public var errorDomain: String
    /// What is wrong, for people.
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
