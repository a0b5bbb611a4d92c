import Foundation
import PlayheadCore

/// A captions file beside the media: WebVTT or SubRip, with times from the media's start.
public struct SidecarCaptions: Sendable, Hashable {
    /// Where it is: `http`, `https` or `file`.
    public var url: URL
    /// What a menu shows.
    public var name: String
    /// BCP 47 language tag, or `nil`.
    public var language: String?
    /// Whether it is shown where the viewer has not chosen.
    public var isDefault: Bool

    /// Names a captions file.
    public init(url: URL, name: String? = nil, language: String? = nil, isDefault: Bool = false) {
        self.url = url
        self.name = name ?? language ?? url.lastPathComponent
        self.language = language
        self.isDefault = isDefault
    }
}
