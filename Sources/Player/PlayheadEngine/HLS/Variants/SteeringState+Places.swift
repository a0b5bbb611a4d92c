import PlayheadHLS

extension SteeringState: SteeredPlaces {
    var isSteered: Bool { true }
    /// The steering manifest is loaded beside playback, so steering never delays the start.
    var isServerAskedFirst: Bool { false }
    var ladder: Ladder { VariantLadder(playlist).ladder }

    func audioPlaces(sameAs url: String) -> [Ladder.Place] { locations(of: .audio, sameAs: url) }
    func captionPlaces(sameAs url: String) -> [Ladder.Place] { locations(of: .subtitles, sameAs: url) }

    /// Returns the places of the rendition of `type` at `url`: first those in groups of variants of the current pathway, then the others.
    ///
    /// Renditions are equivalent if they have the same name, language, channels, and forced flag.
    private func locations(of type: Rendition.MediaType, sameAs url: String) -> [Ladder.Place] {
        let playlist = playlist
        let known = playlist.renditions.first { $0.type == type && $0.uri.map(playlist.url(for:)) == url }
        guard let known else { return [] }
        var found: [Ladder.Place] = []
        let pathways = [pathway] + playlist.pathwayIDs.filter { $0 != pathway }
        for pathway in pathways {
            let variants = playlist.limited(toPathway: pathway).variants
            for group in Set(variants.compactMap { type == .subtitles ? $0.subtitles : $0.audio }).sorted() {
                for rendition in playlist.renditions(of: type, in: group) {
                    guard let uri = rendition.uri, rendition.name == known.name, rendition.language == known.language,
                        rendition.channels == known.channels, rendition.isForced == known.isForced
                    else { continue }
                    let location = playlist.url(for: uri)
                    if !found.contains(where: { $0.url == location }) { found.append(Ladder.Place(url: location, pathway: pathway)) }
                }
            }
        }
        return found
    }
}
