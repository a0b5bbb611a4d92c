import PlayheadCore

/// How the cues of regions with `scroll:up` move when one comes in below them (WebVTT §7.1: within 0.433 s).
public struct RegionScroll: Sendable {
    private struct Movement {
        var start: Double
        var distance: Double
    }

    /// How long it takes, in seconds.
    public static let duration = 0.433

    private var shown: [String: [CaptionCue]] = [:]
    private var movements: [String: Movement] = [:]

    /// Makes one of nothing.
    public init() {}

    /// Takes what is shown now.
    /// - Parameter now: In seconds of a monotonic clock.
    public mutating func update(_ placement: CaptionLayouter.Placement, _ cues: [CaptionCue], at now: Double) {
        var members: [String: [CaptionCue]] = [:]
        for (index, placed) in placement.regions.enumerated() where placed.region.scroll == .up {
            let here = placement.cues.filter { $0.region == index }
            let before = shown[placed.region.id] ?? []
            // Only what comes in below others pushes them.
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

    /// How far below its place a region's cue is, in the view's units.
    public func offset(of region: String, at now: Double) -> Double {
        guard let movement = movements[region], now < movement.start + Self.duration else { return 0 }
        return movement.distance * (1 - max(0, now - movement.start) / Self.duration)
    }

    /// Whether something moves.
    public func isMoving(at now: Double) -> Bool { movements.values.contains { now < $0.start + Self.duration } }
}
