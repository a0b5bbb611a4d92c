import ArgumentParser
import Foundation
import PlayheadOrigin

/// The options of `playhead serve` for live streams.
struct LiveArguments: ParsableArguments {
    @Flag(help: "Broadcasts the on-demand presentation of the folder, repeated without end.")
    var live = false

    @Option(help: "As --live, with a DVR window of this length, in seconds.")
    var dvr: Double?

    @Flag(help: "As --live, with everything since the beginning (EXT-X-PLAYLIST-TYPE:EVENT).")
    var event = false

    @Flag(help: "As --live, in parts (low-latency HLS); needs fragmented MP4 of several fragments per segment.")
    var lowLatency = false

    @Flag(help: "Parts are byte ranges of their segment.")
    var byteRanges = false

    @Flag(help: "Timestamps continue when the recording is repeated, instead of a discontinuity; for fragmented MP4.")
    var continuous = false

    @Flag(help: "The manifest of --dash refers to patches that update it.")
    var patches = false

    @Option(help: "The duration after which the broadcast ends, in seconds.")
    var endAfter: Double?

    @Option(help: "The duration that was already broadcast at the start, in seconds.")
    var head: Double?

    @Option(help: "The date at the start, such as 2026-01-31T12:00:00Z, or none for no dates; by default the current one.")
    var startDate: String?

    @Option(help: "The number of the first segment.")
    var firstSequence = 0

    /// Whether a live stream is requested.
    var isLive: Bool { live || dvr != nil || event || lowLatency }

    func validate() throws {
        guard dvr == nil || !event else { throw ValidationError("--dvr and --event exclude one another.") }
        for (name, value) in [("dvr", dvr), ("end-after", endAfter), ("head", head)] {
            if let value, !(value >= 0 && value <= 1e9) { throw ValidationError("--\(name) takes seconds.") }
        }
        guard firstSequence >= 0 else { throw ValidationError("--first-sequence takes a number of at least 0.") }
        let needsLive: [(String, Bool)] = [
            ("byte-ranges", byteRanges), ("continuous", continuous), ("patches", patches), ("end-after", endAfter != nil),
            ("head", head != nil),
            ("start-date", startDate != nil), ("first-sequence", firstSequence != 0),
        ]
        if !isLive, let wrong = needsLive.first(where: \.1)?.0 {
            throw ValidationError("--\(wrong) is for --live, --dvr, --event and --low-latency.")
        }
        _ = try date
    }

    var options: LiveOptions {
        get throws {
            LiveOptions(
                window: event ? .event : dvr.map { .dvr($0) } ?? .segments(6), initialDuration: head, endsAfter: endAfter,
                startDate: try date, firstMediaSequence: firstSequence, isContinuous: continuous,
                parts: lowLatency ? (byteRanges ? .byteRanges : .resources) : nil, hasPatches: patches)
        }
    }

    private var date: Double? {
        get throws {
            guard let startDate else { return Date().timeIntervalSince1970 }
            if startDate == "none" { return nil }
            guard let date = try? Date(startDate, strategy: .iso8601) else {
                throw ValidationError("--start-date takes a date such as 2026-01-31T12:00:00Z, or none.")
            }
            return date.timeIntervalSince1970
        }
    }
}
