import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import Testing

@testable import Playhead

/// The requests of real playbacks over the loopback.
@MainActor
@Suite("Metrics of requests", .enabled(if: Samples.arePossible), .timeLimit(.minutes(5)))
struct RequestMetricTests {
    private static func collect(_ stream: AsyncStream<any MetricEvent>, of player: Player) async -> [any MetricEvent] {
        player.release()
        await player.released()
        player.finishMetrics()
        var found: [any MetricEvent] = []
        for await metric in stream { found.append(metric) }
        return found
    }

    @Test("Each attempt is one measurement; the access log has their sums")
    func attempts() async throws {
        try await RealRig.run { rig in
            let stream = rig.player.metricEvents(buffering: .unbounded)
            let item = try await rig.item(Samples.transportStream, "a")
            rig.origin.addFault(Fault(path: "*.ts", requests: .first(1), kind: .status(503)))
            rig.player.load(item)
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let log = try #require(item.accessLog.first)
            let metrics = await Self.collect(stream, of: rig.player)
            let requests = metrics.compactMap { $0 as? MediaRequestMetric }
            let media = requests.filter { $0.object == .segment(.unknown) }
            #expect(requests.map(\.object).contains(.multivariantPlaylist))
            #expect(media.count == log.numberOfMediaRequests)
            #expect(Int(media.reduce(0) { $0 + $1.bytes }) == log.numberOfBytesTransferred)
            let time = media.filter { $0.outcome == .complete }.reduce(0) { $0 + $1.waitingTime }
            #expect(abs(time - log.transferDuration) < 1e-6)
            let failed = try #require(media.first { $0.outcome == .failed })
            #expect(
                failed.status == 503 && failed.attempt == 1 && failed.error?.code != nil && failed.context.playback == log.playbackSessionID
            )
            let retried = try #require(media.first { $0.url == failed.url && $0.outcome == .complete })
            #expect(retried.attempt == 2 && retried.status == 200 && retried.serverAddress == "127.0.0.1")
            for request in media where request.outcome == .complete {
                let times = request.timings
                let steps = [times.start, times.sent, times.firstByte, times.lastByte, times.end].compactMap(\.self)
                #expect(steps == steps.sorted() && steps.count == 5)
            }
            // The playlist opened the first connection, and the segments follow on existing ones.
            #expect(requests.first?.connection?.isReused == false && requests.first?.timings.connected != nil)
            #expect(media.contains { $0.connection?.isReused == true })
            let summary = try #require(metrics.compactMap { $0 as? PlaybackSummaryMetric }.first)
            #expect(summary.requests.count == requests.count && summary.requests.failures == 1 && summary.requests.recoveries == 1)
            #expect(summary.recoveredErrors >= 1)
        }
    }

    @Test("The summary of an item counts the requests of all its sources, and not those of another item")
    func sources() async throws {
        try await RealRig.run { rig in
            let stream = rig.player.metricEvents(buffering: .unbounded)
            let media = try await rig.serve(Samples.transportStream, as: "a")
            let sources = [ItemSource(url: rig.origin.url("missing.m3u8")), ItemSource(url: media)]
            rig.player.load([PlayerItem(PlaylistEntry(sources: sources)), PlayerItem(url: media)])
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let metrics = await Self.collect(stream, of: rig.player)
            let requests = metrics.compactMap { $0 as? MediaRequestMetric }
            let summaries = metrics.compactMap { $0 as? PlaybackSummaryMetric }
            #expect(summaries.count == 2 && summaries[0].requests.failures > 0 && summaries[1].requests.failures == 0)
            #expect(summaries.reduce(0) { $0 + $1.requests.count } == requests.count)
        }
    }

    @Test("Without a listener no request is measured in detail; a late listener sees the later ones")
    func late() async throws {
        try await RealRig.run { rig in
            rig.player.load(try await rig.item(Samples.transportStream, "a"))
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let stream = rig.player.metrics(of: MediaRequestMetric.self)
            let completions = rig.player.events(of: PlaylistCompleteEvent.self)
            rig.player.load(try await rig.item(Samples.transportStream, "b"))
            rig.player.play()
            for await _ in completions { break }
            rig.player.release()
            await rig.player.released()
            rig.player.finishMetrics()
            var found: [MediaRequestMetric] = []
            for await metric in stream { found.append(metric) }
            #expect(!found.isEmpty && found.allSatisfy { $0.url.contains("/b/") })
        }
    }

    @Test("The attempt to load a variant precedes its requests")
    func variants() async throws {
        try await RealRig.run { rig in
            let stream = rig.player.metricEvents(buffering: .unbounded)
            rig.player.load(try await rig.item(.hlsSmallLadder, "a"))
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let metrics = await Self.collect(stream, of: rig.player)
            let start = try #require(metrics.firstIndex { $0 is VariantSwitchStartMetric })
            let segment = try #require(metrics.firstIndex { ($0 as? MediaRequestMetric)?.object.name == "segment" })
            #expect(start < segment && (metrics[start] as? VariantSwitchStartMetric)?.reason == .start)
            #expect(metrics.compactMap { $0 as? VariantSwitchMetric }.first?.reason == .start)
        }
    }
}
