/// A selectable track: an audio rendition or a captions track.
public struct MediaTrack: Sendable, Hashable, Codable {
    /// The index in its list; for captions 0 is "off".
    public var index: Int
    /// The name for menus.
    public var name: String
    /// The BCP 47 language tag, or `nil` if the stream does not declare it.
    public var language: String?
    /// Whether the stream declares the track as its default.
    public var isDefault: Bool
    /// Whether the track contains only text that is essential even without captions (FORCED of HLS).
    public var isForced: Bool
    /// Whether the track may be selected automatically (AUTOSELECT of HLS).
    public var isAutoselect: Bool
    /// The uniform type identifiers of its characteristics (CHARACTERISTICS of HLS).
    public var characteristics: [String]
    /// Whether the track is closed captions in the video, for viewers who are deaf or hard of hearing.
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

    /// Whether the track also describes sounds other than speech.
    public var servesAccessibility: Bool {
        isClosedCaptions || characteristics.contains { Self.accessibilityCharacteristics.contains($0.lowercased()) }
    }

    private static let accessibilityCharacteristics: Set<String> = [
        "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
    ]

    /// The first entry of every captions list.
    public static let captionsOff = MediaTrack(index: 0, name: "Off")
}
