/// One period of playing in one quality, in AVFoundation's terms: it begins where playing does and ends where the quality changes or the playback does.
///
/// What is not known is negative, or `nil`.
public struct AccessLogEntry: Sendable, Hashable, Codable {
    /// Where the media is, without what gives access.
    public var uri: String?
    /// The IP address of the server that media came from last; of the proxy, where there is one.
    public var serverAddress: String?
    /// How often the address changed.
    public var numberOfServerAddressChanges: Int = -1
    /// Names the playback; the same in all its entries.
    public var playbackSessionID: String?
    /// `VOD`, `LIVE` or `FILE`.
    public var playbackType: String?
    /// When the period began, in milliseconds since 1970.
    public var playbackStartDate: Int?
    /// Where the playhead was then, in seconds.
    public var playbackStartOffset: Double = -1
    /// Seconds from opening to readiness; in the first entry of a playback.
    public var startupTime: Double = -1
    /// Seconds of media that were played.
    public var durationWatched: Double = -1
    /// How often data ran out.
    public var numberOfStalls: Int = -1
    /// Pictures that came too late to be shown.
    public var numberOfDroppedVideoFrames: Int = -1
    /// Requests for media.
    public var numberOfMediaRequests: Int = -1
    /// Requests for media over a mobile network.
    public var mediaRequestsWWAN: Int = -1
    /// Seconds of media that were loaded.
    public var segmentsDownloadedDuration: Double = -1
    /// Segments that took longer to load than they last.
    public var downloadOverdue: Int = -1
    /// Bytes of media that were loaded.
    public var numberOfBytesTransferred: Int = -1
    /// Seconds of waiting for them.
    public var transferDuration: Double = -1
    /// Bits a second of the transfers.
    public var observedBitrate: Double = -1
    /// How much that differs from transfer to transfer.
    public var observedBitrateStandardDeviation: Double = -1
    /// Peak bits a second of the level, as the playlist or the container says.
    public var indicatedBitrate: Double = -1
    /// Mean bits a second of the level, as the playlist says.
    public var indicatedAverageBitrate: Double = -1
    /// Mean bits a second of the picture.
    public var averageVideoBitrate: Double = -1
    /// Mean bits a second of the sound.
    public var averageAudioBitrate: Double = -1
    /// Peak bits a second of the level that was left for this one.
    public var switchBitrate: Double = -1

    /// Makes an entry of which nothing is known.
    public init() {}

    /// The entry under AVFoundation's names.
    public var fields: EventFields {
        [
            "uri": uri.eventValue,
            "serverAddress": serverAddress.eventValue,
            "numberOfServerAddressChanges": .int(numberOfServerAddressChanges),
            "playbackSessionID": playbackSessionID.eventValue,
            "playbackType": playbackType.eventValue,
            "playbackStartDate": playbackStartDate.eventValue,
            "playbackStartOffset": .double(playbackStartOffset),
            "startupTime": .double(startupTime),
            "durationWatched": .double(durationWatched),
            "numberOfStalls": .int(numberOfStalls),
            "numberOfDroppedVideoFrames": .int(numberOfDroppedVideoFrames),
            "numberOfMediaRequests": .int(numberOfMediaRequests),
            "mediaRequestsWWAN": .int(mediaRequestsWWAN),
            "segmentsDownloadedDuration": .double(segmentsDownloadedDuration),
            "downloadOverdue": .int(downloadOverdue),
            "numberOfBytesTransferred": .int(numberOfBytesTransferred),
            "transferDuration": .double(transferDuration),
            "observedBitrate": .double(observedBitrate),
            "observedBitrateStandardDeviation": .double(observedBitrateStandardDeviation),
            "indicatedBitrate": .double(indicatedBitrate),
            "indicatedAverageBitrate": .double(indicatedAverageBitrate),
            "averageVideoBitrate": .double(averageVideoBitrate),
            "averageAudioBitrate": .double(averageAudioBitrate),
            "switchBitrate": .double(switchBitrate),
        ]
    }

    /// The payload of onMeta's kind `access-log`.
    var metaData: EventFields {
        [
            "metadataType": "access-log", "observedBitrate": .double(observedBitrate), "indicatedBitrate": .double(indicatedBitrate),
            "droppedFrames": .int(numberOfDroppedVideoFrames),
        ]
    }
}
