import Foundation

/// How the keys of protected content are obtained: keys that the app has, and the license server for others (W3C Clear Key).
public struct ContentKeyOptions: Sendable, Hashable {
    /// The keys that the app has. They are used first.
    public var keys: [ContentKeyID: ContentKey]
    /// The license server for keys that are not in ``keys``; `nil` for the one that the manifest names. It receives a license request of
    /// W3C Encrypted Media Extensions, "Clear Key", by POST.
    public var licenseURL: URL?

    /// Creates options.
    public init(keys: [ContentKeyID: ContentKey] = [:], licenseURL: URL? = nil) {
        self.keys = keys
        self.licenseURL = licenseURL
    }

    /// Whether nothing is set.
    package var isEmpty: Bool { keys.isEmpty && licenseURL == nil }
}
