import Foundation
import PlayheadCore

/// A caption file separate from the media: WebVTT or SubRip, with times relative to the start of the media.
public struct SidecarCaptions: Sendable, Hashable {
    /// The URL of the file: `http`, `https` or `file`.
    public var url: URL
    /// The name in menus.
    public var name: String
    /// The BCP 47 language tag, or `nil`.
    public var language: String?
    /// Whether the captions are shown if the viewer has not selected any.
    public var isDefault: Bool

    /// Creates the description of a caption file.
    public init(url: URL, name: String? = nil, language: String? = nil, isDefault: Bool = false) {
        self.url = url
        self.name = name ?? language ?? url.lastPathComponent
        self.language = language
        self.isDefault = isDefault
    }
}
