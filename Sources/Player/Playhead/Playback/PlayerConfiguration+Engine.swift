import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension PlayerConfiguration {
    /// The settings of the engines before the first change.
    var initialSettings: PlaybackSettings {
        PlaybackSettings(
            qualityLimits: QualityLimits(maxBitrate: quality.maxBitrate, maxSize: quality.maxSize, viewSize: quality.viewSize))
    }

    /// Returns the configuration of an engine for one source of `item`. `options` are the options for that source, merged from all levels.
    func engineConfiguration(for item: SessionItem, _ options: AssetOptions, loader: any Loader) -> EngineConfiguration {
        var engine = EngineConfiguration(loader: loader, clock: clock)
        engine.pacing = pacing
        engine.makeAudioOutput = makeAudioOutput
        engine.requiresAudioOutput = audio.requiresOutput
        engine.forwardBuffer = buffering.forwardDuration
        engine.backBuffer = buffering.backDuration
        engine.initialLevel = quality.initialLevel ?? 0
        engine.preferredAudio.languages = audio.languages
        engine.liveLatency = live.latency
        engine.videoThreads = videoThreads
        engine.deinterlacing = deinterlacing
        engine.decoding = decoding
        engine.sharesPlaylists = sharesPlaylists
        engine.sidecarCaptions = item.entry.tracks.compactMap(\.captions)
        engine.captionsEncoding = captions.encoding
        engine.requestOptions = options.requestOptions
        engine.requestOptions.describesMedia = cmcd != nil
        engine.mimeType = options.overrideMIMEType
        engine.prefersPreciseDuration = options.prefersPreciseDurationAndTiming ?? false
        if let timeline { engine.onStep = { timeline.add($0) } }
        return engine
    }
}
