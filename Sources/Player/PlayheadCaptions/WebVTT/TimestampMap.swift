/// The mapping from the cue times of an HLS segment to the clock of MPEG-2 (`X-TIMESTAMP-MAP`, RFC 8216bis §3.1.4).
package struct TimestampMap: Sendable, Hashable {
    /// The name of the header field.
    package static let headerName = "X-TIMESTAMP-MAP"
    /// The rate of MPEG-2 timestamps.
    static let ticksPerSecond = 90_000.0
    /// The period of MPEG-2 timestamps, 2^33 ticks, in seconds.
    static let wrap = Double(1 << 33) / ticksPerSecond

    /// A cue time, in seconds.
    package var local: Double
    /// The MPEG-2 timestamp of that time: ticks of 1/90,000 s, below 2^33.
    package var mpegTicks: UInt64

    /// Makes a map; the timestamp `mpegTicks` is reduced modulo 2^33.
    package init(local: Double, mpegTicks: UInt64) {
        self.local = local
        self.mpegTicks = mpegTicks & (1 << 33 - 1)
    }

    /// The map of a segment without a header field: cue time 0 is timestamp 0 (RFC 8216bis §3.1.4).
    package static let zero = TimestampMap(local: 0, mpegTicks: 0)

    /// Parses the value of the header field: `LOCAL:<cue time>,MPEGTS:<ticks>`, in either order; `nil` if a part is missing or invalid.
    package init?(_ value: String) {
        var local: Double?
        var ticks: UInt64?
        for part in Array(value.utf8).split(separator: ASCII.comma) {
            let part = part.trimmed
            if part.starts(with: "LOCAL:") { local = WebVTTTimestamp.parse(part.dropFirst(6).trimmed) }
            if part.starts(with: "MPEGTS:") { ticks = UInt64(part.dropFirst(7).trimmed.text) }
        }
        guard let local, let ticks else { return nil }
        self.init(local: local, mpegTicks: ticks)
    }

    /// Returns the MPEG-2 time of a cue time, in seconds; it continues beyond the period of timestamps, and may be below 0.
    package func mpegTime(ofCueTime time: Double) -> Double { Double(mpegTicks) / Self.ticksPerSecond + (time - local) }
}
