import PlayheadCore

/// Determines which breaks are due: a value without clocks, to which times are passed.
package struct AdBreakPlanner: Sendable {
    /// One of the occurrences of a break, which may be repeated.
    package struct Occurrence: Sendable, Hashable {
        /// The break.
        package var adBreak: AdBreak
        /// The index of the occurrence, from 0.
        package var repetition: Int
        /// The position in the content in seconds; 0 before the content, and the duration or infinity after it.
        package var time: Double
        /// The elapsed part of the break in seconds, if a live stream was joined in the middle of it.
        package var elapsed = 0.0

        /// The position for events and macros. A break at the start of the content is before it, as a pre-roll is.
        package var position: AdPosition {
            if adBreak.offset == .postRoll { .post } else if time <= 0, elapsed == 0 { .pre } else { .mid }
        }
    }

    private struct Key: Hashable {
        var id: String
        var repetition: Int
    }

    /// The breaks of the item.
    package private(set) var breaks: [AdBreak] = []
    private let rules: AdRules
    private var isAllowed = true
    private var duration: Double?
    private var dates: DateMap?
    private var played: Set<Key> = []
    private var lastEnd: Double?
    /// The breaks in the content that are not repeated, in the order of time and of the schedule for equal times.
    private var midBreaks: [(time: Double, index: Int)] = []
    /// The breaks that are repeated, by their indices.
    private var repeated: [Int] = []

    /// Creates a planner without an item.
    package init(rules: AdRules = AdRules()) { self.rules = rules }

    // MARK: what is known

    /// Starts the item with a number in the playlist, from 1.
    package mutating func begin(item number: Int, breaks: [AdBreak]) {
        self.breaks = breaks
        isAllowed = rules.allowsAds(onItem: number)
        duration = nil
        dates = nil
        played = []
        place()
    }

    /// Updates the schedule of the item; the played occurrences are kept.
    package mutating func update(breaks: [AdBreak]) {
        self.breaks = breaks
        place()
    }

    /// Sets the content's duration in seconds; `nil` for live content, in which percentages have no position.
    package mutating func update(duration: Double?) {
        self.duration = duration
        place()
    }

    /// Sets the dates of the content's timeline.
    package mutating func update(dates: DateMap) {
        self.dates = dates
        place()
    }

    /// Sorts the breaks by their times, because they are searched at each movement of the playhead.
    private mutating func place() {
        (midBreaks, repeated) = ([], [])
        for (index, adBreak) in breaks.enumerated() {
            if let interval = adBreak.repeatAfter, interval > 0 {
                repeated.append(index)
            } else if adBreak.offset.isInContent, let time = firstTime(of: adBreak) {
                midBreaks.append((time, index))
            }
        }
        midBreaks.sort { $0 < $1 }
    }

    /// Marks an occurrence that ended at `now` (seconds of a monotonic clock) as played, also if its ads failed; it is not due again unless
    /// the rules allow it.
    package mutating func ended(_ occurrence: Occurrence, at now: Double) {
        played.insert(Key(id: occurrence.adBreak.id, repetition: occurrence.repetition))
        lastEnd = now
    }

    // MARK: what is due

    /// Returns the breaks before the content, which starts at `position` (seconds). `isBeginning` is true at the beginning: 0, or the join
    /// position of live content.
    package func dueBefore(contentAt position: Double, isBeginning: Bool, now: Double) -> [Occurrence] {
        var due = occurrences { $0.offset == .preRoll && (isBeginning || rules.startOnSeek == .pre || $0.isForEveryStart) }
        // A break at 0 seconds can only be played before the content; earlier ones belong to content that is not there.
        due += midRolls(from: isBeginning && position <= 0 ? -Self.succession : position.nextDown, to: max(position, 0))
        return allowed(due, now: now)
    }

    /// The maximum distance of a break before the place where another one ends that follows that one, in seconds: the durations of media
    /// differ from what is declared by some frames.
    static let succession = 0.1

    /// Returns the breaks at the place where the content continues after a break at `place` (seconds), several at one position.
    package func due(continuingAt position: Double, after place: Double, now: Double) -> [Occurrence] {
        let reached = allowed(midRolls(from: max(place, position - Self.succession), to: position), now: now)
        return reached.filter { $0.time == reached.first?.time }
    }

    /// Returns the break in progress when a live stream is joined, of several the one that began last; its rest is played.
    package func due(joiningAt position: Double, now: Double) -> [Occurrence] {
        let under = breaks.compactMap { adBreak -> Occurrence? in
            guard let span = adBreak.span, adBreak.offset.isInContent, let time = firstTime(of: adBreak), time < position,
                position < time + span
            else { return nil }
            return Occurrence(adBreak: adBreak, repetition: 0, time: time, elapsed: position - time)
        }
        return allowed(under, now: now).max { $0.time < $1.time }.map { [$0] } ?? []
    }

    /// Returns the breaks that the playhead has reached between its previous position `from` and its current position `to` (seconds), in
    /// order.
    package func due(playingFrom from: Double, to: Double, now: Double) -> [Occurrence] {
        allowed(midRolls(from: from, to: to), now: now)
    }

    /// Returns the breaks to play before a seek: of those that are passed, or at the target, only the last, which may be several at one
    /// position.
    package func due(seekingFrom from: Double, to: Double, now: Double) -> [Occurrence] {
        let passed = allowed(midRolls(from: min(from, to.nextDown), to: to), now: now)
        guard let last = passed.last else { return [] }
        return passed.filter { $0.time == last.time }
    }

    /// Returns the breaks that replace the content at a position, several at one place: a seek to the position begins with them
    /// (RFC 8216bis D.5).
    package func due(replacing position: Double, now: Double) -> [Occurrence] {
        let before = allowed(midRolls(from: -.infinity, to: position.nextDown), now: now)
        // The offsets of several breaks at one place add up.
        var ends: [Double: Double] = [:]
        for occurrence in before {
            if case .after(let offset) = occurrence.adBreak.resumption { ends[occurrence.time, default: occurrence.time] += offset }
        }
        // A break in content that an earlier one replaces is never reached.
        guard let place = before.first(where: { position < ends[$0.time] ?? $0.time })?.time else { return [] }
        return before.filter { $0.time == place }
    }

    /// Returns the breaks after the content.
    package func dueAfterContent(now: Double) -> [Occurrence] {
        allowed(occurrences { $0.offset == .postRoll }, now: now)
    }

    /// Returns the breaks that can still become due up to `end` (seconds of content), in order.
    package func remaining(upTo end: Double) -> [Occurrence] {
        allowed(
            occurrences { $0.offset == .preRoll } + midRolls(from: -.infinity, to: end) + occurrences { $0.offset == .postRoll },
            now: .infinity)
    }

    /// Returns the next break after a position, for preloading.
    package func next(after position: Double, now: Double) -> Occurrence? {
        // The step is counted separately from the position, because beyond 2^53 seconds adding one second has no effect.
        var reach = 1.0
        while true {
            let end = position + reach
            if let next = allowed(midRolls(from: position, to: end), now: now).first { return next }
            guard reach < Self.farthest, end < duration ?? .infinity else { return nil }
            reach *= 16
        }
    }

    /// Returns the position at which a seek has to stop because it would pass a break that must be seen (HLS `X-RESTRICT`), in seconds;
    /// `nil` if there is none.
    package func barrier(from: Double, to: Double) -> Double? {
        midRolls(from: from, to: to).first { $0.adBreak.restrictions.forbidsJumping && isUnplayed($0) }?.time
    }

    // MARK: places

    /// The maximum look-ahead in seconds.
    private static let farthest = 1e6
    /// The maximum number of repetitions in a range; only a seek can pass more of them, and plays a single one.
    private static let maximumRepetitions = 1000

    /// Returns the position of a break in the content in seconds; `nil` while it is unknown.
    package func time(of offset: AdBreakOffset) -> Double? {
        switch offset {
        case .preRoll: return 0
        case .postRoll: return duration ?? .infinity
        case .date(let date): return dates?.time(of: date)
        case .mark: return nil
        case .midRoll(let offset):
            guard let time = offset.seconds(of: duration) else { return nil }
            // There is no content after the end.
            if let duration, time >= duration { return nil }
            return time
        }
    }

    private func occurrences(where isIncluded: (AdBreak) -> Bool) -> [Occurrence] {
        breaks.filter(isIncluded).map { Occurrence(adBreak: $0, repetition: 0, time: time(of: $0.offset) ?? 0) }
    }

    /// Returns the breaks in the content with `from < time <= to`, sorted by time, and by the schedule's order for equal times.
    private func midRolls(from: Double, to: Double) -> [Occurrence] {
        guard to > from else { return [] }
        var (low, high) = (0, midBreaks.count)
        while low < high {
            let middle = (low + high) / 2
            if midBreaks[middle].time <= from { low = middle + 1 } else { high = middle }
        }
        var found = midBreaks[low...].prefix { $0.time <= to }.map {
            (occurrence: Occurrence(adBreak: breaks[$0.index], repetition: 0, time: $0.time), index: $0.index)
        }
        for index in repeated {
            guard let first = firstTime(of: breaks[index]), let interval = breaks[index].repeatAfter else { continue }
            found += repetitions(of: breaks[index], first: first, interval: interval, from: from, to: to).map { ($0, index) }
        }
        return found.sorted { ($0.occurrence.time, $0.index) < ($1.occurrence.time, $1.index) }.map(\.occurrence)
    }

    private func firstTime(of adBreak: AdBreak) -> Double? {
        switch adBreak.offset {
        case .preRoll: adBreak.repeatAfter == nil ? nil : 0
        case .postRoll: nil
        case .midRoll, .mark, .date: adBreak.place ?? time(of: adBreak.offset)
        }
    }

    private func repetitions(
        of adBreak: AdBreak, first: Double, interval: Double, from: Double, to: Double
    ) -> [Occurrence] {
        let lowest = adBreak.offset == .preRoll ? 1 : 0
        let end = min(to, duration.map { $0.nextDown } ?? to)
        let last = ((end - first) / interval).rounded(.down)
        guard last >= Double(lowest), last < 1e9 else { return [] }
        let start = max(Double(lowest), ((from - first) / interval).rounded(.down) + 1)
        let count = min(Int(saturating: max(0, last - max(start, 0) + 1)), Self.maximumRepetitions)
        return (0..<count).map { step in
            let repetition = Int(saturating: last) - count + 1 + step
            return Occurrence(adBreak: adBreak, repetition: repetition, time: first + Double(repetition) * interval)
        }.filter { $0.time > from }
    }

    private func allowed(_ due: [Occurrence], now: Double) -> [Occurrence] {
        guard isAllowed else { return [] }
        if let lastEnd, rules.timeBetweenAds > 0, now - lastEnd < rules.timeBetweenAds { return [] }
        return due.filter { occurrence in
            let adBreak = occurrence.adBreak
            return isUnplayed(occurrence) || (adBreak.playsAgain || rules.playsAgain && !adBreak.isOnce) && adBreak.offset.isInContent
        }
    }

    private func isUnplayed(_ occurrence: Occurrence) -> Bool {
        !played.contains(Key(id: occurrence.adBreak.id, repetition: occurrence.repetition))
    }
}
