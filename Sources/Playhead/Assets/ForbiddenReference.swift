import PlayheadTransport
import Synchronization

/// Remembers the first reference that was not followed.
final class ForbiddenReference: Sendable {
    private let state = Mutex<LoadError?>(nil)

    /// The first one, or `nil`.
    var error: LoadError? { state.withLock { $0 } }

    func note(_ error: LoadError) {
        state.withLock { if $0 == nil { $0 = error } }
    }
}
