/// A period of playback in one quality, in AVFoundation's terms: from the start of playback or a quality change to the next quality change
/// or the end.
///
/// Unknown values are negative, or `nil`.
public struct AccessLogEntry: Sendable, Hashable, Codable {
    // It has more than 20 stored properties: one for each field of the log.

    /// The URL of the media, without credentials.
    public var uri: String?
    /// The IP address of the server of the latest media; of the proxy, if there is one.
    public var serverAddress: String?
    /// The number of changes of the address.
    public var numberOfServerAddressChanges: Int = -1
    /// The identifier of the playback; the same in all its entries.
    public var playbackSessionID: String?
    /// `VOD`, `LIVE` or `FILE`.
    public var playbackType: String?
    /// The start of the period, in milliseconds since 1970.
    public var playbackStartDate: Int?
    /// The playhead at the start, in seconds.
    public var playbackStartOffset: Double = -1
    /// The time from opening to readiness, in seconds; in the first entry of a playback.
    public var startupTime: Double = -1
    /// The duration of the played media, in seconds.
    public var durationWatched: Double = -1
    /// The number of stalls.
    public var numberOfStalls: Int = -1
    /// The number of pictures that were too late to be shown.
    public var numberOfDroppedVideoFrames: Int = -1
    /// The number of requests for media.
    public var numberOfMediaRequests: Int = -1
    /// The number of requests for media over a mobile network.
    public var mediaRequestsWWAN: Int = -1
    /// The duration of the loaded media, in seconds.
    public var segmentsDownloadedDuration: Double = -1
    /// The number of segments whose download took longer than their duration.
    public var downloadOverdue: Int = -1
    /// The number of loaded bytes of media.
    public var numberOfBytesTransferred: Int = -1
    /// The time spent on transfers, in seconds.
    public var transferDuration: Double = -1
    /// The bit rate of the transfers.
    public var observedBitrate: Double = -1
    /// The standard deviation of the bit rate between transfers.
    public var observedBitrateStandardDeviation: Double = -1
    /// The peak bit rate of the level, as the playlist or the container declares it.
    public var indicatedBitrate: Double = -1
    /// The mean bit rate of the level, as the playlist declares it.
    public var indicatedAverageBitrate: Double = -1
    /// The mean bit rate of the video.
    public var averageVideoBitrate: Double = -1
    /// The mean bit rate of the audio.
    public var averageAudioBitrate: Double = -1
    /// The peak bit rate of the previous level.
    public var switchBitrate: Double = -1

    /// Makes an entry without known values.
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
