import Playhead

/// How far what is shown was behind the wall clock, by the dates of the playlist: from when the origin says that an instant happened until it is on the
/// screen. Right where the origin's clock is right.
struct LatencyMeter {
    private(set) var least = Double.infinity
    private(set) var most = -Double.infinity
    private var sum = 0.0
    private(set) var count = 0
    /// How far behind the live edge the origin asks to be, in seconds.
    private(set) var target: Double?

    /// Takes a moment of playing into account.
    /// - Parameters:
    ///   - wall: The wall clock then, in seconds since 1970.
    ///   - date: The date of what is shown, likewise.
    ///   - target: How far behind the live edge the origin asks to be, in seconds.
    mutating func note(wall: Double, date: Double, target: Double?) {
        let latency = wall - date
        least = min(least, latency)
        most = max(most, latency)
        sum += latency
        count += 1
        self.target = target ?? self.target
    }

    var mean: Double { count > 0 ? sum / Double(count) : .nan }

    /// `nil` where nothing was live with dates.
    var value: EventValue {
        guard count > 0 else { return .null }
        return .object([
            "least": .double(least), "mean": .double(mean), "most": .double(most), "target": target.map { .double($0) } ?? .null,
        ])
    }
}
