import PlayheadCore

extension Player {
    /// The quality levels of the current item, as onLevels tells them; the first one is "auto".
    public var levels: [QualityLevel] { media?.levels ?? [.automatic] }

    /// Index into ``levels`` of what was chosen; 0 is auto. What is on the screen is told by onVisualQuality.
    public var currentLevel: Int { media?.currentLevel ?? 0 }

    /// The audio tracks of the current item, as onAudioTracks tells them; empty without sound.
    public var audioTracks: [MediaTrack] { media?.audioTracks ?? [] }

    /// Index into ``audioTracks`` of the one that plays, or -1 without sound.
    public var currentAudioTrack: Int { media?.currentAudioTrack ?? -1 }

    /// Shows a captions track. The choice is kept for further items, by language.
    /// - Parameter index: Into ``captionsTracks``; 0 is off. Any that is not there is refused with onWarning.
    public func selectCaptions(_ index: Int) { submit(.selectCaptions(index)) }

    /// The captions tracks of the current item; the first one is "off".
    public var captionsTracks: [MediaTrack] { media?.captionsTracks ?? [.captionsOff] }

    /// Index into ``captionsTracks`` of the track that is shown; 0 is off.
    public var currentCaptionsTrack: Int { media?.currentCaptionsTrack ?? 0 }
}
