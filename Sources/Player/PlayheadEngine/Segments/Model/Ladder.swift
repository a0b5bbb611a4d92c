import PlayheadCore

/// The rungs of the main rendition, from the lowest bit rate to the highest.
struct Ladder: Sendable, Hashable {
    /// A place from which a rung is available.
    struct Place: Sendable, Hashable {
        /// The absolute URL of the rendition.
        var url: String
        /// The pathway of the place.
        var pathway: String
    }

    /// One rung.
    struct Rung: Sendable, Hashable {
        /// The peak bit rate, in bits per second.
        var bandwidth: Int
        /// The average bit rate in bits per second, if the manifest contains it.
        var averageBandwidth: Int?
        /// The size of the picture in pixels, if the manifest contains it.
        var size: PictureSize?
        /// The places of the rung, in the order of the manifest; at least one.
        var places: [Place]

        /// The bit rate that the segments need, in bits per second: the average if it is known, otherwise the peak.
        var bitrate: Double { Double(averageBandwidth ?? bandwidth) }

        /// Returns the indices of the places, those of `pathway` first, otherwise in the order of the manifest.
        func order(preferring pathway: String) -> [Int] {
            let own = places.indices.filter { isPlace($0, in: pathway) }
            return own + places.indices.filter { !own.contains($0) }
        }

        /// Whether the place at `index` belongs to a pathway.
        func isPlace(_ index: Int, in pathway: String) -> Bool { places.indices.contains(index) && places[index].pathway == pathway }
    }

    /// The rungs; rung n is level n + 1.
    var rungs: [Rung]

    /// The levels as listed in events; the first is automatic.
    var levels: [QualityLevel] {
        [.automatic]
            + rungs.enumerated().map { index, rung in
                QualityLevel(
                    index: index + 1, label: Self.label(of: rung), bitrate: rung.bandwidth > 0 ? rung.bandwidth : nil,
                    averageBitrate: rung.averageBandwidth, width: rung.size?.width, height: rung.size?.height)
            }
    }

    /// The highest rung within the limits; the lowest if no rung is within the limits.
    func highest(within limits: QualityLimits) -> Int {
        let within = rungs.lastIndex { rung in
            guard rung.bandwidth <= limits.maxBitrate ?? .max else { return false }
            guard let maxSize = limits.maxSize, let size = rung.size else { return true }
            return size.width <= maxSize.width && size.height <= maxSize.height
        }
        let withinLimits = within ?? 0
        guard let viewSize = limits.viewSize else { return withinLimits }
        // The smallest picture that fills the view is sufficient.
        let enough = rungs.firstIndex { rung in
            guard let size = rung.size else { return false }
            return size.width >= viewSize.width || size.height >= viewSize.height
        }
        guard let enough, let height = rungs[enough].size?.height else { return withinLimits }
        let withinSize = rungs.lastIndex { $0.size.map { $0.height <= height } ?? true } ?? 0
        return min(withinLimits, withinSize)
    }

    /// Returns the highest rung below `rung` whose pictures have fewer pixels, or `nil` if no rung qualifies. Rungs of unknown size qualify.
    func rung(smallerThan rung: Int) -> Int? {
        guard rungs.indices.contains(rung) else { return nil }
        return rungs[..<rung].lastIndex { lower in
            guard let size = rungs[rung].size, let other = lower.size else { return true }
            return other.width.saturatingMultiplied(by: other.height) < size.width.saturatingMultiplied(by: size.height)
        }
    }

    /// Whether `other` is the same ladder, possibly with additional places after the known ones.
    func isExtended(by other: Ladder) -> Bool {
        rungs.count == other.rungs.count
            && zip(rungs, other.rungs).allSatisfy { $0.places.elementsEqual($1.places.prefix($0.places.count)) }
    }

    private static func label(of rung: Rung) -> String {
        if let height = rung.size?.height { return "\(height)p" }
        let thousand = 1000
        return "\(rung.bandwidth / thousand) kbit/s"
    }
}

/// A position on a ladder: a rung, and one of its places.
struct LadderPosition: Sendable, Hashable {
    /// The rung, from 0.
    var rung: Int
    /// The index of the place in the rung.
    var place: Int
}

/// The rendition that a session loads and, on a ladder, its position.
struct RenditionSelection: Sendable {
    /// The rendition.
    var rendition: any MediaRendition
    /// The position on the ladder; `nil` without a ladder.
    var position: LadderPosition?
    /// The rung as listed in events.
    var level: QualityLevel?

    /// The rung, from 0; `nil` without a ladder.
    var rung: Int? { position?.rung }
}
