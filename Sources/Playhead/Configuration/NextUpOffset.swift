/// The position in an item from which a view shows the next item.
public enum NextUpOffset: Sendable, Hashable {
    /// The number of seconds from the start, or, if below 0, from the end.
    case seconds(Double)
    /// The percentage of the duration, 0 to 100, but at least five seconds before the end.
    case percent(Double)

    /// Returns the position in an item of `duration` seconds.
    func position(in duration: Double) -> Double {
        switch self {
        case .seconds(let seconds): seconds < 0 ? duration + seconds : seconds
        case .percent(let percent): min(duration * percent / 100, duration - 5)
        }
    }
}
