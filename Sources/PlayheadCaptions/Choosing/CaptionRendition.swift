/// What matters of a captions or subtitles track where one is chosen: the attributes of `EXT-X-MEDIA` (RFC 8216bis §4.4.6.1).
public struct CaptionRendition: Sendable, Hashable {
    /// Its language (BCP 47), or `nil` where the stream does not say.
    public var language: String?
    /// Whether it is the stream's default (`DEFAULT`).
    public var isDefault: Bool
    /// Whether it may be chosen because it fits, without being asked for (`AUTOSELECT`).
    public var isAutoselect: Bool
    /// Whether it only says what everybody needs, as foreign speech (`FORCED`).
    public var isForced: Bool
    /// Uniform type identifiers of what it is like (`CHARACTERISTICS`).
    public var characteristics: [String]
    /// Whether it is captions inside the video (`TYPE=CLOSED-CAPTIONS`), which are meant for those who don't hear.
    public var isClosedCaptions: Bool

    /// Makes a rendition.
    public init(
        language: String? = nil, isDefault: Bool = false, isAutoselect: Bool = false, isForced: Bool = false,
        characteristics: [String] = [],
        isClosedCaptions: Bool = false
    ) {
        self.language = language
        self.isDefault = isDefault
        self.isAutoselect = isAutoselect
        self.isForced = isForced
        self.characteristics = characteristics
        self.isClosedCaptions = isClosedCaptions
    }

    /// Whether it also tells what is heard besides speech.
    public var servesAccessibility: Bool {
        isClosedCaptions || characteristics.contains { Self.accessibilityCharacteristics.contains($0.lowercased()) }
    }

    private static let accessibilityCharacteristics: Set<String> = [
        "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
    ]
}
