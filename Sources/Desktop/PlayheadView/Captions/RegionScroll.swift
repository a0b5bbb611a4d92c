import PlayheadCore

/// Animates the cues of regions with `scroll:up` when a cue is added below them (WebVTT §7.1: within 0.433 s).
package struct RegionScroll: Sendable {
    private struct Movement {
        var start: Double
        var distance: Double
    }

    /// The duration of a movement, in seconds.
    package static let duration = 0.433

    private var shown: [String: [CaptionCue]] = [:]
    private var movements: [String: Movement] = [:]

    /// Creates an empty animation.
    package init() {}

    /// Updates the animation with the placement at `now`, in seconds of a monotonic clock.
    package mutating func update(_ placement: CaptionLayouter.Placement, _ cues: [CaptionCue], at now: Double) {
        var members: [String: [CaptionCue]] = [:]
        for (index, placed) in placement.regions.enumerated() where placed.region.scroll == .up {
            let here = placement.cues.filter { $0.region == index }
            let before = shown[placed.region.id] ?? []
            // Only cues that are added below others push them.
            let new = here.reversed().prefix { here in !before.contains { $0.markup == cues[here.index].markup } }
            if !before.isEmpty, !new.isEmpty, new.count < here.count {
                let left = offset(of: placed.region.id, at: now)
                movements[placed.region.id] = Movement(start: now, distance: left + new.reduce(0) { $0 + $1.rect.height })
            }
            members[placed.region.id] = here.map { cues[$0.index] }
        }
        shown = members
        movements = movements.filter { members[$0.key] != nil && now < $0.value.start + Self.duration }
    }

    /// The distance of a region's cue below its position, in the view's units.
    package func offset(of region: String, at now: Double) -> Double {
        guard let movement = movements[region], now < movement.start + Self.duration else { return 0 }
        return movement.distance * (1 - max(0, now - movement.start) / Self.duration)
    }

    /// Whether a movement is in progress.
    package func isMoving(at now: Double) -> Bool { movements.values.contains { now < $0.start + Self.duration } }
}
