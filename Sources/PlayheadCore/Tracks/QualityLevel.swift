/// One rung of the quality ladder, as lists of levels and quality events show it.
public struct QualityLevel: Sendable, Hashable, Codable {
    /// Place in the list of levels; 0 is "auto", rungs count from 1.
    public var index: Int
    /// What a menu shows, such as `720p` or `Auto`.
    public var label: String
    /// Peak bits a second, or `nil` where unknown.
    public var bitrate: Int?
    /// Mean bits a second, as the playlist says, or `nil`.
    public var averageBitrate: Int?
    /// Picture width in pixels, or `nil` where unknown or without picture.
    public var width: Int?
    /// Picture height in pixels, or `nil` where unknown or without picture.
    public var height: Int?

    /// Makes a level.
    public init(
        index: Int, label: String, bitrate: Int? = nil, averageBitrate: Int? = nil, width: Int? = nil, height: Int? = nil
    ) {
        self.index = index
        self.label = label
        self.bitrate = bitrate
        self.averageBitrate = averageBitrate
        self.width = width
        self.height = height
    }

    /// The first entry of every list: the player chooses by itself.
    public static let automatic = QualityLevel(index: 0, label: "Auto")
}
