import Synchronization

/// The policy of a server, which is known once it listens. From any thread.
final class PolicyBox: Sendable {
    private let box = Mutex(RequestPolicy(hosts: [], origins: [], token: ""))

    /// Before it is set nothing is let in.
    var policy: RequestPolicy { box.withLock { $0 } }

    func set(_ policy: RequestPolicy) { box.withLock { $0 = policy } }
}
