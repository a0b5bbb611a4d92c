import Foundation
import PlayheadEngine
import PlayheadOrigin
import PlayheadTestKit
import Testing

@testable import Playhead

/// The access log and the error log, with AVFoundation's fields and measured values.
@MainActor
@Suite("Access log and error log", .timeLimit(.minutes(5)))
struct LogTests {
    @Test("An entry ends with the media, before onComplete; a switch of quality starts another one")
    func periods() async throws {
        var script = EngineScript(media: .scripted(duration: 4))
        script.stalls = [.init(at: 0.5, for: 0.2)]
        let rig = ScriptedRig(script)
        let item = rig.load("a")[0]
        rig.player.play()
        await rig.run(for: 2)
        rig.player.selectLevel(1)
        await rig.run(until: .ended)
        #expect(item.accessLog.count == 2)
        let (first, second) = (item.accessLog[0], item.accessLog[1])
        #expect(first.numberOfStalls == 1 && second.numberOfStalls == 0)
        #expect(first.indicatedBitrate == 2_400_000 && second.indicatedBitrate == 800_000 && second.switchBitrate == 2_400_000)
        #expect(first.startupTime > 0 && second.startupTime < 0)
        #expect(first.playbackStartOffset == 0 && second.playbackStartOffset > 1)
        #expect(first.playbackSessionID == second.playbackSessionID && first.playbackSessionID != nil)
        #expect(first.segmentsDownloadedDuration + second.segmentsDownloadedDuration <= 4.001)
        // Nothing went through a loader: the values are unknown, not zero.
        #expect(first.numberOfMediaRequests < 0 && first.observedBitrate < 0 && first.transferDuration < 0 && first.serverAddress == nil)
        #expect(first.mediaRequestsWWAN < 0 && first.averageVideoBitrate < 0 && first.downloadOverdue < 0)
        let names = rig.trace.names
        let logged = try #require(names.lastIndex(of: .onAccessLog))
        #expect(names[logged + 1] == .onMeta && names[..<logged].contains(.onFirstFrame) && !names[..<logged].contains(.onComplete))
        let meta = rig.trace.all(MetaEvent.self).map(\.metaData).filter { $0["metadataType"] == "access-log" }
        #expect(meta.count == 2 && meta[0]["indicatedBitrate"] == 2_400_000.0 && meta[0]["observedBitrate"] == -1.0)
        OrderRules.check(rig.trace.events)
    }

    @Test("A seek to the end reports the entry before the item completes, also during a pause", arguments: [false, true])
    func seekToEnd(isPaused: Bool) async throws {
        let rig = ScriptedRig()
        let item = rig.load("a", "b")[0]
        rig.player.play()
        await rig.run(for: 1)
        if isPaused {
            rig.player.pause()
            await rig.run(for: 0.5)
        }
        rig.player.seek(to: 100)
        await rig.run(for: 1)
        #expect(item.accessLog.count == 1)
        let names = rig.trace.names
        let logged = try #require(names.firstIndex(of: .onAccessLog))
        let completed = try #require(names.firstIndex(of: .onComplete))
        #expect(names[logged + 1] == .onMeta && logged < completed)
    }

    @Test("An engine that starts at the end, after a seek to it, begins no period; after a seek back it begins one")
    func startAtTheEnd() {
        let log = PlaybackLog(URL(fileURLWithPath: "/film.mp4"), at: 0) { _ in }
        let reports: [EngineReport] = [
            .started(position: 0), .seeked(id: 1, position: 4), .closed, .started(position: 4), .ended(duration: 4),
            .seeked(id: 2, position: 1), .started(position: 1), .ended(duration: 4),
        ]
        let entries = reports.map { log.handle($0, EngineStatistics(), at: 0) }
        #expect(entries.map { $0?.playbackStartOffset } == [nil, nil, 0, nil, nil, nil, nil, 1])
    }

