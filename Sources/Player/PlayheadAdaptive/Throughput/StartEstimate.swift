/// The throughput that playlists arrived with, before the first segment of an unknown network.
///
/// Only a slow network shows: a playlist is too short to measure a fast one. The pauses of a busy machine are no evidence, because they do not
/// divide a body into many pieces.
package struct StartEstimate: Sendable, Hashable {
    private var bits = 0.0
    private var seconds = 0.0

    /// The number of pieces after the first one from which a body counts.
    private static let leastPieces = 3
    /// The time from the first piece to the last one, in seconds, from which a body counts.
    private static let leastTime = 0.02

    /// Makes an estimate without measurements.
    package init() {}

    /// Adds a body: the pieces that arrived after the first one, their bytes, and the time from the first piece to the last one in seconds.
    /// Bodies that do not measure the network are ignored.
    package mutating func add(pieces: Int, bytes: Int, seconds time: Double) {
        guard pieces >= Self.leastPieces, bytes > 0, time >= Self.leastTime, time.isFinite else { return }
        bits += Double(bytes) * 8
        seconds += time
    }

    /// The throughput in bits per second; `nil` without evidence.
    package var throughput: Double? { seconds > 0 ? bits / seconds : nil }
}
