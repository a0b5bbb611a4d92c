import PlayheadDASH
import PlayheadNumbers

extension ManifestFeed {
    /// The manifest with what is known about it.
    struct Content: Sendable {
        var manifest: Manifest
        /// The number of this version, and of its expiry.
        var version = 0
        /// The time of the manifest's timeline at which that of the presentation begins, in seconds.
        var origin = 0.0
        /// Whether ``origin`` is known.
        var isPlaced = false
        /// The clock of the origin; `nil` on demand.
        var wallClock: WallClock?
        /// The time of the presentation at which it became static without an end, in seconds; `nil` if it did not.
        var endlessFrom: Double?
        /// The numbers of the periods, by their identity.
        var numbers: [String: Int] = [:]

        /// Returns the time of the presentation at `now`, a time of the monotonic clock, both in seconds; `nil` on demand.
        func time(at now: Double) -> Double? {
            guard manifest.isDynamic, let wallClock else { return nil }
            return now + wallClock.offset - (manifest.availabilityStartTime ?? 0) - origin
        }

        /// The time at which the manifest was published, a time of the presentation in seconds; `nil` if it does not say it.
        var publishTime: Double? { manifest.publishTime.map { $0 - (manifest.availabilityStartTime ?? 0) - origin } }

        /// The end of the last listed period, a time of the presentation in seconds; infinity while the period is open.
        var end: Double { manifest.end.map { $0 - origin } ?? .infinity }

        /// Whether no period will be added.
        var listsLastPeriod: Bool {
            // Some origins do not declare the last version static.
            !manifest.isDynamic || manifest.minimumUpdatePeriod == nil || manifest.duration != nil
        }

        /// Whether no segment will be added at `now`.
        func isComplete(at now: Double) -> Bool {
            guard manifest.isDynamic else { return true }
            guard let wallClock, let end = manifest.end, listsLastPeriod else { return false }
            return now + wallClock.offset - (manifest.availabilityStartTime ?? 0) >= end
        }

        /// Returns the period at `time`, a time of the presentation in seconds, or the first one; `nil` without periods.
        func period(at time: Double) -> Period? {
            let ticks = DASHTimeline.ticks(time)
            return manifest.periods.last { DASHTimeline.ticks($0.start - origin) <= ticks } ?? manifest.periods.first
        }

        /// Replaces the manifest by a later version, at `now` (seconds of the clock). A static version whose last period lists less because
        /// it has no end only declares that nothing follows what is available at that time.
        mutating func update(to new: Manifest, at now: Double) {
            defer { version += 1 }
            let (before, after) = (manifest.periods.last?.representationCount ?? 0, new.periods.last?.representationCount ?? 0)
            guard !new.isDynamic, new.end == nil, after < before, let time = self.time(at: now) else {
                manifest = new
                return number()
            }
            endlessFrom = time
            manifest.isDynamic = false
            manifest.warnings = new.warnings
        }

        /// Returns the number of a period.
        func number(of period: Period) -> Int { numbers[Self.identity(of: period)] ?? 0 }

        /// Numbers the periods; those of the previous version keep their numbers.
        mutating func number() {
            var next = (numbers.values.max() ?? -1) + 1
            for period in manifest.periods where numbers[Self.identity(of: period)] == nil {
                numbers[Self.identity(of: period)] = next
                next += 1
            }
            let listed = Set(manifest.periods.map(Self.identity))
            // Those that were dropped are not needed any more.
            let maximum = 256
            if numbers.count > listed.count + maximum { numbers = numbers.filter { listed.contains($0.key) } }
        }

        private static func identity(of period: Period) -> String { "\(period.id ?? "") \(Int(saturating: period.start * 1000))" }
    }
}

extension Manifest {
    /// The end of the last segment that is listed, in seconds on the timeline of the manifest; `nil` if segments are not listed.
    var listedEnd: Double? {
        let period = periods.last { $0.representationCount > 0 }
        let table = period?.adaptationSets.first { !$0.representations.isEmpty }?.representations.first?.segments
        return period.flatMap { period in table?.listedEnd.map { $0 + period.start } }
    }
}

extension Period {
    /// The number of representations in all sets.
    fileprivate var representationCount: Int { adaptationSets.reduce(0) { $0 + $1.representations.count } }
}
