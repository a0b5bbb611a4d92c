/// A token for an observation or a listener, which ends when the token is released.
@MainActor
public final class ObservationToken {
    private var cancel: (@MainActor () -> Void)?

    init(_ cancel: @escaping @MainActor () -> Void) { self.cancel = cancel }

    /// Ends the observation now: no further call is made, not even for the event in progress. Can be called several times.
    public func invalidate() {
        cancel?()
        cancel = nil
    }

    isolated deinit { cancel?() }
}
