import PlayheadEngine
import PlayheadTransport

extension PlayerConfiguration {
    /// An engine's configuration for one source of `item`.
    /// - Parameter options: What holds for that source, of all levels.
    func engineConfiguration(for item: SessionItem, _ options: AssetOptions, loader: any Loader) -> EngineConfiguration {
        var engine = EngineConfiguration(loader: loader, clock: clock)
        engine.pacing = pacing
        engine.videoOutput = videoOutput
        engine.makeAudioOutput = makeAudioOutput
        engine.requiresAudioOutput = requiresAudioOutput
        engine.forwardBuffer = forwardBuffer
        engine.backBuffer = backBuffer
        engine.initialLevel = initialLevel
        engine.videoThreads = videoThreads
        engine.sidecarCaptions = item.entry.tracks.compactMap(\.captions)
        engine.requestOptions = options.requestOptions
        engine.mimeType = options.overrideMIMEType
        engine.prefersPreciseDuration = options.prefersPreciseDurationAndTiming ?? false
        return engine
    }
}
