/// An address to call because something happened to an ad. Nothing of the answer is used.
public struct AdCall: Sendable, Hashable {
    /// What happened: a name of VAST's `<Tracking>`, or `impression`, `error`, `clickTracking`, `viewUndetermined`, `breakStart`, ….
    public var event: String
    /// The address, macros filled in.
    public var url: String

    /// Makes a call.
    public init(event: String, url: String) {
        self.event = event
        self.url = url
    }
}

/// How often and how long a call is tried. It never holds up anything else.
public struct AdCallPolicy: Sendable, Hashable {
    /// How long one try may take, in seconds.
    public var timeout = 5.0
    /// Redirects that are followed.
    public var redirectLimit = 5
    /// Waits in front of further tries, in seconds.
    public var retryDelays = [1.0, 5.0, 25.0]

    /// Makes the default policy.
    public init() {}

    /// The wait in front of the next try.
    /// - Parameters:
    ///   - failures: Tries that failed so far.
    ///   - status: The status of the last answer; `nil` where none came.
    /// - Returns: `nil` where it is given up: after the last try, and where the server refuses for good.
    public func delay(afterFailures failures: Int, status: Int?) -> Double? {
        if let status, (400..<500).contains(status), status != 408, status != 429 { return nil }
        return retryDelays.indices.contains(failures - 1) ? retryDelays[failures - 1] : nil
    }
}
