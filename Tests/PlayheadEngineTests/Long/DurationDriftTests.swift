import Foundation
import PlayheadOrigin
import PlayheadTransport
import TestSupport
import Testing

@testable import Playhead
@testable import PlayheadEngine

/// The times of a live stream that the player reports are those of the media, whatever the playlists contain.
@Suite("Dates of media", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct DurationDriftTests {
    /// Replaces the durations of segments in playlists.
    private struct RoundingLoader: Loader {
        let base: any Loader
        let factor: Double

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            let response = try await base.load(request)
            guard request.kind == .manifest else { return response }
            var bytes: [UInt8] = []
            for try await chunk in response.body { bytes += chunk }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map { line in
                guard line.hasPrefix("#EXTINF:"), let value = Double(line.dropFirst(8).prefix { $0 != "," }) else { return String(line) }
                return "#EXTINF:\(value * factor),"
            }
            let text = Array(lines.joined(separator: "\n").utf8)
            return LoadResponse(
                status: response.status, headers: response.headers, url: response.url, contentLength: Int64(text.count),
                body: LoadBody(bytes: text))
        }
    }

    @Test("Dates, the window and the distance from the edge follow the media", arguments: [0.99, 1.01])
    func drift(factor: Double) async throws {
        let (start, window, segment) = (1_700_000_000.0, 120.0, 6.0)
        let options = LiveOptions(window: .dvr(window), startDate: start, isContinuous: true)
        let broadcast = try LiveBroadcast(of: try await Samples.url(.hlsEndless), options: options, isKept: true)
        let screen = StampScreen(length: 6)
        let day = await LiveDay(broadcast, screen: screen) { configuration in
            configuration.network.loader = configuration.network.loader.map { RoundingLoader(base: $0, factor: factor) }
        }
        try await day.play()
        let quarter = TestScale.pick(long: 6 * 3600.0, short: 150.0)
        for number in 1...4 {
            try await day.run(quarter)
            let feed = try #require((await day.engine?.source as? SegmentedSource)?.leader as? PlaylistFeed)
            let (seen, timeline) = (screen.seen, await day.player.timeline)
            let stamp = try #require(seen.stamp)
            let date = try #require(feed.dates.date(at: seen.time))
            // The date of a picture is its broadcast time: each picture starts a second of the recording.
            let phase = (date - start).truncatingRemainder(dividingBy: segment)
            #expect(abs(phase - Double(stamp)) < 0.05, "\(number): \(phase), \(seen)")
            let latency = try #require(timeline.latency)
            #expect((17...20).contains(latency), "\(number): \(latency)")
            #expect(abs(timeline.seekableRange.end - timeline.seekableRange.start - (window - 18)) < segment + window * 0.02, "\(timeline)")
            #expect(feed.dates.anchors.count < 30)
        }
        #expect(screen.seen.jumps == 0 && screen.seen.illegible == 0, "\(screen.seen)")
        // The same applies far back in the window.
        try await day.seek { $0.seek(to: $0.timeline.seekableRange.start + 30) }
        let feed = try #require((await day.engine?.source as? SegmentedSource)?.leader as? PlaylistFeed)
        let date = try #require(feed.dates.date(at: screen.seen.time))
        let phase = (date - start).truncatingRemainder(dividingBy: segment)
        #expect(abs(phase - Double(screen.seen.stamp ?? -9)) < 0.1, "\(phase), \(screen.seen)")
        #expect(await day.emitted.warnings.isEmpty)
        await day.player.release()
        await day.player.released()
    }

    @Test("The date of a picture is its broadcast time, also after a restart of the encoder", arguments: [100.0, 101.3])
    func restart(moment: Double) async throws {
        let (start, segment) = (1_700_000_000.0, 6.0)
        let options = LiveOptions(window: .dvr(60), startDate: start, firstMediaSequence: 500, isContinuous: true)
        let broadcast = try LiveBroadcast(
            of: try await Samples.url(.hlsEndless), options: options, faults: [LiveFault(.restart, at: moment)], isKept: true)
        let screen = StampScreen(length: 6)
        let day = await LiveDay(broadcast, screen: screen)
        try await day.play()
        for seconds in [50.0, 100, 60] {
            try await day.run(seconds)
            let feed = try #require((await day.engine?.source as? SegmentedSource)?.leader as? PlaylistFeed)
            let seen = screen.seen
            let date = try #require(feed.dates.date(at: seen.time))
            let origin = date < start + moment ? start : start + moment
            let phase = (date - origin).truncatingRemainder(dividingBy: segment)
            #expect(abs(phase - Double(try #require(seen.stamp))) < 0.05, "\(seconds): \(phase), \(seen)")
        }
        #expect(await day.player.timeline.latency ?? 99 < 25)
        await day.player.release()
        await day.player.released()
    }
}
