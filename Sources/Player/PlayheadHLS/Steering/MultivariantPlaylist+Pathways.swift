extension Variant {
    /// The pathway of variants without a pathway attribute (RFC 8216bis §4.4.6.2).
    package static let defaultPathwayID = "."
}

extension MultivariantPlaylist {
    /// The pathways of the variants, in the order of their first variants.
    package var pathwayIDs: [String] {
        var seen: Set<String> = []
        return variants.map { $0.pathwayID ?? Variant.defaultPathwayID }.filter { seen.insert($0).inserted }
    }

    /// Returns the playlist with the variants of one pathway only; the renditions are kept, because variants reference their groups.
    package func limited(toPathway id: String) -> MultivariantPlaylist {
        var result = self
        result.variants = variants.filter { ($0.pathwayID ?? Variant.defaultPathwayID) == id }
        result.iFrameVariants = iFrameVariants.filter { ($0.pathwayID ?? Variant.defaultPathwayID) == id }
        return result
    }

    /// Adds a pathway that a steering manifest clones from another one (RFC 8216bis §7.3). Does nothing if the base is unknown or the clone
    /// exists.
    package mutating func addPathway(_ clone: SteeringManifest.PathwayClone) {
        let known = pathwayIDs
        guard known.contains(clone.baseID), !known.contains(clone.id), known.count < PathwayState.maximumPathways else { return }
        var groups: [GroupKey: String] = [:]
        // A clone of a group has other URIs, so it needs a separate name.
        func group(_ type: Rendition.MediaType, _ id: String?) -> String? {
            guard let id else { return nil }
            let copied = "\(id)_\(clone.id)"
            groups[GroupKey(type: type, id: id)] = copied
            return copied
        }
        func copy(_ variant: Variant) -> Variant {
            var copy = variant
            copy.pathwayID = clone.id
            copy.uri = clone.uri(replacing: url(for: variant.uri), by: variant.stableID.flatMap { clone.variantURIs[$0] }, against: url)
            copy.audio = group(.audio, variant.audio)
            copy.video = group(.video, variant.video)
            copy.subtitles = group(.subtitles, variant.subtitles)
            return copy
        }
        let base = limited(toPathway: clone.baseID)
        variants += base.variants.map { copy($0) }
        iFrameVariants += base.iFrameVariants.map { copy($0) }
        renditions += renditions.compactMap { rendition in
            guard let id = groups[GroupKey(type: rendition.type, id: rendition.groupID)] else { return nil }
            var copy = rendition
            copy.groupID = id
            copy.uri = rendition.uri.map {
                clone.uri(replacing: url(for: $0), by: rendition.stableID.flatMap { clone.renditionURIs[$0] }, against: url)
            }
            return copy
        }
    }

    private struct GroupKey: Hashable {
        var type: Rendition.MediaType
        var id: String
    }
}
