import PlayheadCore

/// Knows which breaks are due when, for one player. A value without clocks: times are told.
public struct AdBreakPlanner: Sendable {
    /// A break at one of its times: breaks can be repeated.
    public struct Occurrence: Sendable, Hashable {
        /// The break.
        public var adBreak: AdBreak
        /// Which time it is, from 0.
        public var repetition: Int
        /// Its place in the content, in seconds; 0 before it, the duration or infinity after it.
        public var time: Double
        /// How much of it is over already, in seconds: a live stream was joined in the middle of it.
        public var elapsed = 0.0
    }

    private struct Key: Hashable {
        var id: String
        var repetition: Int
    }

    /// The breaks of the item.
    public private(set) var breaks: [AdBreak] = []
    private let rules: AdRules
    private var isAllowed = true
    private var duration: Double?
    private var dates: DateMap?
    private var played: Set<Key> = []
    private var lastEnd: Double?

    /// Makes one without an item.
    public init(rules: AdRules = AdRules()) { self.rules = rules }

    // MARK: what is known

    /// A new item.
    /// - Parameter number: Its number in the playlist, from 1.
    public mutating func begin(item number: Int, breaks: [AdBreak]) {
        self.breaks = breaks
        isAllowed = rules.allowsAds(onItem: number)
        duration = nil
        dates = nil
        played = []
    }

    /// The schedule of the item is known, or known better; what was played stays so.
    public mutating func update(breaks: [AdBreak]) { self.breaks = breaks }

    /// The content's duration in seconds; `nil` for live content, in which percentages have no place.
    public mutating func update(duration: Double?) { self.duration = duration }

    /// Which dates belong to the content's timeline.
    public mutating func update(dates: DateMap) { self.dates = dates }

    /// A break was played, or tried in vain; it is not due again unless rules say so.
    /// - Parameter now: When it ended, in seconds of any clock that goes on.
    public mutating func ended(_ occurrence: Occurrence, at now: Double) {
        played.insert(Key(id: occurrence.adBreak.id, repetition: occurrence.repetition))
        lastEnd = now
    }

    // MARK: what is due

    /// The breaks before the content.
    /// - Parameters:
    ///   - position: Where the content starts, in seconds.
    ///   - isBeginning: Whether that is its beginning: 0, or for live content where it is joined.
    public func dueBefore(contentAt position: Double, isBeginning: Bool, now: Double) -> [Occurrence] {
        var due = occurrences { $0.offset == .preRoll && (isBeginning || rules.startOnSeek == .pre || $0.isForEveryStart) }
        // A break at 0 seconds can only be shown before the content.
        if isBeginning, position <= 0 { due += midRolls(from: -.infinity, to: 0) }
        return allowed(due, now: now)
    }

    /// The break that is under way where a live stream is joined, of several the one that began last; the rest of it is shown.
    public func due(joiningAt position: Double, now: Double) -> [Occurrence] {
        let under = breaks.compactMap { adBreak -> Occurrence? in
            guard let span = adBreak.span, adBreak.offset.position == .mid, let time = firstTime(of: adBreak), time < position,
                position < time + span
            else { return nil }
            return Occurrence(adBreak: adBreak, repetition: 0, time: time, elapsed: position - time)
        }
        return allowed(under, now: now).max { $0.time < $1.time }.map { [$0] } ?? []
    }

    /// The breaks that playing has come to, in order.
    /// - Parameters:
    ///   - from: Where the playhead was the last time, in seconds.
    ///   - to: Where it is now.
    public func due(playingFrom from: Double, to: Double, now: Double) -> [Occurrence] {
        allowed(midRolls(from: from, to: to), now: now)
    }

    /// The breaks that a seek is held up by: of those passed over only the last, which may be several at one place.
    public func due(seekingFrom from: Double, to: Double, now: Double) -> [Occurrence] {
        let passed = allowed(midRolls(from: from, to: to), now: now)
        guard let last = passed.last else { return [] }
        return passed.filter { $0.time == last.time }
    }

    /// The breaks after the content.
    public func dueAfterContent(now: Double) -> [Occurrence] {
        allowed(occurrences { $0.offset == .postRoll }, now: now)
    }

    /// The next break in the content behind a position, to load it ahead of time.
    public func next(after position: Double, now: Double) -> Occurrence? {
        // Counted apart from the position: beyond 2^53 seconds a sum with one second is the same number.
        var reach = 1.0
        while true {
            let end = position + reach
            if let next = allowed(midRolls(from: position, to: end), now: now).first { return next }
            guard reach < Self.farthest, end < duration ?? .infinity else { return nil }
            reach *= 16
        }
    }

    /// Whether a seek would pass over a break that must be seen (HLS `X-RESTRICT`): where it has to stop, in seconds.
    public func barrier(from: Double, to: Double) -> Double? {
        midRolls(from: from, to: to).first { $0.adBreak.restrictions.forbidsJumping && isUnplayed($0) }?.time
    }

    // MARK: places

    /// As far as breaks are looked for ahead, in seconds.
    private static let farthest = 1e6
    /// Repetitions of a break that one look may find; more are not passed over in one step but by a seek, which plays one.
    private static let maximumRepetitions = 1000

    /// The place of a break in the content, in seconds; `nil` while it isn't known.
    public func time(of offset: AdBreakOffset) -> Double? {
        switch offset {
        case .preRoll: return 0
        case .postRoll: return duration ?? .infinity
        case .date(let date): return dates?.time(of: date)
        case .mark: return nil
        case .midRoll(let offset):
            guard let time = offset.seconds(of: duration) else { return nil }
            // Behind the end there is no content to come back to.
            if let duration, time >= duration { return nil }
            return time
        }
    }

    private func occurrences(where isIncluded: (AdBreak) -> Bool) -> [Occurrence] {
        breaks.filter(isIncluded).map { Occurrence(adBreak: $0, repetition: 0, time: time(of: $0.offset) ?? 0) }
    }

    /// The breaks in the content with `from < time <= to`, in the order of their times; of those at the same time the schedule's order.
    private func midRolls(from: Double, to: Double) -> [Occurrence] {
        guard to > from else { return [] }
        var found: [Occurrence] = []
        for adBreak in breaks {
            guard let first = firstTime(of: adBreak) else { continue }
            if let interval = adBreak.repeatAfter, interval > 0 {
                found += repetitions(of: adBreak, first, interval, from, to)
            } else if first > from, first <= to, adBreak.offset.position == .mid {
                found.append(Occurrence(adBreak: adBreak, repetition: 0, time: first))
            }
        }
        return found.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private func firstTime(of adBreak: AdBreak) -> Double? {
        switch adBreak.offset {
        case .preRoll: adBreak.repeatAfter == nil ? nil : 0
        case .postRoll: nil
        case .midRoll, .mark, .date: adBreak.place ?? time(of: adBreak.offset)
        }
    }

    private func repetitions(
        of adBreak: AdBreak, _ first: Double, _ interval: Double, _ from: Double, _ to: Double
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
            return isUnplayed(occurrence) || (adBreak.playsAgain || rules.playsAgain && !adBreak.isOnce) && adBreak.offset.position == .mid
        }
    }

    private func isUnplayed(_ occurrence: Occurrence) -> Bool {
        !played.contains(Key(id: occurrence.adBreak.id, repetition: occurrence.repetition))
    }
}
