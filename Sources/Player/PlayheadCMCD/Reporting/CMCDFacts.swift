/// The time of an input.
package struct CMCDTime: Sendable, Hashable {
    /// The monotonic time, in seconds.
    package var monotonic: Double
    /// The seconds since 1970 in UTC.
    package var wall: Double

    /// Creates a time.
    package init(monotonic: Double, wall: Double) {
        self.monotonic = monotonic
        self.wall = wall
    }
}

/// The facts about a player at one time; `nil` for unknown ones.
package struct CMCDFacts: Sendable, Hashable {
    /// The state; `nil` while nothing is loaded.
    package var state: CMCDPlayerState?
    /// The rate of playback.
    package var rate = 1.0
    /// The identifier of the content.
    package var contentID: String?
    /// The playhead, in seconds.
    package var playhead: Double?
    /// The buffered duration, in seconds.
    package var bufferLength: Double?
    /// The latency of a live stream, in seconds.
    package var liveLatency: Double?
    /// The bit rate of the media that is shown, in bits per second.
    package var playheadBitrate: Double?
    /// The number of dropped pictures.
    package var droppedFrames: Int?
    /// Whether the player is invisible.
    package var isBackgrounded: Bool?
    /// Whether the sound is muted, or its volume is zero.
    package var isSilent = false
    /// The kind of the stream.
    package var streamType: CMCDStreamType?
    /// The streaming format.
    package var format: CMCDStreamingFormat?

    /// Creates the facts of a player without content.
    package init() {}
}

/// A requested object.
package struct CMCDObject: Sendable, Hashable {
    /// An object that is probably requested next.
    package struct Next: Sendable, Hashable {
        /// The absolute URL.
        package var url: String
        /// The byte range as in `0-99`; `nil` for the whole resource.
        package var range: String?

        /// Creates a next object.
        package init(url: String, range: String? = nil) {
            self.url = url
            self.range = range
        }
    }

    /// The absolute URL.
    package var url: String
    /// The kind; `nil` if it is unknown.
    package var kind: CMCDObjectType?
    /// The duration, in seconds.
    package var duration: Double?
    /// The encoded bit rate, in bits per second.
    package var bitrate: Double?
    /// The highest bit rate of the same kind, in bits per second.
    package var topBitrate: Double?
    /// The lowest bit rate of the same kind, in bits per second.
    package var lowestBitrate: Double?
    /// The highest bit rate that the player can play, in bits per second.
    package var topPlayableBitrate: Double?
    /// The buffered duration of the same kind, in seconds.
    package var bufferLength: Double?
    /// The duration that the player wants to have buffered, in seconds.
    package var targetBufferLength: Double?
    /// The duration of media from the playhead to the object, in seconds.
    package var lead: Double?
    /// The expected throughput, in bits per second.
    package var throughput: Double?
    /// The objects that are probably requested next.
    package var next: [Next] = []
    /// The identifier of the content to which the object belongs, empty for a content without one; `nil` for that of the facts.
    package var contentID: String?

    /// Creates an object.
    package init(url: String, kind: CMCDObjectType? = nil) {
        self.url = url
        self.kind = kind
    }
}

/// A response to a request.
package struct CMCDResponse: Sendable, Hashable {
    /// The requested object.
    package var object: CMCDObject
    /// The identifier of the content for which the object was requested.
    package var contentID: String?
    /// The status of the response.
    package var status: Int
    /// The time of the request, in seconds since 1970.
    package var requested: Double
    /// The time from the request to the first byte of the response, in seconds.
    package var firstByte: Double?
    /// The time from the request to the first byte of the body, in seconds.
    package var firstBodyByte: Double?
    /// The time from the request to the last byte, in seconds; `nil` if the body was not read to its end.
    package var lastByte: Double?
    /// The value of the field `CMSD-Static`.
    package var staticServerData: String?
    /// The value of the field `CMSD-Dynamic`.
    package var dynamicServerData: String?

    /// Creates a response.
    package init(object: CMCDObject, contentID: String? = nil, status: Int, requested: Double) {
        self.object = object
        self.contentID = contentID
        self.status = status
        self.requested = requested
    }
}
