import Dispatch
import Foundation
import Synchronization

/// Describes the purpose of the sound of a process to the sound server and to players.
///
/// Every method can be called on any thread and returns at once, without waiting for the server. Players and outputs use ``shared`` by
/// default. The table in `docs/AUDIO_SESSION.md` defines the behaviour on Linux.
public final class AudioSession: Sendable {
    /// The session of the process.
    public static let shared = AudioSession()

    private struct State {
        var machine = AudioSessionMachine()
        var listeners: [Int: @Sendable (Event) -> Void] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())
    /// Delivers events in order, without blocking the caller.
    private let queue = DispatchQueue(label: "playhead.audio-session")

    /// Creates a separate session, for tests and for players that do not share the app's.
    public init() {}

    // MARK: Settings

    /// Sets the purpose of the sound, also for open streams.
    /// - Throws: ``Refusal`` if the category does not support the mode; then nothing changes.
    public func setCategory(_ category: Category, mode: Mode = .default, options: CategoryOptions = []) throws(Refusal) {
        let policy = try AudioPolicy(category, mode: mode, options: options)
        change { $0.set(policy) }
    }

    /// Activates or deactivates the session; deactivation pauses players. A player activates its session when it plays.
    /// - Throws: ``Refusal/interrupted`` on activation during an interruption.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws(Refusal) {
        guard !active || !isInterrupted else { throw .interrupted }
        change { $0.setActive(active) }
    }

    /// The meaning of the settings on Linux.
    public var policy: AudioPolicy { state.withLock { $0.machine.policy } }
    /// The category.
    public var category: Category { policy.category }
    /// The mode.
    public var mode: Mode { policy.mode }
    /// The category's options.
    public var categoryOptions: CategoryOptions { policy.options }
    /// Whether the session is active.
    public var isActive: Bool { state.withLock { $0.machine.isActive } }
    /// Whether an interruption is in progress.
    public var isInterrupted: Bool { state.withLock { $0.machine.isInterrupted } }

    // MARK: Listening

    /// Observes events in order until the token is released. The same events are posted as notifications (``interruptionNotification``,
    /// ``routeChangeNotification``).
    /// - Parameter body: Called on the session's queue.
    /// - Returns: The token, whose release ends the observation.
    public func listen(_ body: @escaping @Sendable (Event) -> Void) -> Token {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.listeners[state.lastNumber] = body
            return state.lastNumber
        }
        // What the listener holds, which may be another token, is released after unlocking.
        return Token { [weak self] in _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) } }
    }

    /// A registration, which ends when the token is released.
    public final class Token: Sendable {
        private let cancel: @Sendable () -> Void

        init(_ cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

        deinit { cancel() }
    }

    /// Activates the session because a player plays.
    package func noteUse() {
        if !isActive { change { $0.setActive(true) } }
    }

    /// Changes the machine and delivers the resulting events.
    func change(_ body: (inout AudioSessionMachine) -> [Event]) {
        state.withLock { state in
            let events = body(&state.machine)
            guard !events.isEmpty else { return }
            // Enqueued under the lock to keep the order of events.
            queue.async { [self] in
                for event in events { deliver(event) }
            }
        }
    }

    /// Calls back when all earlier events were delivered; for tests.
    package func settled(_ done: @escaping @Sendable () -> Void) { queue.async(execute: done) }

    private func deliver(_ event: Event) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener(event) }
        guard let (name, info) = event.notification else { return }
        Task { @MainActor in NotificationCenter.default.post(name: name, object: self, userInfo: info) }
    }

    // MARK: Streams

    /// Registers a stream, which follows the session's policy until it is closed.
    /// - Parameter onPolicyChange: Called on the session's queue.
    /// - Returns: The stream.
    public func openStream(onPolicyChange: @escaping @Sendable (AudioPolicy) -> Void) -> AudioSessionStream {
        let token = listen { [weak self] event in
            if event == .policyChanged, let self { onPolicyChange(self.policy) }
        }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return AudioSessionStream(session: self, number: number, token: token)
    }
}
