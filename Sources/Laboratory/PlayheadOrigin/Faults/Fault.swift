/// A fault that an origin injects, and the requests it applies to.
///
/// Several faults that apply to one request are combined (a latency, then a cut, for example); of two contradictory ones, the one added
/// first is used.
package struct Fault: Sendable, Equatable {
    /// The paths that the fault applies to.
    package var path: PathPattern
    /// The requests for those paths that the fault applies to.
    package var requests: RequestSelection
    /// The kind of fault.
    package var kind: Kind

    /// Creates a fault.
    package init(path: PathPattern = "*", requests: RequestSelection = .all, kind: Kind) {
        self.path = path
        self.requests = requests
        self.kind = kind
    }
}

extension Fault {
    /// The kind of fault. Byte counts refer to the body of the response, which for a range request is the range.
    package enum Kind: Sendable, Equatable {
        /// Sends another status code, with its own body and an optional `Retry-After` header in seconds.
        case status(Int, body: [UInt8] = [], retryAfter: Int? = nil)
        /// Delays the response by a number of seconds.
        case latency(Double)
        /// Stops sending after a number of bytes, for a number of seconds; nil: indefinitely, while the connection stays open.
        case stall(afterBytes: Int, seconds: Double? = nil)
        /// Closes the connection after a number of bytes; nil: before the status line. With `reset` the connection is reset (RST) instead
        /// of closed in order (FIN), and the client may lose data that it has not yet read.
        case cut(afterBytes: Int?, reset: Bool = false)
        /// Changes `Content-Length` by an offset, to a minimum of 0. The true body is sent, and the connection is closed after it.
        case contentLength(offset: Int)
        /// Limits the bandwidth of each response, in bytes per second.
        case bandwidth(bytesPerSecond: Double)
        /// Sends an HTML page with status 200 instead of the media, like the login page of a hotel.
        case html
        /// Sends status 200 with an empty body.
        case emptyBody
        /// Replaces the bytes by random ones, which are the same for the same seed and path.
        case garbage(seed: UInt64 = 0)
        /// Truncates the file after a number of bytes; ranges and lengths are consistent with the new length.
        case truncated(afterBytes: Int)
        /// Ignores `Range`: sends status 200 with the whole file.
        case ignoreRanges
        /// Redirects to another URL, absolute or relative; nil: to the same URL, which is an endless loop.
        case redirect(to: String?, status: Int = 302)
        /// Sends another media type in `Content-Type`.
        case mediaType(String)
    }

    /// A selection among the requests that match the pattern of a fault. Requests are counted from 1, in the order of arrival.
    package enum RequestSelection: Sendable, Equatable {
        /// Every request.
        case all
        /// The first N requests.
        case first(Int)
        /// The first N requests for each path.
        case firstOfEachPath(Int)
        /// The request with a number.
        case at(Int)
        /// All requests from a number on.
        case from(Int)
    }
}
