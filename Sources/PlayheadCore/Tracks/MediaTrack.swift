/// A selectable track: an audio rendition or a captions track.
public struct MediaTrack: Sendable, Hashable, Codable {
    /// Place in its list; for captions 0 is "off".
    public var index: Int
    /// What a menu shows.
    public var name: String
    /// BCP 47 language tag, or `nil` where the stream does not say.
    public var language: String?
    /// Whether the stream marks it as its default.
    public var isDefault: Bool
    /// Whether it only says what has to be read even without captions (FORCED of HLS).
    public var isForced: Bool
    /// Whether it may be chosen because it fits, without being asked for (AUTOSELECT of HLS).
    public var isAutoselect: Bool
    /// Uniform type identifiers of what it is like (CHARACTERISTICS of HLS).
    public var characteristics: [String]
    /// Whether it is captions inside the video, which are meant for those who don't hear.
    public var isClosedCaptions: Bool

    /// Makes a track.
    public init(
        index: Int, name: String, language: String? = nil, isDefault: Bool = false, isForced: Bool = false, isAutoselect: Bool = false,
        characteristics: [String] = [], isClosedCaptions: Bool = false
    ) {
        self.index = index
        self.name = name
        self.language = language
        self.isDefault = isDefault
        self.isForced = isForced
        self.isAutoselect = isAutoselect
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

    /// The first entry of every captions list.
    public static let captionsOff = MediaTrack(index: 0, name: "Off")
}
