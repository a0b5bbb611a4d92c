import Foundation

/// A file beside an item's media.
public struct ItemTrack: Sendable, Hashable {
    /// The purpose of the file.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Captions or subtitles, in WebVTT or SubRip.
        case captions
        /// Pictures for scrubbing: a WebVTT file with the URLs of pictures, or regions of them, by time.
        case thumbnails
        /// Chapters, in WebVTT.
        case chapters
    }

    /// The URL of the file: `http`, `https` or `file`.
    public var url: URL
    /// The purpose of the file.
    public var kind: Kind
    /// The label for a menu.
    public var label: String?
    /// The BCP 47 language tag, or `nil`.
    public var language: String?
    /// Whether the track is used unless the viewer selects another one.
    public var isDefault: Bool

    /// Creates a track.
    public init(url: URL, kind: Kind = .captions, label: String? = nil, language: String? = nil, isDefault: Bool = false) {
        self.url = url
        self.kind = kind
        self.label = label
        self.language = language
        self.isDefault = isDefault
    }

    /// The track as captions of the engine; `nil` for other kinds.
    var captions: SidecarCaptions? {
        kind == .captions ? SidecarCaptions(url: url, name: label, language: language, isDefault: isDefault) : nil
    }
}