    @Test("After a seek to the end the bit rate is that of the period before, after an end the one that is reported again")
    func levelAfterASeekToTheEnd() {
        let log = PlaybackLog(URL(fileURLWithPath: "/film.mp4"), at: 0) { _ in }
        func quality(_ bitrate: Int) -> EngineReport {
            .visualQuality(QualityLevel(index: 1, label: "level", bitrate: bitrate), mode: .auto, reason: .initialChoice)
        }
        let reports: [EngineReport] = [
            .started(position: 0), quality(1000), .closed, .seeked(id: 1, position: 0), .started(position: 0), .ended(duration: 4),
            .seeked(id: 2, position: 0), .started(position: 0), quality(2000), .ended(duration: 4),
        ]
        let entries = reports.compactMap { log.handle($0, EngineStatistics(), at: 0) }
        #expect(entries.map(\.indicatedBitrate) == [1000, 1000, 2000])
    }

    @Test("A watchdog that ends playback reports the entry before the error")
    func watchdog() async throws {
        var script = EngineScript()
        script.stalls = [.init(at: 1, for: .infinity)]
        let rig = ScriptedRig(script)
        let item = rig.load("a")[0]
        rig.player.play()
        await rig.run(until: .buffering)
        await rig.run(for: 30.1)
        await rig.wait { rig.player.state == .error }
        #expect(item.accessLog.count == 1 && item.accessLog.first?.numberOfStalls == 1)
        let names = rig.trace.names
        let logged = try #require(names.firstIndex(of: .onAccessLog))
        let failed = try #require(names.firstIndex(of: .onError))
        #expect(names[logged + 1] == .onMeta && logged < failed)
        #expect(rig.trace.all(AccessLogEvent.self).first?.context.state == .buffering)
    }

    @Test("A stop reports the entry; the entry that a release ends is in the log, but not reported")
    func endings() async {
        let rig = ScriptedRig()
        let item = rig.load("a")[0]
        rig.player.play()
        await rig.run(for: 1)
        rig.player.stop()
        await rig.run(for: 0.1)
        #expect(item.accessLog.count == 1 && rig.player.state == .idle)
        rig.player.play()
        await rig.run(for: 1)
        rig.player.release()
        await rig.run(for: 0.1)
        #expect(item.accessLog.count == 2 && rig.trace.names.last == .onIdle)
        #expect(rig.trace.names.count { $0 == .onAccessLog } == 1)
        #expect((item.accessLog.last?.durationWatched ?? 0) > 0.5)
    }

    @Test(
        "Over the network: requests, bytes, time, address; a failure is in the error log, even if a retry succeeded",
        .enabled(if: Samples.arePossible))
    func network() async throws {
        try await RealRig.run { rig in
            let item = try await rig.item(Samples.transportStream, "a")
            rig.origin.addFault(Fault(path: "*.ts", requests: .first(1), kind: .status(503)))
            let posted = [Notification.Name.newAccessLogEntry, .newErrorLogEntry].map { NotificationLog(of: item, $0) }
            rig.player.load(item)
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let entry = try #require(item.accessLog.first)
            let served = rig.origin.requests.filter { $0.path.hasSuffix(".ts") }
            #expect(entry.numberOfMediaRequests == served.count)
            #expect(entry.numberOfBytesTransferred > 10_000 && entry.transferDuration > 0 && entry.observedBitrate > 0)
            #expect(entry.serverAddress == "127.0.0.1" && entry.numberOfServerAddressChanges == 0 && entry.playbackType == "VOD")
            #expect(abs(entry.durationWatched - 3) < 0.2 && abs(entry.segmentsDownloadedDuration - 3) < 0.2)
            #expect(entry.mediaRequestsWWAN == 0)
            // The container adds to the bytes of its tracks.
            let tracks = entry.averageVideoBitrate + entry.averageAudioBitrate
            let all = Double(entry.numberOfBytesTransferred) * 8 / entry.segmentsDownloadedDuration
            #expect(entry.averageVideoBitrate > 0 && entry.averageAudioBitrate > 0 && (0.6 * all..<all).contains(tracks))
            #expect(item.accessLog.count == 1 && item.errorLog.count == 1)
            let failure = try #require(item.errorLog.first)
            #expect(failure.errorStatusCode == 503 && failure.errorDomain == "HTTP" && failure.uri?.hasSuffix(".ts") == true)
            #expect(failure.playbackSessionID == entry.playbackSessionID && failure.serverAddress == "127.0.0.1")
            #expect(posted.map(\.events.count) == [1, 1])
            #expect(rig.player.metrics.droppedFrames == 0 && rig.player.metrics.completions == 1)
            #expect(rig.player.metrics == PlaybackMetrics(of: rig.trace.events))
        }
    }

