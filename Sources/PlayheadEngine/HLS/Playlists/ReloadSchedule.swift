import PlayheadHLS

/// The time of the next reload of a live playlist, and the directives of the request.
struct ReloadSchedule: Sendable {
    /// The time of the next reload, in seconds of the monotonic clock.
    private(set) var next = -Double.infinity
    /// Whether a delta update did not match, so that the whole playlist is requested.
    private var needsWhole = false
    private var loadedAt = 0.0
    /// The duration in seconds for which a playlist whose reload would block counts as current.
    private var lifetime = 0.0
    private var interval = 1.0
    /// The number of consecutive failed loads.
    private var failures = 0

    /// Whether a use that begins now needs a reload first. A blocking reload of a current playlist would wait for a segment that is not needed
    /// yet; that of parts is short, and finds the live edge, so that playback has its target latency from the start.
    func isStale(at now: Double) -> Bool { now >= max(next, loadedAt + lifetime) }

    /// Records that a load that began at `began` returned `live`.
    mutating func loaded(_ live: LivePlaylist, began: Double, isChanged: Bool) {
        interval = LiveTiming.reloadDelay(live.playlist, changed: false) ?? .infinity
        let delay = LiveTiming.reloadDelay(live.playlist, changed: isChanged, blocks: live.timing.canBlockReload)
        next = began + (delay ?? .infinity)
        loadedAt = began
        let usesParts = live.playlist.partTargetDuration != nil
        lifetime = live.timing.canBlockReload && !usesParts ? LiveTiming.reloadDelay(live.playlist, changed: true) ?? .infinity : 0
        needsWhole = false
        failures = 0
    }

    /// Records that a load failed at `now`: the next follows soon, further ones at increasing intervals.
    mutating func failed(at now: Double) {
        let first = max(0.5, interval / 4)
        let furthest = 5.0
        let doubled = first * Double(1 << min(failures, 8))
        next = now + min(doubled, max(first, min(2 * interval, furthest)))
        failures += 1
    }

    /// Records that a delta update skipped segments that are unknown.
    /// - Returns: False if the whole playlist was already requested.
    mutating func didNotFit() -> Bool {
        defer { needsWhole = true }
        return !needsWhole
    }

    /// Returns the directives of a request at `now`.
    func directives(for live: LivePlaylist, at now: Double) -> DeliveryDirectives {
        // An origin that fails to delay its answer receives a request without directives.
        failures > 0 ? DeliveryDirectives() : live.nextDirectives(age: now - loadedAt, allowsDelta: !needsWhole)
    }
}
