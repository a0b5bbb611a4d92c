/// A type with integer raw values besides the raw values that its declaration names.
///
/// An enumeration has one `rawValue` of its own. The one of this protocol is used where an `Int` is asked for, the enumeration's own one everywhere else.
public protocol NumberedState {
    /// The number.
    var number: Int { get }
}

extension NumberedState {
    /// The number, where an `Int` is asked for: `let number: Int = state.rawValue`.
    public var rawValue: Int { number }
}

extension PlaybackState: NumberedState {
    /// The state's number: 0 for `idle`, then `opening`, `ready`, `buffering`, `play`, `playing`, `pausing`, `paused`, `stopping`, `seeking`, `ended` and
    /// 11 for `error`. It never changes.
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

    /// Makes the state with a number; `nil` where there is none.
    public init?(rawValue number: Int) {
        guard let state = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = state
    }
}