    @Test("The address is that of the connection, even if the URL contains a host name", .enabled(if: Samples.arePossible))
    func addresses() async throws {
        try await RealRig.run { rig in
            let url = try await rig.serve(Samples.transportStream, as: "a")
            var parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
            parts.host = "localhost"
            let item = PlayerItem(url: try #require(parts.url))
            rig.origin.addFault(Fault(path: "*.ts", requests: .first(1), kind: .status(503)))
            rig.player.load(item)
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let entry = try #require(item.accessLog.first)
            #expect(entry.uri?.contains("localhost") == true)
            #expect(entry.serverAddress == "127.0.0.1" && entry.numberOfServerAddressChanges == 0)
            #expect(item.errorLog.map(\.serverAddress) == ["127.0.0.1"])
        }
    }

    @Test(
        "Segments that load slower than real time, mobile networks, and the playlist's description of a level",
        .enabled(if: Samples.arePossible))
    func slowNetwork() async throws {
        try await RealRig.run(configure: {
            $0.quality.initialLevel = 1
            $0.network.conditions = { NetworkConditions(isCellular: true) }
        }) { rig in
            let item = try await rig.item(.hlsSmallLadder, "a")
            let url = rig.origin.url("a/all.m3u8")
            let file = try await Samples.streams.url(of: .hlsSmallLadder)
            let text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
                line.hasPrefix("#EXT-X-STREAM-INF") && !line.contains("AVERAGE-") ? "\(line),AVERAGE-BANDWIDTH=12345" : String(line)
            }
            rig.origin.add("a/all.m3u8", text: text.joined(separator: "\n") + "\n")
            rig.origin.addFault(Fault(path: "**.m4s", requests: .at(1), kind: .latency(1.2)))
            rig.player.load(PlayerItem(url: url, title: item.title ?? ""))
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let entry = try #require(rig.player.currentItem?.accessLog.first)
            // A busy machine may delay more of them.
            #expect(entry.downloadOverdue >= 1 && entry.mediaRequestsWWAN == entry.numberOfMediaRequests)
            #expect(entry.indicatedAverageBitrate > 0)
        }
    }

    @Test("Logs keep the last thousand entries")
    func length() {
        let item = ScriptedRig.item("a")
        for number in 0..<1005 {
            item.log(ErrorLogEntry(date: number, errorStatusCode: 503, errorDomain: "HTTP"))
            item.log(AccessLogEntry())
        }
        #expect(item.errorLog.map(\.date) == Array(5..<1005) && item.accessLog.count == 1000)
    }

    @Test("Loaded ranges are counted once, even if they grow and disappear")
    func loaded() {
        let ranges = { (pairs: [(Double, Double)]) in pairs.map { TimeRange(start: $0.0, end: $0.1) } }
        #expect(ranges([(0, 4)]).amount(outside: []) == 4)
        #expect(ranges([(2, 6)]).amount(outside: ranges([(0, 4)])) == 2)
        #expect(ranges([(0, 1), (5, 9)]).amount(outside: ranges([(0.5, 2), (6, 7)])) == 3.5)
        #expect(ranges([(0, 1)]).amount(outside: ranges([(0, 9)])) == 0)
    }
}
