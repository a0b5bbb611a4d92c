import Foundation
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import Testing

@testable import Playhead

@MainActor
@Suite("Assets", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct AssetTests {
    private func withOrigin(_ body: (LoopbackOrigin) async throws -> Void) async throws {
        let origin = try await LoopbackOrigin.start()
        do { try await body(origin) } catch {
            await origin.stop()
            throw error
        }
        await origin.stop()
    }

    @Test("A property is loaded on request, and one opening provides all of them")
    func loads() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", Array(try Data(contentsOf: try await Samples.streams.url(of: Samples.mp4))))
            let asset = Asset(url: origin.url("a.mp4"))
            guard case .notYetLoaded = asset.status(of: .duration) else {
                Issue.record("\(asset.status(of: .duration))")
                return
            }
            async let isPlayable = asset.load(.isPlayable)
            async let others = asset.load(.duration, .tracks, .hasProtectedContent)
            let (duration, tracks, isProtected) = try await others
            let canPlay = try await isPlayable
            #expect(canPlay && !isProtected && abs(duration - 2) < 0.1)
            #expect(tracks.map(\.type).sorted() == ["audio", "video"] && tracks.contains { $0.codec == "h264" })
            let count = origin.requests.count
            let metadata = try await asset.load(.metadata)
            #expect(metadata.contains { $0.name == "major_brand" })
            let (isPrecise, isLive) = try await asset.load(.providesPreciseDurationAndTiming, .isLive)
            #expect(isPrecise && !isLive)
            #expect(origin.requests.count == count)
            guard case .loaded(true) = asset.status(of: .isPlayable) else {
                Issue.record("not loaded")
                return
            }
        }
    }

    @Test("A file that is not media is not playable, without an error; loading its other properties fails")
    func noMedia() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", text: "<!DOCTYPE html><title>Not here</title>")
            let asset = Asset(url: origin.url("a.mp4"))
            let (isPlayable, isProtected) = try await asset.load(.isPlayable, .hasProtectedContent)
            #expect(!isPlayable && !isProtected)
            await #expect { _ = try await asset.load(.duration) } throws: { ($0 as? PlaybackError)?.kind == .unsupportedFormat }
            guard case .failed(let error) = asset.status(of: .duration) else {
                Issue.record("not failed")
                return
            }
            #expect(error.kind == .unsupportedFormat)
        }
    }

    @Test("Protected content is reported")
    func protected() async throws {
        try await withOrigin { origin in
            origin.add(
                "a.m3u8",
                text: """
                    #EXTM3U
                    #EXT-X-TARGETDURATION:4
                    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://id",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
                    #EXTINF:4,
                    a.ts
                    #EXT-X-ENDLIST

                    """)
            let asset = Asset(url: origin.url("a.m3u8"))
            let (isPlayable, isProtected) = try await asset.load(.isPlayable, .hasProtectedContent)
            #expect(!isPlayable && isProtected)
        }
    }

    @Test("A failure is reported to every waiting caller, and the next load retries")
    func retry() async throws {
        try await withOrigin { origin in
            let fault = origin.addFault(Fault(path: "a.mp4", kind: .status(404)))
            let asset = Asset(url: origin.url("a.mp4"))
            for _ in 1...2 {
                await #expect { _ = try await asset.load(.isPlayable) } throws: { ($0 as? PlaybackError)?.code == 221_404 }
            }
            guard case .failed = asset.status(of: .isPlayable) else {
                Issue.record("not failed")
                return
            }
            origin.removeFault(fault)
            origin.add("a.mp4", Array(try Data(contentsOf: try await Samples.streams.url(of: Samples.mp4))))
            let isPlayable = try await asset.load(.isPlayable)
            #expect(isPlayable)
        }
    }

    @Test("A cancelled load ends, and another can follow")
    func cancelled() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", Array(try Data(contentsOf: try await Samples.streams.url(of: Samples.mp4))))
            let fault = origin.addFault(Fault(path: "a.mp4", kind: .latency(60)))
            let asset = Asset(url: origin.url("a.mp4"))
            let loading = Task { try await asset.load(.isPlayable) }
            try await origin.requests { !$0.isEmpty }
            asset.cancelLoading()
            await #expect(throws: (any Error).self) { _ = try await loading.value }
            origin.removeFault(fault)
            let isPlayable = try await asset.load(.isPlayable)
            #expect(isPlayable)
        }
    }

    @Test("The duration of a file without one is measured if precise timing is requested", arguments: [SampleFormat.adts, .mp3])
    func precise(format: SampleFormat) async throws {
        let url = try await Samples.streams.url(of: SampleRecipe(.file(format), duration: 2))
        var options = AssetOptions()
        options.prefersPreciseDurationAndTiming = true
        let asset = Asset(url: url, options: options)
        let (duration, isPrecise) = try await asset.load(.duration, .providesPreciseDurationAndTiming)
        #expect(isPrecise && abs(duration - 2) < 0.1, "\(duration)")
        let isOtherPrecise = try await Asset(url: url).load(.providesPreciseDurationAndTiming)
        #expect(!isOtherPrecise)
        try await RealRig.run { rig in
            rig.player.load(PlayerItem(asset: asset))
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            #expect(abs((rig.trace.all(MetaEvent.self).first?.metaData["duration"]?.number ?? 0) - duration) < 0.001)
            #expect(rig.player.totalStatistics.played > 1.9)
        }
    }

    @Test(
        "Keys given at the creation of an item are loaded before the item is ready, by the same opening",
        arguments: [["playable"], ["hasProtectedContent", "tracks", "isPlayable"]])
    func keys(names: [String]) async throws {
        try await RealRig.run { rig in
            let asset = Asset(url: try await rig.serve(Samples.mp4, as: "a"))
            let item = PlayerItem(asset: asset, automaticallyLoadedAssetKeys: names)
            var atReady: Bool?
            let token = item.observe(\.status) { item, _ in
                if case .loaded = item.asset.status(of: .isPlayable) { atReady = true } else { atReady = false }
            }
            rig.player.load(item)
            await rig.wait(for: .onReady)
            #expect(atReady == true && item.status == .readyToPlay)
            let count = rig.origin.requests.count
            let isPlayable = try await asset.load(.isPlayable)
            #expect(isPlayable && rig.origin.requests.count == count)
            token.invalidate()
        }
    }

    @Test("A key that fails to load fails the item, with its error")
    func failingKey() async throws {
        try await RealRig.run { rig in
            let asset = Asset(url: try await rig.serve(Samples.mp4, as: "a"))
            let item = PlayerItem(asset: asset, automaticallyLoadedAssetKeys: ["playable", "playible"])
            rig.player.load(item)
            await rig.wait(for: .onSetupError)
            #expect(item.status == .failed && item.error?.kind == .invalidValue && item.error?.underlying?.contains("playible") == true)
            #expect(!rig.trace.contains(.onReady))
            rig.player.release()
            let missing = PlayerItem(asset: Asset(url: rig.origin.url("nothing.mp4")), automaticallyLoadedAssetKeys: [.isPlayable])
            rig.player.load(missing)
            await rig.wait { ($0 as? SetupErrorEvent)?.error.code == 121_404 }
            guard case .failed(let error) = missing.asset.status(of: .isPlayable) else {
                Issue.record("not failed")
                return
            }
            #expect(error.kind == .httpStatus(404) && missing.error?.kind == error.kind)
        }
    }
}

extension EventValue {
    fileprivate var number: Double? {
        if case .double(let value) = self { value } else { nil }
    }
}
