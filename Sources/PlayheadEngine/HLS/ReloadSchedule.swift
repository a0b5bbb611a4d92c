import PlayheadHLS

/// When a live playlist is loaded next and what is asked for.
struct ReloadSchedule: Sendable {
    /// When, in seconds of the monotonic clock.
    private(set) var next = -Double.infinity
    /// Whether a delta update did not fit, so that all is asked for.
    private var needsWhole = false
    private var loadedAt = 0.0
    private var interval = 1.0

    func isDue(at now: Double) -> Bool { now >= next }

    /// A load that began at `began` brought `live`.
    mutating func loaded(_ live: LivePlaylist, began: Double, isChanged: Bool) {
        interval = LiveTiming.reloadDelay(live.playlist, changed: false) ?? .infinity
        let delay = LiveTiming.reloadDelay(live.playlist, changed: isChanged, blocks: live.timing.canBlockReload)
        next = began + (delay ?? .infinity)
        loadedAt = began
        needsWhole = false
    }

    /// A load failed at `now`.
    mutating func failed(at now: Double) { next = now + interval }

    /// A delta update left out what is not known.
    mutating func didNotFit() { needsWhole = true }

    /// What is asked for at `now`.
    func directives(for live: LivePlaylist, at now: Double) -> DeliveryDirectives {
        live.nextDirectives(age: now - loadedAt, allowsDelta: !needsWhole)
    }
}
