import PlayheadCore

extension SidecarCaptions {
    /// The captions as they can be chosen.
    func offer(_ configuration: EngineConfiguration) -> CaptionsController.Offer {
        CaptionsController.Offer(
            track: MediaTrack(index: 0, name: name, language: language, isDefault: isDefault, isAutoselect: true),
            source: SidecarCueSource(url: url, loader: configuration.loader, options: configuration.requestOptions))
    }
}
