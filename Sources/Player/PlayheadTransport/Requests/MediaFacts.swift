import Foundation

/// The facts about a requested media object, at the time of the request; `nil` for unknown ones.
package struct MediaFacts: Sendable, Hashable {
    /// The content of the segments that were loaded before.
    package var content = MediaContent.unknown
    /// The duration of the object, in seconds.
    package var duration: Double?
    /// The encoded bit rate, in bits per second.
    package var bitrate: Double?
    /// The lowest and the highest bit rate that could be selected instead, in bits per second.
    package var bitrates: ClosedRange<Double>?
    /// The duration that is buffered of the same tracks, in seconds.
    package var bufferLength: Double?
    /// The duration that the player wants to have buffered, in seconds.
    package var targetBufferLength: Double?
    /// The duration of media from the playhead to the start of the object, in seconds.
    package var lead: Double?
    /// The expected throughput, in bits per second.
    package var throughput: Double?
    /// The URL of the object that is probably requested next.
    package var nextURL: String?
    /// The byte range of the object that is probably requested next; `nil` for the whole resource.
    package var nextRange: ByteRange?

    /// Creates facts, all of them unknown.
    package init() {}
}
