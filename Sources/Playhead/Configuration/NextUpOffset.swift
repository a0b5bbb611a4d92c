/// From where on a view shows what comes next.
public enum NextUpOffset: Sendable, Hashable {
    /// So many seconds from the beginning, or, if below 0, from the end.
    case seconds(Double)
    /// At so many percent of the duration, 0 to 100, but not later than five seconds before the end.
    case percent(Double)

    /// Where that is in an item of `duration` seconds.
    func position(in duration: Double) -> Double {
        switch self {
        case .seconds(let seconds): seconds < 0 ? duration + seconds : seconds
        case .percent(let percent): min(duration * percent / 100, duration - 5)
        }
    }
}
