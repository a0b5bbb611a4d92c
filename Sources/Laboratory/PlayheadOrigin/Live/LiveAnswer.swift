/// A request to a broadcast.
package struct LiveRequest: Sendable, Equatable {
    /// The decoded path below the root, without a leading slash.
    package var path: String
    /// The text after the question mark, still encoded.
    package var query: String?
    /// The requested host, with its port if the port is not the default.
    package var host: String?
    /// The value of the `Range` header.
    package var range: String?

    /// Makes a request.
    package init(path: String, query: String? = nil, host: String? = nil, range: String? = nil) {
        self.path = path
        self.query = query
        self.host = host
        self.range = range
    }
}

/// The answer of a broadcast at a time.
package enum LiveAnswer: Sendable, Equatable {
    /// The text of a playlist.
    case playlist(String)
    /// The text of a manifest of DASH.
    case manifest(String)
    /// The text of a patch of a manifest.
    case patch(String)
    /// The date now.
    case date(String)
    /// The bytes of a recording.
    case media(LiveMedia)
    /// A file of the folder that does not change during the broadcast.
    case file(String)
    /// Nothing yet: the request waits and is repeated at this time, in seconds since the start of the broadcast.
    case later(Double)
    /// A failure, with its reason.
    case failure(status: Int, reason: String)
}

/// A byte range of a recording, and the changes to apply to it.
package struct LiveMedia: Sendable, Equatable {
    /// The path of the file below the folder.
    package var path: String
    /// The range of the file; nil for the whole file.
    package var range: Range<Int>?
    /// The number of earlier repetitions of the recording, for continuous timestamps; 0 leaves the bytes unchanged.
    package var pass = 0
    /// The number of the segment since the start of the broadcast, for the sequence numbers of fragments.
    package var ordinal = 0
    /// The duration of a repetition in microseconds.
    package var passDuration = 0
    /// The initialization section with the timescales of the tracks; nil if nothing is changed.
    package var initialization: InitializationSlice?
    /// The times at which the rest of a segment becomes available, in seconds since the start of the broadcast; empty for a complete one.
    package var releases: [BodyRelease] = []

    /// The location of an initialization section.
    package struct InitializationSlice: Sendable, Hashable {
        /// The path of the file below the folder.
        package var path: String
        /// The range of the file; nil for the whole file.
        package var range: Range<Int>?
    }
}
