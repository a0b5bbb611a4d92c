import PlayheadCore
import PlayheadHLS

/// The variants of a multivariant playlist as a ladder of levels, from the lowest bitrate to the highest.
struct Ladder: Sendable {
    /// One rung: a variant and those that say the same of themselves but come from elsewhere (RFC 8216bis §6.2.4: redundant streams).
    struct Rung: Sendable {
        /// At least one, in the order of the playlist.
        var alternatives: [Variant]

        /// What the rung is; the alternatives differ in their URIs only.
        var variant: Variant { alternatives[0] }
        /// Bits a second that its segments need: the mean where it is told, else the peak.
        var bitrate: Double { Double(variant.averageBandwidth ?? variant.bandwidth) }
    }

    /// The rungs; rung n is level n + 1.
    let rungs: [Rung]

    /// Takes the variants that differ in what is seen; where there is any with a picture, those without are left out.
    init(_ playlist: MultivariantPlaylist) {
        let withPicture = playlist.variants.filter { Self.mayHavePicture($0) }
        let candidates = withPicture.isEmpty ? playlist.variants : withPicture
        // Variants with sound in groups of other names that offer the same are redundant too.
        var places: [String: Int] = [:]
        for (place, rung) in playlist.rungs().enumerated() { for variant in rung.alternatives { places[variant.uri] = place } }
        var rungs: [Rung] = []
        for variant in candidates.enumerated()
            .sorted(by: { ($0.element.bandwidth, $0.offset) < ($1.element.bandwidth, $1.offset) }).map(\.element)
        {
            if rungs.contains(where: { $0.alternatives.contains { $0.uri == variant.uri } }) { continue }
            if let same = rungs.lastIndex(where: {
                places[$0.variant.uri] == places[variant.uri] || Self.isRedundant($0.variant, variant)
            }) {
                rungs[same].alternatives.append(variant)
            } else {
                rungs.append(Rung(alternatives: [variant]))
            }
        }
        self.rungs = rungs
    }

    /// Whether two variants are the same stream in two places.
    private static func isRedundant(_ one: Variant, _ other: Variant) -> Bool {
        one.bandwidth == other.bandwidth && one.averageBandwidth == other.averageBandwidth && one.resolution == other.resolution
            && one.codecs == other.codecs && one.frameRate == other.frameRate && one.videoRange == other.videoRange
            && one.score == other.score && (one.pathwayID != other.pathwayID || one.audio == other.audio)
    }

    /// The levels as events list them; the first is automatic.
    var levels: [QualityLevel] {
        [.automatic]
            + rungs.enumerated().map { index, rung in
                let variant = rung.variant
                return QualityLevel(
                    index: index + 1, label: Self.label(of: variant), bitrate: variant.bandwidth > 0 ? variant.bandwidth : nil,
                    averageBitrate: variant.averageBandwidth, width: variant.resolution?.width, height: variant.resolution?.height)
            }
    }

    /// The highest rung that is within the limits; the lowest where none is.
    func highest(within limits: QualityLimits) -> Int {
        let within = rungs.lastIndex { rung in
            guard rung.variant.bandwidth <= limits.maxBitrate ?? .max else { return false }
            guard let maxSize = limits.maxSize, let size = rung.variant.resolution else { return true }
            return size.width <= maxSize.width && size.height <= maxSize.height
        }
        let withinLimits = within ?? 0
        guard let viewSize = limits.viewSize else { return withinLimits }
        // The smallest picture that fills the view is enough.
        let enough = rungs.firstIndex { rung in
            guard let size = rung.variant.resolution else { return false }
            return size.width >= viewSize.width || size.height >= viewSize.height
        }
        guard let enough, let height = rungs[enough].variant.resolution?.height else { return withinLimits }
        let withinSize = rungs.lastIndex { $0.variant.resolution.map { $0.height <= height } ?? true } ?? 0
        return min(withinLimits, withinSize)
    }

    private static func mayHavePicture(_ variant: Variant) -> Bool {
        if variant.resolution != nil { return true }
        guard let codecs = variant.codecs else { return true }
        let sound = ["mp4a", "ac-3", "ec-3", "opus", "flac", "alac", "mp3", "dts", "vorbis", "wvtt", "stpp"]
        return codecs.split(separator: ",").contains { codec in
            let name = codec.drop { $0 == " " }.lowercased()
            return !sound.contains { name.hasPrefix($0) }
        }
    }

    private static func label(of variant: Variant) -> String {
        if let height = variant.resolution?.height { return "\(height)p" }
        let thousand = 1000
        return "\(variant.bandwidth / thousand) kbit/s"
    }
}
