/// Keeps an observation or a listener's registration; it ends when this goes.
@MainActor
public final class ObservationToken {
    private var cancel: (@MainActor () -> Void)?

    init(_ cancel: @escaping @MainActor () -> Void) { self.cancel = cancel }

    /// Ends it now: nothing more is heard, not even the rest of what is being told. May be called again.
    public func invalidate() {
        cancel?()
        cancel = nil
    }

    isolated deinit { cancel?() }
}
