import PlayheadCore
import PlayheadHLS

/// The variants of a multivariant playlist, sorted into the rungs of a ladder.
struct VariantLadder: Sendable {
    /// One rung: a variant and the redundant ones (RFC 8216bis §6.2.4).
    struct Rung: Sendable {
        /// The alternatives, at least one, in the order of the playlist.
        var alternatives: [Variant]

        /// The properties of the rung; the alternatives differ only in their URIs.
        var variant: Variant { alternatives[0] }
    }

    /// The rungs, from the lowest bit rate to the highest.
    let rungs: [Rung]
    /// The same ladder without the details of variants, with absolute URLs.
    let ladder: Ladder

    /// Creates rungs from the variants that differ visibly; if any variant has a picture, those without one are left out, and if any is shown
    /// as intended, those that are not.
    init(_ playlist: MultivariantPlaylist) {
        let withPicture = playlist.variants.filter(\.mayHavePicture).shownAsIntended
        let candidates = withPicture.isEmpty ? playlist.variants : withPicture
        // Variants with equivalent audio in groups of other names are redundant too.
        var places: [String: Int] = [:]
        for (place, rung) in playlist.rungs().enumerated() { for variant in rung.alternatives { places[variant.uri] = place } }
        var rungs: [Rung] = []
        var uris: Set<String> = []
        // The rungs by their place in the playlist, by their properties in one pathway, and the last one by its properties in all pathways.
        var (byPlace, byProperties): ([Int: Int], [Properties: Int]) = ([:], [:])
        var lastByProperties: [Properties: Int] = [:]
        for variant in candidates.enumerated()
            .sorted(by: { ($0.element.bandwidth, $0.offset) < ($1.element.bandwidth, $1.offset) }).map(\.element)
        {
            guard uris.insert(variant.uri).inserted, let place = places[variant.uri] else { continue }
            let (own, shared) = (Properties(variant, audio: variant.audio), Properties(variant, audio: nil))
            // Rungs with the same properties have the same pathway; the sound distinguishes them.
            let redundant = lastByProperties[shared].flatMap {
                rungs[$0].variant.pathwayID == variant.pathwayID ? byProperties[own] : $0
            }
            if let same = byPlace[place] ?? redundant {
                rungs[same].alternatives.append(variant)
            } else {
                byPlace[place] = rungs.count
                byProperties[own] = rungs.count
                lastByProperties[shared] = rungs.count
                rungs.append(Rung(alternatives: [variant]))
            }
        }
        self.rungs = rungs
        ladder = Ladder(
            rungs: rungs.map { rung in
                Ladder.Rung(
                    bandwidth: rung.variant.bandwidth, averageBandwidth: rung.variant.averageBandwidth, size: rung.variant.size,
                    places: rung.alternatives.map { Ladder.Place(url: playlist.url(for: $0.uri), pathway: $0.pathway) })
            })
    }

    /// Returns the variant at a position.
    func variant(at position: LadderPosition) -> Variant {
        let rung = rungs[position.rung]
        // A steering server may have added places meanwhile.
        return rung.alternatives.indices.contains(position.place) ? rung.alternatives[position.place] : rung.variant
    }

    /// The common properties of variants that are the same stream in two places.
    private struct Properties: Hashable {
        private let bandwidth: Int
        private let averageBandwidth: Int?
        private let resolution: Resolution?
        private let codecs: String?
        private let frameRate: Double?
        private let videoRange: Variant.VideoRange?
        private let score: Double?
        private let audio: String?

        /// Creates the properties of a variant. `audio` is the group of its sound, which matters within one pathway; `nil` for all.
        init(_ variant: Variant, audio: String?) {
            bandwidth = variant.bandwidth
            averageBandwidth = variant.averageBandwidth
            resolution = variant.resolution
            codecs = variant.codecs
            frameRate = variant.frameRate
            videoRange = variant.videoRange
            score = variant.score
            self.audio = audio
        }
    }
}

extension Variant {
    /// The pathway of the variant.
    var pathway: String { pathwayID ?? Self.defaultPathwayID }

    /// The names of the codecs in lower case; `nil` if the playlist does not contain them.
    fileprivate var codecNames: [String]? {
        codecs?.split(separator: ",").map { $0.drop { $0 == " " }.lowercased() }
    }

    fileprivate static func isSound(_ codec: String) -> Bool {
        ["mp4a", "ac-3", "ec-3", "opus", "flac", "alac", "mp3", "dts", "vorbis"].contains { codec.hasPrefix($0) }
    }

    fileprivate static func isText(_ codec: String) -> Bool { ["wvtt", "stpp"].contains { codec.hasPrefix($0) } }

    /// The tracks that the playlist announces, at least one; pictures if it announces none.
    var announcedTracks: Set<TrackKind> {
        let codecs = codecNames ?? []
        var tracks: Set<TrackKind> = codecs.contains { Self.isSound($0) } ? [.audio] : []
        let hasPicture = resolution != nil || codecs.contains { !Self.isSound($0) && !Self.isText($0) }
        if hasPicture || tracks.isEmpty { tracks.insert(.video) }
        return tracks
    }

    /// Whether the pictures are shown as the author intends: a high dynamic range is not tone-mapped, and views for two eyes are not
    /// separated.
    fileprivate var isShownAsIntended: Bool {
        let monoscopic = "CH-MONO"
        let layouts = requiredVideoLayout?.split { $0 == "," || $0 == "/" || $0 == " " }
        // The formats of Dolby Vision without a compatible base layer.
        let dolbyVision = ["dvh1", "dvhe", "dva1", "dvav", "dav1"]
        let isFlat = layouts?.contains { $0 == monoscopic } ?? true
        let isDolbyVision = codecNames?.contains { codec in dolbyVision.contains { codec.hasPrefix($0) } } ?? false
        return (videoRange ?? .sdr) == .sdr && isFlat && !isDolbyVision
    }

    /// The size of the picture in pixels; `nil` if the playlist does not contain it.
    var size: PictureSize? { resolution.map { PictureSize(width: $0.width, height: $0.height) } }
}

extension [Variant] {
    /// The variants whose pictures are shown as the author intends; all of them if there is no such variant.
    var shownAsIntended: [Variant] {
        let shown = filter(\.isShownAsIntended)
        return shown.isEmpty ? self : shown
    }

    /// Returns the variants sorted by how well their pictures fit `size`: the smallest that fills it, larger ones, then the largest of the
    /// smaller ones, then those of unknown size.
    func sorted(fitting size: PictureSize) -> [Variant] {
        func rank(_ variant: Variant) -> (Int, Int, Int) {
            guard let picture = variant.resolution else { return (2, 0, variant.bandwidth) }
            let fills = picture.width >= size.width || picture.height >= size.height
            return fills ? (0, picture.width, variant.bandwidth) : (1, -picture.width, variant.bandwidth)
        }
        return sorted { rank($0) < rank($1) }
    }
}
