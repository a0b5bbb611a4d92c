/// A request, as a broadcast sees it.
package struct LiveRequest: Sendable, Equatable {
    /// The decoded path below the root, without a leading slash.
    package var path: String
    /// What follows the question mark, still encoded.
    package var query: String?
    /// The host that was asked, with its port where it isn't the usual one.
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

/// What a broadcast answers at one moment.
package enum LiveAnswer: Sendable, Equatable {
    /// A playlist's text.
    case playlist(String)
    /// Bytes of a recording.
    case media(LiveMedia)
    /// A file of the folder that does not change while it is broadcast.
    case file(String)
    /// Nothing yet: the request waits, and asks again at that time, in seconds since the broadcast began.
    case later(Double)
    /// A failure, with a word on the reason.
    case failure(status: Int, reason: String)
}

/// Bytes of a recording, and what has to be changed in them.
package struct LiveMedia: Sendable, Equatable {
    /// The file, by its path below the folder.
    package var path: String
    /// The bytes of it; nil for all.
    package var range: Range<Int>?
    /// How often the recording was repeated before, for timestamps that go on; 0 leaves the bytes as they are.
    package var pass = 0
    /// The number of the segment since the broadcast began, for the fragments' numbers.
    package var ordinal = 0
    /// The length of a pass in microseconds.
    package var passDuration = 0
    /// The initialization section with the tracks' timescales; nil where nothing is changed.
    package var initialization: InitializationSlice?

    /// Where an initialization section is.
    package struct InitializationSlice: Sendable, Hashable {
        /// The file, by its path below the folder.
        package var path: String
        /// The bytes of it; nil for all.
        package var range: Range<Int>?
    }
}
