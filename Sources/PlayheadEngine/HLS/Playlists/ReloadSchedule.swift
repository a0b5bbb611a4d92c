import PlayheadHLS

/// When a live playlist is loaded next and what is asked for.
struct ReloadSchedule: Sendable {
    /// When, in seconds of the monotonic clock.
    private(set) var next = -Double.infinity
    /// Whether a delta update did not fit, so that all is asked for.
    private var needsWhole = false
    private var loadedAt = 0.0
    private var interval = 1.0
    /// Loads in a row that failed.
    private var failures = 0

    func isDue(at now: Double) -> Bool { now >= next }

    /// A load that began at `began` brought `live`.
    mutating func loaded(_ live: LivePlaylist, began: Double, isChanged: Bool) {
        interval = LiveTiming.reloadDelay(live.playlist, changed: false) ?? .infinity
        let delay = LiveTiming.reloadDelay(live.playlist, changed: isChanged, blocks: live.timing.canBlockReload)
        next = began + (delay ?? .infinity)
        loadedAt = began
        needsWhole = false
        failures = 0
    }

    /// A load failed at `now`: the next one comes soon, those after it at growing distances.
    mutating func failed(at now: Double) {
        let first = max(0.5, interval / 4)
        let furthest = 5.0
        let doubled = first * Double(1 << min(failures, 8))
        next = now + min(doubled, max(first, min(2 * interval, furthest)))
        failures += 1
    }

    /// A delta update left out what is not known.
    /// - Returns: False where all was asked for already.
    mutating func didNotFit() -> Bool {
        defer { needsWhole = true }
        return !needsWhole
    }

    /// What is asked for at `now`.
    func directives(for live: LivePlaylist, at now: Double) -> DeliveryDirectives {
        // An origin that fails to hold its answer back is asked in the plain way.
        failures > 0 ? DeliveryDirectives() : live.nextDirectives(age: now - loadedAt, allowsDelta: !needsWhole)
    }
}
