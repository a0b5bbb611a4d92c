import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadEngine

/// Plays ads with their own engines, beside that of the content and with the same outputs.
final class AdStage {
    private final class PlayedAd {
        let run: PlaybackRun
        var isOpened = false
        /// Whether the ad is to be played now.
        var isWanted = false
        var isStarted = false
        var isShown = false
        var isPaused = false
        var description: MediaDescription?
        var isLive: Bool { description?.window != nil }
        /// The position of a live stream at which it starts, in seconds; `nil` before it.
        var liveStart: Double?
        /// The time until which the first or next frame must arrive.
        var deadline = Double.infinity
        var timeout = 0.0
        var watch: Int?
        /// The start position in the media, in seconds.
        var offset = 0.0
        /// The metadata at the start position, which is entered before the first frame is shown.
        var firstMetadata: [TimedMetadata] = []

        init(_ run: PlaybackRun) { self.run = run }
    }

    /// Receives reports about ads, by their numbers.
    var onReport: (Int, AdPlaybackReport) -> Void = { _, _ in }
    /// Receives metadata of the ad that is shown.
    var onMetadata: (EventFields) -> Void = { _ in }
    /// Whether the content has stopped: only then a loaded ad starts, so that no frame of the content is lost. Otherwise the content is shown.
    var contentStands = false {
        didSet { if contentStands { startWanted() } else { playback.showContent(true) } }
    }
    private let playback: Playback
    private let timers: AdTimers
    private var ads: [Int: PlayedAd] = [:]
    /// The start positions of the ads that play next, by their numbers.
    private var offsets: [Int: Double] = [:]
    private var sound = (volume: 1.0, isMuted: false)

    init(playback: Playback, timers: AdTimers) {
        self.playback = playback
        self.timers = timers
        playback.onAdReport = { [weak self] run, report in self?.take(report, of: run) }
    }

    /// Opens and loads an ad in advance.
    func prepare(_ number: Int, _ address: String) {
        guard ads[number] == nil else { return }
        guard let url = URL(text: address) else { return }
        ads[number] = PlayedAd(playback.startAd(url))
    }

    /// Sets the start position of an ad in its media.
    func offset(_ number: Int, by seconds: Double) { offsets[number] = seconds }

    /// Plays an ad as soon as it is open and the content has stopped.
    func play(_ number: Int, _ address: String, timeout: Double, volume: Double, isMuted: Bool) {
        sound = (volume, isMuted)
        prepare(number, address)
        guard let ad = ads[number] else {
            return onReport(number, .failed(AdError(.mediaFileNotFound, "the URL of the ad's media is invalid", url: address)))
        }
        ad.isWanted = true
        ad.offset = offsets.removeValue(forKey: number) ?? 0
        ad.timeout = timeout
        ad.deadline = timers.now + timeout
        watch(number, ad)
        if ad.isOpened { opened(number, ad) }
    }

    func pause() {
        guard let ad = shown else { return }
        ad.isPaused = true
        ad.run.send(.pause)
    }

    func resume() {
        guard let ad = shown else { return }
        ad.isPaused = false
        ad.deadline = timers.now + ad.timeout
        ad.run.send(.start)
    }

    func setVolume(_ volume: Double) {
        sound.volume = volume
        for ad in ads.values where ad.isOpened { ad.run.send(.setVolume(volume)) }
    }

    func setMuted(_ isMuted: Bool) {
        sound.isMuted = isMuted
        for ad in ads.values where ad.isOpened { ad.run.send(.setMuted(isMuted)) }
    }

    /// Ends an ad. Its last frame is kept until another one is shown.
    func stop(_ number: Int) {
        guard let ad = ads.removeValue(forKey: number) else { return }
        timers.cancel(ad.watch)
        ad.run.pictures?.shut()
        ad.run.send(.close(playback: 0))
    }

    func stopAll() { for number in ads.keys { stop(number) } }

    private var shown: PlayedAd? { ads.values.first { $0.isWanted } }

    // MARK: Reports

