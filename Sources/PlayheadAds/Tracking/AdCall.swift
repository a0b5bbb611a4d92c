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

/// The limits of a call. Calls never delay anything else.
public struct AdCallPolicy: Sendable, Hashable {
    /// The timeout of an attempt, in seconds.
    public var timeout = 5.0
    /// The maximum number of redirects.
    public var redirectLimit = 5

    /// Creates the default policy.
    public init() {}
}
