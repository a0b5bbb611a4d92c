import Dispatch
import Foundation
import Synchronization

/// Tells the sound server and the players of a process what their sound is for.
///
/// Every call may come from any thread and returns at once: nothing waits for the server. Players and outputs use ``shared`` unless they are
/// given another. What it means on Linux is a table in `docs/AUDIO_SESSION.md`.
public final class AudioSession: Sendable {
    /// The process's session.
    public static let shared = AudioSession()

    private struct State {
        var machine = AudioSessionMachine()
        var listeners: [Int: @Sendable (Event) -> Void] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())
    /// Tells events one after the other, without keeping who caused them.
    private let queue = DispatchQueue(label: "playhead.audio-session")

    /// Makes a session of its own, for tests and for players that are none of the app's.
    public init() {}

    // MARK: Settings

    /// Sets what the sound is for. Streams that are open follow.
    /// - Throws: ``Refusal`` where the category does not have the mode; then nothing changes.
    public func setCategory(_ category: Category, mode: Mode = .default, options: CategoryOptions = []) throws(Refusal) {
        let policy = try AudioPolicy(category, mode: mode, options: options)
        change { $0.set(policy) }
    }

    /// Takes the session into use, or gives it up, whereupon players pause. A player that plays takes it into use by itself.
    /// - Throws: ``Refusal/interrupted`` where it is to be used while somebody else needs to be heard.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws(Refusal) {
        guard !active || !isInterrupted else { throw .interrupted }
        change { $0.setActive(active) }
    }

    /// What the settings mean.
    public var policy: AudioPolicy { state.withLock { $0.machine.policy } }
    /// What sound means to the app.
    public var category: Category { policy.category }
    /// What kind of sound it is.
    public var mode: Mode { policy.mode }
    /// The category's options.
    public var categoryOptions: CategoryOptions { policy.options }
    /// Whether it is in use.
    public var isActive: Bool { state.withLock { $0.machine.isActive } }
    /// Whether somebody else needs to be heard now.
    public var isInterrupted: Bool { state.withLock { $0.machine.isInterrupted } }

    // MARK: Listening

    /// Hears what happens, in order, until the token goes. NotificationCenter tells the same (``interruptionNotification``,
    /// ``routeChangeNotification``).
    /// - Parameter body: Called on a queue of the session's.
    public func listen(_ body: @escaping @Sendable (Event) -> Void) -> Token {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.listeners[state.lastNumber] = body
            return state.lastNumber
        }
        return Token { [weak self] in self?.state.withLock { $0.listeners[number] = nil } }
    }

    /// Keeps a registration; it ends when this goes.
    public final class Token: Sendable {
        private let cancel: @Sendable () -> Void

        init(_ cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

        deinit { cancel() }
    }

    /// A player plays: the session is in use.
    package func noteUse() {
        if !isActive { change { $0.setActive(true) } }
    }

    /// Changes the machine and tells what comes of it.
    func change(_ body: (inout AudioSessionMachine) -> [Event]) {
        state.withLock { state in
            let events = body(&state.machine)
            guard !events.isEmpty else { return }
            // Under the lock, so that what happened first is told first.
            queue.async { [self] in
                for event in events { tell(event) }
            }
        }
    }

    /// Calls back when all that has happened is told; for tests.
    package func settled(_ done: @escaping @Sendable () -> Void) { queue.async(execute: done) }

    private func tell(_ event: Event) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener(event) }
        guard let (name, info) = event.notification else { return }
        Task { @MainActor in NotificationCenter.default.post(name: name, object: self, userInfo: info) }
    }

    // MARK: Streams

    /// An output opens a stream: it goes by the session until it is closed.
    /// - Parameter onPolicyChange: Called on a queue of the session's.
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
