import Foundation
import Playhead
import PlayheadTestKit

/// The sample with ads before, in and after it, all from one origin, which collects what trackers call.
struct AdDemo {
    private let ads: SampleAds
    private let start: Double

    /// Serves the ads beside the sample.
    init(beside sample: Sample) async throws {
        ads = try SampleAds(at: sample.origin, media: await Sample.streams().adMedia())
        start = SystemClock().now
    }

    /// Where the breaks are from.
    var vmapURL: String { ads.url(.vmap).absoluteString }

    /// What trackers called, with the seconds since it began.
    var lines: [String] {
        let calls = ads.calls.map { call in String(format: "  %7.2f  ", call.time - start) + call.path }
        return ["", "Trackers"] + (calls.isEmpty ? ["  none was called"] : calls)
    }
}