    private func take(_ report: EngineReport, of run: PlaybackRun) {
        guard let (number, ad) = ads.first(where: { $0.value.run === run }) else { return }
        switch report {
        case .opened(let description):
            ad.isOpened = true
            ad.description = description
            ad.run.send(.setVolume(sound.volume))
            ad.run.send(.setMuted(sound.isMuted))
            if ad.isWanted { opened(number, ad) }
        case .firstFrame: show(number, ad)
        case .progress(let position):
            show(number, ad)
            ad.deadline = timers.now + ad.timeout
            if ad.isLive, ad.liveStart == nil { ad.liveStart = position }
            onReport(number, .position(position - (ad.liveStart.map { $0 - ad.offset } ?? 0)))
        case .durationChanged(let duration): reportDuration(duration, of: number)
        // The start position is reached, whose metadata follows.
        case .seeked: ad.firstMetadata = []
        case .metadata(let metadata, .entered):
            // The metadata of a whole file is omitted.
            if ad.isShown {
                reportMetadata(metadata)
            } else if !metadata.kind.isOfWholeItem {
                ad.firstMetadata.append(metadata)
            }
        case .ended(let duration):
            if ad.isShown { reportDuration(duration, of: number) }
            onReport(number, .ended)
        case .failed(let error):
            onReport(number, .failed(AdError(error)))
            // The ad is loaded again when it is to be played.
            if !ad.isWanted { stop(number) }
        default: break
        }
    }

    private func reportDuration(_ duration: Double, of number: Int) {
        // The duration of a live stream that has ended includes what was before the ad.
        if duration.isFinite, duration > 0, ads[number]?.isLive == false { onReport(number, .duration(duration)) }
    }

    private func reportMetadata(_ metadata: TimedMetadata) {
        var fields: EventFields = ["metadataType": .string(metadata.kind.rawValue), "metadataTime": .double(metadata.start)]
        for field in metadata.fields.fields { fields[field.key] = field.value }
        onMetadata(fields)
    }

    private func opened(_ number: Int, _ ad: PlayedAd) {
        if ad.isLive { onReport(number, .live) }
        // A live stream without a declared duration is not played.
        guard ads[number] === ad else { return }
        onReport(number, .loaded)
        if let duration = ad.description?.duration { reportDuration(duration, of: number) }
        start(ad)
    }

    private func startWanted() {
        for ad in ads.values where ad.isWanted && ad.isOpened { start(ad) }
    }

    private func start(_ ad: PlayedAd) {
        guard contentStands, !ad.isStarted else { return }
        ad.isStarted = true
        playback.showContent(false)
        if ad.offset > 0, !ad.isLive { ad.run.send(.seek(id: 0, target: ad.offset, precision: .exact)) }
        ad.run.pictures?.open()
        ad.run.send(.start)
    }

    private func show(_ number: Int, _ ad: PlayedAd) {
        guard ad.isStarted, !ad.isShown else { return }
        ad.isShown = true
        ad.deadline = timers.now + ad.timeout
        onReport(number, .shown)
        // A listener may have ended the ad.
        guard ads[number] === ad else { return }
        if let media = ad.description { onMetadata(media.metaDataOfAd) }
        for metadata in ad.firstMetadata where ads[number] === ad { reportMetadata(metadata) }
        ad.firstMetadata = []
    }

    // MARK: Timeouts

    /// Starts the timeout for the first or next frame of an ad.
    private func watch(_ number: Int, _ ad: PlayedAd) {
        ad.watch = timers.start(in: max(0.001, ad.deadline - timers.now)) { [weak self, weak ad] in
            if let ad { self?.look(number, ad) }
        }
    }

    private func look(_ number: Int, _ ad: PlayedAd) {
        guard ads[number] === ad else { return }
        let isLate = timers.now >= ad.deadline
        if isLate { ad.deadline = timers.now + ad.timeout }
        watch(number, ad)
        guard isLate else { return }
        if !ad.isShown {
            onReport(number, .timeout)
        } else if !ad.isPaused {
            onReport(
                number, .failed(AdError(.mediaFileTimeout, "the ad's media makes no progress", url: ad.run.item.asset.url.absoluteString)))
        }
    }
}

extension AdError {
    /// Maps the failure of an engine to an error for ad servers.
    fileprivate init(_ error: PlaybackError) {
        let code: AdErrorCode =
            switch error.kind {
            case .timeout, .openingTimeout, .bufferingTimeout: .mediaFileTimeout
            case .httpStatus, .unreachable, .fileUnreadable, .invalidURL, .manifestStatus, .manifestUnreachable, .untrustedServer,
                .connectionLost, .networkForbidden:
                .mediaFileNotFound
            default: .mediaFileDisplay
            }
        self.init(code, error.underlying.map { "\(error.message) \($0)" } ?? error.message, url: error.url)
    }
}

extension MediaDescription {
    /// The payload of onAdMeta with the type `media`.
    fileprivate var metaDataOfAd: EventFields {
        [
            "metadataType": "media", "duration": .double(duration), "width": width.map { .int($0) } ?? .null,
            "height": height.map { .int($0) } ?? .null, "frameRate": frameRate.map { .double($0) } ?? .null,
        ]
    }
}
