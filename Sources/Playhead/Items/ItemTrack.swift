import Foundation

/// A file beside an item's media.
public struct ItemTrack: Sendable, Hashable {
    /// What it is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Captions or subtitles, in WebVTT or SubRip.
        case captions
        /// Pictures for scrubbing: a WebVTT file that names them, or parts of them, by time.
        case thumbnails
        /// Chapters, in WebVTT.
        case chapters
    }

    /// Where it is: `http`, `https` or `file`.
    public var url: URL
    /// What it is for.
    public var kind: Kind
    /// What a menu shows.
    public var label: String?
    /// BCP 47 language tag, or `nil`.
    public var language: String?
    /// Whether it is used where the viewer has not chosen.
    public var isDefault: Bool

    /// Names a file.
    public init(url: URL, kind: Kind = .captions, label: String? = nil, language: String? = nil, isDefault: Bool = false) {
        self.url = url
        self.kind = kind
        self.label = label
        self.language = language
        self.isDefault = isDefault
    }

    /// As the engine takes captions; `nil` for other kinds.
    var captions: SidecarCaptions? {
        kind == .captions ? SidecarCaptions(url: url, name: label, language: language, isDefault: isDefault) : nil
    }
}
