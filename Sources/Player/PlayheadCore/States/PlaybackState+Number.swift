/// A type with integer raw values in addition to its declared raw values.
///
/// An enumeration has one `rawValue` of its own. The `rawValue` of this protocol is used where the context requires an `Int`, the
/// enumeration's own one everywhere else.
public protocol NumberedState {
    /// The number.
    var number: Int { get }
}

extension NumberedState {
    /// The number, in a context that requires an `Int`: `let number: Int = state.rawValue`.
    public var rawValue: Int { number }
}

extension PlaybackState: NumberedState {
    /// The number of the state: 0 for `idle`, then `opening`, `ready`, `buffering`, `play`, `playing`, `pausing`, `paused`, `stopping`,
    /// `seeking`, `ended` and 11 for `error`. The numbers are stable.
    public var number: Int {
        switch self {
        case .idle: 0
        case .opening: 1
        case .ready: 2
        case .buffering: 3
        case .play: 4
        case .playing: 5
        case .pausing: 6
        case .paused: 7
        case .stopping: 8
        case .seeking: 9
        case .ended: 10
        case .error: 11
        }
    }

    /// Makes the state with a number; `nil` if there is none.
    public init?(rawValue number: Int) {
        guard let state = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = state
    }
}
