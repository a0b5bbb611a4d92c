import Synchronization

/// Shares a bandwidth among those who send: each reserves its bytes and waits until they may go.
final class Pacer: Sendable {
    private struct State {
        var bytesPerSecond: Double?
        /// When what was reserved so far has been sent.
        var free = -Double.infinity
    }

    private let state: Mutex<State>

    /// - Parameter bytesPerSecond: The limit; nil, or nothing that can be kept to, is none.
    init(bytesPerSecond: Double?) {
        state = Mutex(State(bytesPerSecond: Self.valid(bytesPerSecond)))
    }

    var bytesPerSecond: Double? {
        get { state.withLock { $0.bytesPerSecond } }
        set { state.withLock { $0.bytesPerSecond = Self.valid(newValue) } }
    }

    /// How many bytes to send at once, so that the limit is kept smoothly: what goes in a fortieth of a second. Nil without a limit.
    var pieceLength: Int? {
        bytesPerSecond.map { max(1, Int(min($0 / 40, 65_536))) }
    }

    /// Reserves the time that bytes take.
    ///
    /// - Returns: When they will have gone through: the moment to hand them on. Nil without a limit.
    func reserve(_ count: Int, now: Double) -> Double? {
        state.withLock { state in
            guard let rate = state.bytesPerSecond else { return nil }
            state.free = max(state.free, now) + Double(count) / rate
            return state.free
        }
    }

    private static func valid(_ rate: Double?) -> Double? {
        guard let rate, rate > 0, rate.isFinite else { return nil }
        return rate
    }
}
