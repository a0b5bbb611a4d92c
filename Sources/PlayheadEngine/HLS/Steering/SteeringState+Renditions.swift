import PlayheadHLS

extension SteeringState {
    /// Where the rendition of `type` at `url` can be had: in the groups of the current pathway's variants first, then in the others.
    ///
    /// Renditions are the same where they have the same name, language, channels, and are forced or not.
    func locations(of type: Rendition.MediaType, sameAs url: String) -> [(url: String, pathway: String)] {
        let playlist = playlist
        let known = playlist.renditions.first { $0.type == type && $0.uri.map(playlist.url(for:)) == url }
        guard let known else { return [] }
        var found: [(url: String, pathway: String)] = []
        let pathways = [pathway] + playlist.pathwayIDs.filter { $0 != pathway }
        for pathway in pathways {
            let variants = playlist.limited(toPathway: pathway).variants
            for group in Set(variants.compactMap { type == .subtitles ? $0.subtitles : $0.audio }).sorted() {
                for rendition in playlist.renditions(of: type, in: group) {
                    guard let uri = rendition.uri, rendition.name == known.name, rendition.language == known.language,
                        rendition.channels == known.channels, rendition.isForced == known.isForced
                    else { continue }
                    let location = playlist.url(for: uri)
                    if !found.contains(where: { $0.url == location }) { found.append((location, pathway)) }
                }
            }
        }
        return found
    }

    /// Where the subtitles at `url` should come from instead, best first.
    /// - Parameter isFailing: Whether they can't be had there; if they can, only the pathway that is played from counts.
    func otherSubtitles(than url: String, isFailing: Bool) -> [String] {
        let places = locations(of: .subtitles, sameAs: url)
        if isFailing { return places.map(\.url).filter { $0 != url } }
        guard let place = places.first(where: { $0.url == url }), place.pathway != pathway else { return [] }
        return places.filter { $0.pathway == pathway }.map(\.url)
    }
}
