import NIOCore

/// The arrival of a body: its chunks after the first one, which comes together with the head.
package struct BodyArrival: Sendable, Hashable {
    /// The number of chunks after the first one.
    package private(set) var chunks = 0
    /// The bytes of these chunks, after decompression.
    package private(set) var bytes = 0
    private var first: NIODeadline?
    private var last: NIODeadline?

    /// The time from the first chunk to the last one, in seconds of the network's own clock.
    package var seconds: Double {
        guard let first, let last else { return 0 }
        return (last - first).inSeconds
    }

    mutating func add(_ count: Int, at time: NIODeadline) {
        last = time
        guard first != nil else {
            first = time
            return
        }
        chunks += 1
        bytes += count
    }
}
