import PlayheadEngine

/// The isolation of one session: the serial executor on which the session and all its parts run.
///
/// The executor is the session's own queue or an executor on a shared thread, which need neither the main thread nor a run loop, or that of
/// the main actor, so that code on the main actor enters the session synchronously. The session is another actor on the same executor, so that tasks do not retain it.
actor SessionIsolation {
    private let executor: (any SerialExecutor)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor }

    /// - Parameter executor: The executor to run on; `nil` for that of the main actor.
    init(on executor: (any SerialExecutor)?) { self.executor = executor }

    /// Creates the isolation of a session without a player: its own queue, or, if nothing is decoded, an executor on a shared thread.
    init(for configuration: PlayerConfiguration) {
        self.init(on: configuration.decoding == .none ? ThreadExecutor.shared() : QueueExecutor(label: "playhead.session"))
    }

    /// Whether the main actor's executor is used.
    nonisolated var isMain: Bool { executor == nil }

    /// Starts a task on the executor. Must be called on the executor; tasks start in the order of calls.
    nonisolated func begin(_ body: @escaping @Sendable (isolated SessionIsolation) async -> Void) -> Task<Void, Never> {
        assumeIsolated { $0.task(body) }
    }

    /// Performs work on the executor; from any thread.
    @discardableResult
    nonisolated func enter(_ body: @escaping @Sendable (isolated SessionIsolation) async -> Void) -> Task<Void, Never> {
        Task { await body(self) }
    }

    /// Returns a function that requests a call of `turn` on the executor, from any thread; `nil` if the executor has no loop.
    nonisolated func loop(_ turn: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
        guard let executor = executor as? ThreadExecutor else { return nil }
        executor.setLoop(turn)
        return { executor.wake() }
    }

    private func task(_ body: @escaping @Sendable (isolated SessionIsolation) async -> Void) -> Task<Void, Never> {
        Task { await body(self) }
    }
}

/// A weak reference to a part of a session, for tasks that continue on the part.
///
/// `@unchecked Sendable`: the reference never changes, and is read on the executor of the session only, which ``part(on:)`` requires; that it becomes
/// `nil` on another thread is made safe by the runtime.
struct WeakPart<Part: AnyObject>: @unchecked Sendable {
    private weak var reference: Part?

    init(_ part: Part) { reference = part }

    /// Returns the part, or `nil` if it was deallocated with its session.
    func part(on isolation: isolated SessionIsolation) -> Part? { reference }
}
