/// A tracking URL to request because of an event of an ad. The response is ignored.
public struct AdCall: Sendable, Hashable {
    /// The event: a name of VAST's `<Tracking>`, or `impression`, `error`, `clickTracking`, `viewUndetermined`, `breakStart`, ….
    public var event: String
    /// The URL with expanded macros.
    public var url: String

    /// Creates a call.
    public init(event: String, url: String) {
        self.event = event
        self.url = url
    }
}

/// The attempts and timeouts of a call. Calls never delay anything else.
public struct AdCallPolicy: Sendable, Hashable {
    /// The timeout of an attempt, in seconds.
    public var timeout = 5.0
    /// The maximum number of redirects.
    public var redirectLimit = 5
    /// The delays before further attempts, in seconds.
    public var retryDelays = [1.0, 5.0, 25.0]

    /// Creates the default policy.
    public init() {}

    /// Returns the delay before the next attempt.
    /// - Parameters:
    ///   - failures: The number of failed attempts.
    ///   - status: The status of the last response; `nil` without a response.
    /// - Returns: `nil` to give up: after the last attempt, and if the server refuses permanently.
    public func delay(afterFailures failures: Int, status: Int?) -> Double? {
        if let status, (400..<500).contains(status), status != 408, status != 429 { return nil }
        return retryDelays.indices.contains(failures - 1) ? retryDelays[failures - 1] : nil
    }
}
