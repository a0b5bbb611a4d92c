/// A standard key of Common Media Client Data; the raw value is its name on the wire.
public enum CMCDKey: String, Sendable, Hashable, CaseIterable {
    /// The bit rate of an object of all kinds together, if the rates of its tracks are unknown, in kbit/s.
    case aggregateBitrate = "ab"
    /// Whether the player is invisible to the user.
    case isBackgrounded = "bg"
    /// The buffered duration, in milliseconds.
    case bufferLength = "bl"
    /// The encoded bit rate, in kbit/s.
    case bitrate = "br"
    /// Whether the buffer became empty since the previous report.
    case isStarved = "bs"
    /// The number of stalls of the session.
    case starvationCount = "bsa"
    /// The durations of the stalls that ended since the previous report, in milliseconds.
    case starvationDurations = "bsd"
    /// The duration of all stalls of the session, in milliseconds.
    case starvationTotal = "bsda"
    /// The delivery network.
    case deliveryNetwork = "cdn"
    /// The name of a custom event.
    case customEventName = "cen"
    /// The identifier of the content.
    case contentID = "cid"
    /// The value of the response's `CMSD-Dynamic` field in Base64.
    case dynamicServerData = "cmsdd"
    /// The value of the response's `CMSD-Static` field in Base64.
    case staticServerData = "cmsds"
    /// A signature of the content.
    case contentSignature = "cs"
    /// The duration of the object, in milliseconds.
    case duration = "d"
    /// The number of dropped pictures of the session.
    case droppedFrames = "dfa"
    /// The time until the object is needed, in milliseconds.
    case deadline = "dl"
    /// The event of a report.
    case event = "e"
    /// The codes of the errors since the previous report.
    case errorCodes = "ec"
    /// The host of the content.
    case host = "h"
    /// The lowest aggregate bit rate, in kbit/s.
    case lowestAggregateBitrate = "lab"
    /// The lowest bit rate, in kbit/s.
    case lowestBitrate = "lb"
    /// The latency of a live stream, in milliseconds.
    case liveLatency = "ltc"
    /// The time from the command to play to the first media, in milliseconds.
    case startDelay = "msd"
    /// The measured throughput, in kbit/s.
    case throughput = "mtp"
    /// The objects that are probably requested next.
    case nextObjects = "nor"
    /// Whether the object is not rendered.
    case isNotRendered = "nr"
    /// The byte range that is probably requested next; version 1.
    case nextRange = "nrr"
    /// The kind of the object.
    case objectType = "ot"
    /// The bit rate of the media that is shown, in kbit/s.
    case playheadBitrate = "pb"
    /// The rate of playback.
    case rate = "pr"
    /// The playhead, in milliseconds.
    case playhead = "pt"
    /// The status of the response.
    case responseCode = "rc"
    /// The throughput that suffices for the delivery, in kbit/s.
    case requestedThroughput = "rtp"
    /// The streaming format.
    case format = "sf"
    /// The identifier of the session.
    case sessionID = "sid"
    /// The tracing data of the response in Base64.
    case serverTrace = "smrt"
    /// The number of the report, from 0 for each mode and target of a session.
    case sequenceNumber = "sn"
    /// The kind of the stream.
    case streamType = "st"
    /// The state of the player.
    case state = "sta"
    /// Whether the object is needed urgently: at the start, after a seek or a stall.
    case isUrgent = "su"
    /// The highest aggregate bit rate, in kbit/s.
    case topAggregateBitrate = "tab"
    /// The highest bit rate, in kbit/s.
    case topBitrate = "tb"
    /// The duration that the player wants to have buffered, in milliseconds.
    case targetBufferLength = "tbl"
    /// The highest bit rate that the player can play, in kbit/s.
    case topPlayableBitrate = "tpb"
    /// The time of an event, in milliseconds since 1970 in UTC.
    case timestamp = "ts"
    /// The time from the request to the first byte of the response, in milliseconds.
    case timeToFirstByte = "ttfb"
    /// The time from the request to the first byte of the body, in milliseconds.
    case timeToFirstBodyByte = "ttfbb"
    /// The time from the request to the last byte, in milliseconds.
    case timeToLastByte = "ttlb"
    /// The URL of the request that a response belongs to.
    case url
    /// The version of the specification.
    case version = "v"
}
