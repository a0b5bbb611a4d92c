/// Something that an origin is to do wrong, and for which requests.
///
/// Several faults may apply to one request: they are combined (a latency, then a cut, say), and where two contradict each other, the one that
/// was added first wins.
package struct Fault: Sendable, Equatable {
    /// Which paths it applies to.
    package var path: PathPattern
    /// Which of the requests for those paths it applies to.
    package var requests: RequestSelection
    /// What goes wrong.
    package var kind: Kind

    /// Makes a fault.
    package init(path: PathPattern = "*", requests: RequestSelection = .all, kind: Kind) {
        self.path = path
        self.requests = requests
        self.kind = kind
    }
}

extension Fault {
    /// What goes wrong. Counts of bytes are those of the response's body, which for a range request is the range.
    package enum Kind: Sendable, Equatable {
        /// Another status code, with a body of its own, and the seconds of a `Retry-After` header.
        case status(Int, body: [UInt8] = [], retryAfter: Int? = nil)
        /// Nothing is sent for so many seconds.
        case latency(Double)
        /// After so many bytes nothing more is sent for so many seconds; nil: for ever, the connection staying open.
        case stall(afterBytes: Int, seconds: Double? = nil)
        /// The connection is closed after so many bytes; nil: before the status line. With `reset` it is closed by a reset (RST) instead of an
        /// orderly end (FIN); what the client has not taken by then may be lost to it.
        case cut(afterBytes: Int?, reset: Bool = false)
        /// `Content-Length` is wrong by so many bytes, never less than 0. The true body is sent, and the connection closed after it.
        case contentLength(offset: Int)
        /// No faster than so many bytes a second, each response for itself.
        case bandwidth(bytesPerSecond: Double)
        /// A page of HTML with status 200 instead of the media, as from a hotel's login page.
        case html
        /// Status 200 and no bytes.
        case emptyBody
        /// As many bytes as expected, but random ones; the same ones for the same seed and path.
        case garbage(seed: UInt64 = 0)
        /// The file seems to end after so many bytes: ranges and lengths are consistent with that.
        case truncated(afterBytes: Int)
        /// `Range` is ignored: status 200 with everything.
        case ignoreRanges
        /// A redirect to another URL, absolute or relative; nil: to the same one, without end.
        case redirect(to: String?, status: Int = 302)
        /// Another media type in `Content-Type`.
        case mediaType(String)
    }

    /// Which of the requests that a fault's pattern matches it applies to. Requests count from 1, in the order of arrival.
    package enum RequestSelection: Sendable, Equatable {
        /// Every request.
        case all
        /// The first so many.
        case first(Int)
        /// The first so many for each path.
        case firstOfEachPath(Int)
        /// Only one, by its number.
        case at(Int)
        /// All from a number on.
        case from(Int)
    }
}
