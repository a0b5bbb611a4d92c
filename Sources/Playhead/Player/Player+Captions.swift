import PlayheadCore

extension Player {
    /// Shows a captions track. The choice is kept for further items, by language.
    /// - Parameter index: Into ``captionsTracks``; 0 is off. Any that is not there is refused with onWarning.
    public func selectCaptions(_ index: Int) { submit(.selectCaptions(index)) }

    /// The captions tracks of the current item; the first one is "off".
    public var captionsTracks: [MediaTrack] { media?.captionsTracks ?? [.captionsOff] }

    /// Index into ``captionsTracks`` of the track that is shown; 0 is off.
    public var currentCaptionsTrack: Int { media?.currentCaptionsTrack ?? 0 }
}
