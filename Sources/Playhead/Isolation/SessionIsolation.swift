import PlayheadEngine

/// The isolation of one session: the serial executor on which the session and all its parts run.
///
/// It is a queue of the session's own, which needs neither the main thread nor a run loop, or the main actor's executor, so that what is isolated to the main actor can enter the session
/// without waiting. The session itself is another actor on the same executor: the tasks of its parts keep this one alive, and not the session.
actor SessionIsolation {
    private let queue: QueueExecutor?

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor }

    /// - Parameter queue: The queue to run on; `nil` for the main actor.
    init(on queue: QueueExecutor?) { self.queue = queue }

    /// Whether the main actor's executor is used.
    nonisolated var isMain: Bool { queue == nil }

    /// Begins a task on the executor. It is called on the executor; tasks start in the order of their calls.
    nonisolated func begin(_ body: @escaping @Sendable (isolated SessionIsolation) async -> Void) -> Task<Void, Never> {
        assumeIsolated { $0.task(body) }
    }

    /// Runs work on the executor; from any thread.
    @discardableResult
    nonisolated func enter(_ body: @escaping @Sendable (isolated SessionIsolation) async -> Void) -> Task<Void, Never> {
        Task { await body(self) }
    }

    private func task(_ body: @escaping @Sendable (isolated SessionIsolation) async -> Void) -> Task<Void, Never> {
        Task { await body(self) }
    }
}

/// A weak reference to a part of a session, for tasks that come back to it.
///
/// `@unchecked Sendable`: a part is created and used on its session's executor only, and the reference is read only there, which ``part(on:)`` requires.
struct WeakPart<Part: AnyObject>: @unchecked Sendable {
    private weak var reference: Part?

    init(_ part: Part) { reference = part }

    /// The part, unless it has gone with its session.
    func part(on isolation: isolated SessionIsolation) -> Part? { reference }
}
