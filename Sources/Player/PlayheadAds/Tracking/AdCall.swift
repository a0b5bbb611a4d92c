/// A tracking URL to request because of an event of an ad. The response is ignored.
package struct AdCall: Sendable, Hashable {
    /// The event: a name of VAST's `<Tracking>`, or `impression`, `error`, `clickTracking`, `viewUndetermined`, `breakStart`, ….
    package var event: String
    /// The URL with expanded macros.
    package var url: String

    /// Creates a call.
    package init(event: String, url: String) {
        self.event = event
        self.url = url
    }
}

/// The limits of a call. Calls never delay anything else.
package struct AdCallPolicy: Sendable, Hashable {
    /// The timeout of an attempt, in seconds.
    package var timeout = 5.0
    /// The maximum number of redirects.
    package var redirectLimit = 5

    /// Creates the default policy.
    package init() {}
}
