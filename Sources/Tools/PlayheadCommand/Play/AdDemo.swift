import Foundation
import Playhead
import PlayheadSamples

/// The sample with ads before, during and after the content, on one origin that records the tracking requests.
struct AdDemo {
    private let ads: SampleAds
    private let start: Double

    /// Serves the ads together with the sample.
    init(beside sample: Sample) async throws {
        ads = try SampleAds(at: sample.origin, media: await Sample.streams().adMedia())
        start = SystemClock().now
    }

    /// The URL of the ad schedule.
    var vmapURL: String { ads.url(.vmap).absoluteString }

    /// The tracking requests, with the seconds since the start.
    var lines: [String] {
        let calls = ads.calls.map { call in String(format: "  %7.2f  ", call.time - start) + call.path }
        return ["", "Trackers"] + (calls.isEmpty ? ["  none was called"] : calls)
    }
}
