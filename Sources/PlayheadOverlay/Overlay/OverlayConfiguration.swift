import Foundation
import PlayheadCore

/// What an overlay is made of.
public struct OverlayConfiguration: Sendable {
    /// Where the page is.
    public var url: URL
    /// What the app passes to the page: in the query of its URL, and again when it connects.
    public var parameters: [String: String] = [:]
    /// What the page may do.
    public var limits = OverlayLimits()
    /// Where notifications are posted and heard; the default centre, by default.
    ///
    /// It may be used from any thread, which makes `nonisolated(unsafe)` safe here: a centre locks inside, and the variable is part of a value that each
    /// owner has a copy of.
    public nonisolated(unsafe) var notificationCenter = NotificationCenter.default
    /// The only source of time.
    public var clock: any PlaybackClock = SystemClock()

    /// Makes a configuration with the defaults.
    public init(url: URL) { self.url = url }

    /// The page's URL with the parameters in its query, each encoded.
    var pageURL: URL {
        guard !parameters.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        let added = parameters.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        components.queryItems = (components.queryItems ?? []).filter { parameters[$0.name] == nil } + added
        // A plus is a plus, and no space.
        components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        return components.url ?? url
    }
}
