import PlayheadCore
import PlayheadHLS

extension PlaylistFeed {
    /// The playlist, and the work on it.
    struct State {
        var timeline: FeedTimeline?
        var edge: LiveEdge?
        var schedule = ReloadSchedule()
        var users = 0
        var reloading: Task<Void, Never>?
        var retired: [Task<Void, Never>] = []
        /// The number of consecutive failed reloads, and the error of the last one.
        var failures = 0
        var failure: PlaybackError?
        /// The time of the last reload that contained anything new.
        var changedAt = 0.0
        /// The reason why nothing new is expected any more.
        var stillness: PlaybackError?
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
        var isClosed = false

        /// The target durations without changes after which a playlist is stuck: each must add a segment (RFC 8216bis §6.2.1).
        private static let stillDurations = 2.0

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }

        /// Returns the directives of a request that is sent at `now` (seconds), and the known target duration in seconds.
        mutating func beginReload(at now: Double) -> (DeliveryDirectives, targetDuration: Double) {
            let directives = timeline.map { schedule.directives(for: $0.live, at: now) } ?? DeliveryDirectives()
            schedule.sent(directives)
            return (directives, timeline?.playlist.targetDuration ?? 0)
        }

        /// Updates the playlist by the response to a request that was sent at `began`; both times are in seconds.
        /// - Returns: The news, and those who waited for them.
        /// - Throws: `PlaybackError` if the response is not the playlist.
        mutating func update(
            with response: (bytes: [UInt8], url: String), of url: String, began: Double, now: Double
        ) throws -> ([FeedNews], waiters: [CheckedContinuation<Void, Never>]) {
            guard var timeline else { return ([], []) }
            // The state must hold the only copy of the list while it is changed: a second copy would cause the list to be copied.
            self.timeline = nil
            defer { self.timeline = timeline }
            let before = timeline.reached
            let update: PlaylistUpdate
            do throws(LivePlaylistError) {
                update = try timeline.live.update(response.bytes, url: DeliveryDirectives().url(response.url))
            } catch .deltaDoesNotFit where schedule.didNotFit() {
                // The whole playlist is requested immediately.
                let error = PlaybackError(.manifestInvalid, url: url, underlying: "A delta update does not match the known playlist.")
                return ([.failed(error)], [])
            } catch {
                throw PlaybackError(.manifestInvalid, url: url, underlying: "\(error)")
            }
            failures = 0
            failure = nil
            if update.continuity == .restarted { timeline.epoch += 1 }
            timeline.followParts()
            // Signatures of URIs may change in each response, those of parts too.
            let hasMore = update.appended > 0 || timeline.reached > before
            let isAdvanced = hasMore || update.becameComplete || update.continuity == .restarted
            schedule.loaded(timeline.live, began: began, isChanged: !update.isUnchanged, isAdvanced: isAdvanced)
            noteEdge(of: timeline, at: now)
            if isAdvanced { (changedAt, stillness) = (now, nil) }
            if isAdvanced || stillness != nil { return ([.updated(update)], takeWaiters()) }
            stillness = staleness(after: update, targetDuration: timeline.live.playlist.targetDuration, at: now, url: url)
            if let stillness { return ([.updated(update), .failed(stillness)], takeWaiters()) }
            return ([.updated(update)], update.partsChanged ? takeWaiters() : [])
        }

        private mutating func noteEdge(of timeline: FeedTimeline, at now: Double) {
            let playlist = timeline.live.playlist
            if playlist.isComplete {
                edge = nil
            } else {
                edge?.note(edge: timeline.end, at: now, targetDuration: playlist.targetDuration)
            }
        }

        /// Returns the error of a playlist that has not advanced for too long: segments that only change, or leave the window, are not
        /// continued by others. `nil` before.
        private func staleness(after update: PlaylistUpdate, targetDuration: Double, at now: Double, url: String) -> PlaybackError? {
            guard now - changedAt > Self.stillDurations * max(1, targetDuration) else { return nil }
            let duration = Int(saturating: now - changedAt)
            let reason =
                update.replaced.isEmpty
                ? "No update for \(duration) s."
                : "For \(duration) s other segments were listed under the same numbers: EXT-X-MEDIA-SEQUENCE does not increase."
            return PlaybackError(.manifestStale, url: url, underlying: reason)
        }
    }
}
