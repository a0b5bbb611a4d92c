import PlayheadCore

extension Player {
    /// The quality levels of the current item, as in onLevels; the first one is "auto".
    public var levels: [QualityLevel] { media?.levels ?? [.automatic] }

    /// The selected quality. onVisualQuality reports the level of the picture on the screen.
    public var selectedQuality: QualitySelection { QualitySelection(index: currentLevel) }

    /// Selects a quality; a level that does not exist is refused with onWarning.
    public func selectQuality(_ selection: QualitySelection) { selectLevel(selection.index) }

    /// The index in ``levels`` of the selected level; 0 is auto.
    package var currentLevel: Int { media?.currentLevel ?? 0 }

    /// The audio tracks of the current item, as in onAudioTracks; empty without sound.
    public var audioTracks: [MediaTrack] { media?.audioTracks ?? [] }

    /// The audio track that plays; `nil` without sound.
    public var selectedAudioTrack: MediaTrack? { audioTracks.first { $0.index == currentAudioTrack } }

    /// The index in ``audioTracks`` of the track that plays, or -1 without sound.
    package var currentAudioTrack: Int { media?.currentAudioTrack ?? -1 }

    /// The container and the codecs of the current item, such as `mov, h264, aac`; empty before it is open.
    package var formats: String {
        guard let found = session.assumeIsolated({ $0.playback.found }) else { return "" }
        let codecs = found.tracks.map(\.codec)
        let names = [found.format] + codecs
        return names.enumerated().filter { index, name in !name.isEmpty && names.firstIndex(of: name) == index }.map(\.element)
            .joined(separator: ", ")
    }

    /// The time by which captions are shown later, in seconds; negative shows them earlier. 0 by default, within a minute, for all items.
    /// A value that is not finite is ignored.
    public var captionsDelay: Double {
        get { session.assumeIsolated { $0.settings.captionsDelay } }
        set { if let delay = Self.delay(newValue, within: 60) { session.assumeIsolated { $0.settings.captionsDelay = delay } } }
    }

    /// The time by which sound is heard later than pictures, in seconds; negative plays it earlier, for devices with a delay that the system
    /// does not know. 0 by default, within ten seconds, for all items; without effect on items without pictures. A value that is not finite is ignored.
    ///
    /// A change restarts the sound at the playhead, within a fraction of a second. What would be heard after the end of the item is not played.
    public var audioDelay: Double {
        get { session.assumeIsolated { $0.settings.audioDelay } }
        set { if let delay = Self.delay(newValue, within: 10) { session.assumeIsolated { $0.settings.audioDelay = delay } } }
    }

    /// Returns a delay in seconds within a maximum; `nil` if the value is not finite.
    private static func delay(_ value: Double, within maximum: Double) -> Double? {
        value.isFinite ? min(max(value, -maximum), maximum) : nil
    }

    /// Selects captions. The selection is kept for further items, by language. A track that does not exist is refused with onWarning.
    public func selectCaptions(_ selection: CaptionsSelection) { selectCaptions(selection.index) }

    /// Selects captions by the index in ``captionsTracks``; 0 is off.
    package func selectCaptions(_ index: Int) { submit(.selectCaptions(index)) }

    /// The captions tracks of the current item; the first one is "off".
    public var captionsTracks: [MediaTrack] { media?.captionsTracks ?? [.captionsOff] }

    /// The selected captions.
    public var selectedCaptions: CaptionsSelection { CaptionsSelection(index: currentCaptionsTrack) }

    /// The index in ``captionsTracks`` of the selected track; 0 is off.
    package var currentCaptionsTrack: Int { media?.currentCaptionsTrack ?? 0 }
}
