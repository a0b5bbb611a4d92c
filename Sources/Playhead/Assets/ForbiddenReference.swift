import PlayheadTransport
import Synchronization

/// Records the first reference that was not followed.
final class ForbiddenReference: Sendable {
    private let state = Mutex<LoadError?>(nil)

    /// The error of the first such reference, or `nil`.
    var error: LoadError? { state.withLock { $0 } }

    func note(_ error: LoadError) {
        state.withLock { if $0 == nil { $0 = error } }
    }
}
