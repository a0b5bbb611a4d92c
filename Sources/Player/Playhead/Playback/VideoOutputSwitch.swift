import PlayheadEngine
import Synchronization

/// The video output of a player's engines, which forwards pictures to the output of the app; the app can change its output at any time.
final class VideoOutputSwitch: VideoOutput {
    private struct State {
        var target: (any VideoOutput)?
        /// The current picture, for an output that is set during a pause.
        var shown: VideoPicture?
    }

    private let state: Mutex<State>

    init(_ target: (any VideoOutput)?) { state = Mutex(State(target: target)) }

    /// The output of the app. A new output receives the current picture, the previous one is cleared.
    var target: (any VideoOutput)? {
        get { state.withLock { $0.target } }
        set {
            // Under the lock, so that no picture reaches an output after it is cleared.
            let previous = state.withLock { state in
                let previous = state.target
                guard previous !== newValue else { return previous }
                previous?.clear()
                state.target = newValue
                if let shown = state.shown { newValue?.present(shown) }
                return previous
            }
            // Released after unlocking, because that may run code of the app.
            withExtendedLifetime(previous) {}
        }
    }

    func present(_ picture: VideoPicture) {
        state.withLock { state in
            state.shown = picture
            state.target?.present(picture)
        }
    }

    func clear() {
        state.withLock { state in
            state.shown = nil
            state.target?.clear()
        }
    }
}
