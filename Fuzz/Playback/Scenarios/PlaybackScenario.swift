import Foundation
import Playhead
import PlayheadCore
import PlayheadEngine
import PlayheadTransport
import TestSupport

/// Plays the content of a hostile origin: stream, mutations, options and commands are generated from a seed.
@MainActor
struct PlaybackScenario {
    private let seed: UInt64
    private let library: SampleLibrary
    private let limits: ScenarioLimits
    private let clock: ScenarioClock
    private let isIntact: Bool

    /// The speeds of the clock relative to real time of a damaged and an undamaged playback, whose times are checked.
    private static let (speed, intactSpeed) = (20.0, 4.0)
    /// The time after which a playback is released, in seconds.
    private static let duration = 2.0

    init(seed: UInt64, library: SampleLibrary, limits: ScenarioLimits) {
        self.seed = seed
        self.library = library
        self.limits = limits
        isIntact = seed % 4 == 0
        clock = ScenarioClock(speed: isIntact ? Self.intactSpeed : Self.speed)
    }

    /// - Returns: The violations.
    func run() async -> [String] {
        var random = SeededGenerator(seed: seed)
        let presentations = random.oneIn(5) ? library.files : library.presentations
        let presentation = presentations[random.below(presentations.count)]
        let isLive = SamplePresentation.isPlaylist(presentation.entry) && random.below(5) < 3
        let rates = isIntact ? HostileContent.Rates() : HostileContent.Rates(&random)
        let ad = library.files.first { $0.name == "mp4" }.flatMap { $0.files[$0.entry] } ?? []
        do {
            let live = isLive ? try liveSource(presentation, &random) : nil
            let content = HostileContent(presentation, seed: seed, ad: ad, rates: rates, live: live)
            WorkerLine.note("\(presentation.name)\(live.map { ", live \($0)" } ?? ""), \(rates)")
            guard random.oneIn(2) else {
                return await play(content, base: HostileLoader.base, loader: HostileLoader(content: content), using: &random)
            }
            let origin = try await HostileOrigin.start(
                content, seed: seed, brokenHeads: isIntact ? 0 : [0, 0, 8, 40][random.below(4)])
            let breaches = await play(content, base: origin.base, loader: nil, using: &random)
            await origin.stop()
            return breaches
        } catch {
            return ["the origin does not start: \(error)"]
        }
    }

    private func liveSource(
        _ presentation: SamplePresentation, _ random: inout SeededGenerator
    ) throws -> HostileContent.LiveSource {
        if presentation.isClear, isIntact || random.oneIn(2) { return .origin(try LiveOrigin(presentation, on: clock, &random)) }
        return .requests(
            LivePlaylists(presentation, windowLength: 2 + random.below(4), length: 3 + random.below(30), isLowLatency: random.oneIn(2)))
    }

    private func play(
        _ content: HostileContent, base: String, loader: HostileLoader?, using random: inout SeededGenerator
    ) async -> [String] {
        let configuration = configuration(base, loader: loader, using: &random)
        let entry = base + (content.entry.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")
        guard let url = URL(string: entry) else { return ["\(entry) is no URL"] }
        if random.oneIn(10) { return await probe(url, loader, withFrames: random.oneIn(2) && !content.isEndless) }
        let items = (0...random.below(2)).map { _ in item(url, base: base, using: &random) }
        return await PlaybackCheck(configuration: configuration, limits: limits, isIntact: isIntact && content.isIntact)
            .run(items, for: Self.duration, commands: random)
    }

    private func configuration(_ base: String, loader: HostileLoader?, using random: inout SeededGenerator) -> PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.autoplay = true
        configuration.postsNotifications = false
        configuration.pacing = random.oneIn(3) ? .realTime : .unpaced
        configuration.clock = clock
        configuration.network.loader = loader
        configuration.buffering.forwardDuration = random.number(1...30)
        configuration.buffering.backDuration = random.number(0...30)
        configuration.live.minimumDVRWindow = random.oneIn(2) ? 0 : 120
        configuration.captions.mode = [.automatic, .on, .off][random.below(3)]
        configuration.playlist.itemFailure = random.oneIn(2) ? .skip : .stop
        configuration.network.assetOptions.timeouts = LoadTimeouts(head: 0.4, progress: 0.4)
        configuration.network.assetOptions.prefersPreciseDurationAndTiming = random.oneIn(4)
        if random.oneIn(2) {
            var advertising = AdConfiguration()
            if random.oneIn(3) { advertising.tags = [base + "ads/wrapper.xml"] } else { advertising.vmapURL = base + "ads/vmap.xml" }
            advertising.creativeTimeout = 8
            configuration.ads.playsInterstitials = false
            configuration.ads.advertising = advertising
        }
        return configuration
    }

    private func item(_ url: URL, base: String, using random: inout SeededGenerator) -> PlayerItem {
        var captions: [SidecarCaptions] = []
        if random.oneIn(3), let url = URL(string: base + (random.oneIn(2) ? "side/captions.vtt" : "side/captions.srt")) {
            captions = [SidecarCaptions(url: url, isDefault: true)]
        }
        return PlayerItem(url: url, captions: captions, isDVR: random.oneIn(4))
    }

    private func probe(_ url: URL, _ loader: HostileLoader?, withFrames: Bool) async -> [String] {
        let own = loader == nil ? URLLoader() : nil
        let base: any Loader = loader ?? own ?? URLLoader()
        var configuration = EngineConfiguration(loader: RetryingLoader(base, clock: clock), clock: clock)
        configuration.requestOptions.timeouts = LoadTimeouts(head: 0.4, progress: 0.4)
        let breaches = await ProbeCheck(configuration: configuration, limits: limits).run(url, withFrames: withFrames)
        await own?.shutdown()
        return breaches
    }
}
