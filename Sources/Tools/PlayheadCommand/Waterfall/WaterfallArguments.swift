import ArgumentParser
import Playhead

/// The options of the waterfall.
struct WaterfallArguments: ParsableArguments {
    @Option(
        name: .customLong("waterfall"),
        help: .init(
            "Draw requests, connections, bytes, demuxing, decoding and the first picture on one time axis, as SVG.", valueName: "file.svg"))
    var file: String?

    @Option(
        name: .customLong("waterfall-period"),
        help: .init("Draw this period, in seconds from the load; by default until playback has started.", valueName: "start-end"))
    var period: String?

    func validate() throws {
        guard period != nil else { return }
        if range == nil { throw ValidationError("--waterfall-period takes two times in seconds, such as 0-60.") }
        if file == nil { throw ValidationError("--waterfall-period needs --waterfall.") }
    }

    /// The period, in seconds from the load; `nil` without the option.
    var range: ClosedRange<Double>? {
        guard let parts = period?.split(separator: "-", omittingEmptySubsequences: false).map({ Double($0) }), parts.count == 2,
            let start = parts[0], let end = parts[1], start >= 0, end > start, end.isFinite
        else { return nil }
        return start...end
    }
}
