import Foundation
import PlayheadCore

/// The configuration of an overlay.
public struct OverlayConfiguration: Sendable {
    /// The URL of the page.
    public var url: URL
    /// The parameters of the app for the page: part of the URL's query and of the greeting.
    public var parameters: [String: String] = [:]
    /// The limits of the page.
    public var limits = OverlayLimits()
    /// The center for notifications; the default center by default.
    ///
    /// `nonisolated(unsafe)` is safe because a center has internal locking, and the property is part of a value of which each owner has a
    /// copy.
    public nonisolated(unsafe) var notificationCenter = NotificationCenter.default
    /// The clock of all timeouts.
    public var clock: any PlaybackClock = SystemClock()

    /// Creates a configuration with the defaults.
    public init(url: URL) { self.url = url }

    /// The page's URL with the encoded parameters in its query.
    var pageURL: URL {
        guard !parameters.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        let added = parameters.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        components.queryItems = (components.queryItems ?? []).filter { parameters[$0.name] == nil } + added
        // A plus sign must not be decoded as a space.
        components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        return components.url ?? url
    }
}
