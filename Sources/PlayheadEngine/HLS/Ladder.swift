import PlayheadCore
import PlayheadHLS

/// The variants of a multivariant playlist as a ladder of levels, from the lowest bitrate to the highest.
struct Ladder: Sendable {
    /// The variants by rung; rung n is level n + 1.
    let variants: [Variant]

    /// Takes the variants that differ in what is seen; where there is any with a picture, those without are left out.
    init(_ playlist: MultivariantPlaylist) {
        let withPicture = playlist.variants.filter { Self.mayHavePicture($0) }
        let candidates = withPicture.isEmpty ? playlist.variants : withPicture
        var seen: Set<String> = []
        variants = candidates.enumerated()
            .sorted { ($0.element.bandwidth, $0.offset) < ($1.element.bandwidth, $1.offset) }
            .map(\.element)
            .filter { seen.insert($0.uri).inserted }
    }

    /// The levels as events list them; the first is automatic.
    var levels: [QualityLevel] {
        [.automatic]
            + variants.enumerated().map { index, variant in
                QualityLevel(
                    index: index + 1, label: Self.label(of: variant), bitrate: variant.bandwidth > 0 ? variant.bandwidth : nil,
                    width: variant.resolution?.width, height: variant.resolution?.height)
            }
    }

    /// The rung to start on.
    /// - Parameters:
    ///   - level: The level that is asked for; 0 leaves the choice here.
    ///   - maxBitrate: No rung above it (bits a second), unless all are.
    ///   - estimate: What the network is assumed to carry, in bits a second.
    func rung(level: Int, maxBitrate: Int?, estimate: Int) -> Int {
        if variants.indices.contains(level - 1) { return level - 1 }
        let limit = min(maxBitrate ?? .max, estimate)
        return variants.lastIndex { $0.bandwidth <= limit } ?? 0
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
