/// A rung of the quality ladder, as in lists of levels and quality events.
public struct QualityLevel: Sendable, Hashable, Codable {
    /// The index in the list of levels; 0 is "auto", rungs start at 1.
    public var index: Int
    /// The name for menus, such as `720p` or `Auto`.
    public var label: String
    /// The peak bit rate in bits per second, or `nil` if unknown.
    public var bitrate: Int?
    /// The mean bit rate in bits per second, as the playlist declares it, or `nil`.
    public var averageBitrate: Int?
    /// The width of the picture in pixels, or `nil` if unknown or without video.
    public var width: Int?
    /// The height of the picture in pixels, or `nil` if unknown or without video.
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

    /// The first entry of every list: the player selects the level.
    public static let automatic = QualityLevel(index: 0, label: "Auto")
}
