import PlayheadHLS

extension SteeringState {
    /// Returns the places of the rendition of `type` at `url`: first those in groups of variants of the current pathway, then the others.
    ///
    /// Renditions are equivalent if they have the same name, language, channels, and forced flag.
    func locations(of type: Rendition.MediaType, sameAs url: String) -> [Ladder.Place] {
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

    /// Returns the URLs that should replace the subtitles at `url`, best first. If `isFailing`, the subtitles at `url` are unavailable; if
    /// not, only the current pathway is considered.
    func subtitles(insteadOf url: String, isFailing: Bool) -> [String] {
        let places = locations(of: .subtitles, sameAs: url)
        if isFailing { return places.map(\.url).filter { $0 != url } }
        guard let place = places.first(where: { $0.url == url }), place.pathway != pathway else { return [] }
        return places.filter { $0.pathway == pathway }.map(\.url)
    }
}
