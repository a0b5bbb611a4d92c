import PlayheadCore

extension SidecarCaptions {
    /// Returns the captions as a track that can be selected.
    func offer(_ configuration: EngineConfiguration) -> CaptionsController.Offer {
        CaptionsController.Offer(
            track: MediaTrack(index: 0, name: name, language: language, isDefault: isDefault, isAutoselect: true),
            source: SidecarCueSource(
                self, loader: configuration.loader, options: configuration.requestOptions, encoding: configuration.captionsEncoding))
    }
}
