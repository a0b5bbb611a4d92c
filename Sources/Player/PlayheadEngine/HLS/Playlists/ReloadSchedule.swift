import PlayheadHLS

/// The time of the next reload of a live playlist, and the directives of the request.
struct ReloadSchedule: Sendable {
    /// The time of the next reload, in seconds of the monotonic clock.
    private(set) var next = -Double.infinity
    /// Whether a delta update did not match, so that the whole playlist is requested.
    private var needsWhole = false
    private var loadedAt = -Double.infinity
    /// The duration in seconds for which a playlist whose reload would block counts as current.
    private var lifetime = 0.0
    private var interval = 1.0
    /// The number of consecutive failed loads.
    private var failures = 0
    /// Whether the last request was to block at the origin.
    private var isBlocking = false
    /// The number of consecutive failures of such requests.
    private var refusals = 0
    /// The time of the last refusal.
    private var refusedAt = -Double.infinity
    /// The number of refusals after which the origin is not asked to block for ``refusalDuration``.
    private static let maximumRefusals = 2
    /// The time in seconds after which an origin that refuses is asked again: it may have been overloaded.
    private static let refusalDuration = 300.0
    /// The minimum interval of reloads for new parts, in seconds.
    private static let minimumPartInterval = 0.5
    /// The minimum interval of reloads in seconds, after a shorter one: an origin that never blocks, or declares very short durations, would
    /// receive a request whenever the previous one has ended.
    private static let minimumInterval = 0.1

    /// Whether a use that begins now needs a reload first. A blocking reload of a current playlist would wait for a segment that is not needed
    /// yet; that of parts is short, and finds the live edge, so that playback has its target latency from the start.
    func isStale(at now: Double) -> Bool { now >= max(next, loadedAt + lifetime) }

    /// Records that a load returned a playlist.
    /// - Parameters:
    ///   - live: The playlist, merged.
    ///   - began: The time at which the load began.
    ///   - isChanged: Whether anything in the playlist has changed, such as the signatures of URIs.
    ///   - isAdvanced: Whether there are new segments or parts; `nil` for `isChanged`. Without any, an origin or a cache that declares to
    ///     block does not, and the next request would be answered at once too.
    mutating func loaded(_ live: LivePlaylist, began: Double, isChanged: Bool, isAdvanced: Bool? = nil) {
        let isAdvanced = isAdvanced ?? isChanged
        interval = LiveTiming.reloadDelay(live.playlist, changed: false) ?? .infinity
        if isBlocking { refusals = 0 }
        let blocks = live.timing.canBlockReload && allowsBlocking(at: began)
        let hasNews = live.timing.canBlockReload ? isAdvanced : isChanged
        var delay = LiveTiming.reloadDelay(live.playlist, changed: hasNews, blocks: blocks && isAdvanced) ?? .infinity
        if !blocks || !isAdvanced, live.hasParts, let part = live.playlist.partTargetDuration {
            delay = min(delay, max(part, Self.minimumPartInterval))
        }
        if began - loadedAt < Self.minimumInterval { delay = max(delay, Self.minimumInterval) }
        next = began + delay
        loadedAt = began
        lifetime = blocks && !live.hasParts ? LiveTiming.reloadDelay(live.playlist, changed: true) ?? .infinity : 0
        needsWhole = false
        failures = 0
    }

    /// Whether a use that begins now can do with the last load, although a reload has failed.
    func isUsable(at now: Double) -> Bool { now - loadedAt <= 2 * interval }

    /// Records that a load failed at `now`: the next follows soon, further ones at increasing intervals.
    mutating func failed(at now: Double) {
        let first = max(0.5, interval / 4)
        let furthest = 5.0
        let doubled = first * Double(1 << min(failures, 8))
        next = now + min(doubled, max(first, min(2 * interval, furthest)))
        failures += 1
        guard isBlocking else { return }
        refusals = min(refusals + 1, Self.maximumRefusals)
        refusedAt = now
    }

    private func allowsBlocking(at now: Double) -> Bool { refusals < Self.maximumRefusals || now - refusedAt >= Self.refusalDuration }

    /// Records that a delta update skipped segments that are unknown.
    /// - Returns: False if the whole playlist was already requested.
    mutating func didNotFit() -> Bool {
        defer { needsWhole = true }
        return !needsWhole
    }

    /// Returns the directives of a request at `now`.
    func directives(for live: LivePlaylist, at now: Double) -> DeliveryDirectives {
        // An origin that fails to delay its answer receives a request without directives.
        let isPlain = failures > 0 || !allowsBlocking(at: now)
        return isPlain ? DeliveryDirectives() : live.nextDirectives(age: now - loadedAt, allowsDelta: !needsWhole)
    }

    /// Records that a request with these directives was sent.
    mutating func sent(_ directives: DeliveryDirectives) { isBlocking = directives.blocks }
}
