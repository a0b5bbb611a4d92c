extension MultivariantPlaylist {
    /// Redundant variants, which differ only in their location: if one cannot be loaded, the next is tried (RFC 8216bis §6.2.4).
    package struct Rung: Sendable, Hashable {
        /// The variants in the order of the playlist; at least one.
        package var alternatives: [Variant]
    }

    /// Groups the variants into rungs, redundant ones together.
    /// - Parameter pathway: The pathway of the variants; nil for all, which makes the pathways alternatives of one another.
    /// - Returns: The rungs, in the order of the playlist.
    package func rungs(inPathway pathway: String? = nil) -> [Rung] {
        var rungs: [Rung] = []
        var places: [RungKey: Int] = [:]
        let groups = numberedGroups()
        for variant in pathway.map({ limited(toPathway: $0).variants }) ?? variants {
            let key = RungKey(variant, groups: groups)
            if let place = places[key] {
                rungs[place].alternatives.append(variant)
            } else {
                places[key] = rungs.count
                rungs.append(Rung(alternatives: [variant]))
            }
        }
        return rungs
    }

    /// Returns a number for each group of renditions by its type and name; groups with the same content have the same number.
    private func numberedGroups() -> [String: Int] {
        var groups: [String: [Rendition]] = [:]
        for rendition in renditions {
            var content = rendition
            content.groupID = ""
            content.uri = content.uri.map { _ in "" }
            content.stableID = nil
            groups[rendition.type.rawValue + rendition.groupID, default: []].append(content)
        }
        var numbers: [[Rendition]: Int] = [:]
        return groups.mapValues { content in
            let number = numbers[content] ?? numbers.count
            numbers[content] = number
            return number
        }
    }
}

/// The common properties of redundant variants: all except their URIs, pathways, names, and the names of groups with the same content.
private struct RungKey: Hashable {
    private let variant: Variant
    private let offers: [Int?]

    init(_ variant: Variant, groups: [String: Int]) {
        func offer(_ type: Rendition.MediaType, _ id: String?) -> Int? { id.flatMap { groups[type.rawValue + $0] } }
        offers = [offer(.audio, variant.audio), offer(.video, variant.video), offer(.subtitles, variant.subtitles)]
        var variant = variant
        variant.uri = ""
        variant.pathwayID = nil
        variant.stableID = nil
        variant.audio = variant.audio.map { _ in "" }
        variant.video = variant.video.map { _ in "" }
        variant.subtitles = variant.subtitles.map { _ in "" }
        self.variant = variant
    }
}
