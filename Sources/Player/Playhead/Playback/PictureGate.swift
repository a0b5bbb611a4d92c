import PlayheadEngine
import Synchronization

/// A gate between an engine and the video output that all engines of a player share: only the current engine shows and clears pictures.
final class PictureGate: VideoOutput {
    private struct State {
        var isOpen = false
        /// The last picture of an engine that is not current yet.
        var waiting: VideoPicture?
        /// The picture that was shown, if it is the only one: it is shown again after an ad that began before playback.
        var only: VideoPicture?
        var hasShown = false
    }

    private let output: any VideoOutput
    private let state = Mutex(State())

    init(_ output: any VideoOutput) { self.output = output }

    // The output is called under the lock, so that no picture follows a later one, or one of the engine that is current next.

    /// Lets pictures through, beginning with the last one.
    func open() {
        state.withLock { state in
            state.isOpen = true
            guard let waiting = state.waiting else { return }
            state.waiting = nil
            (state.only, state.hasShown) = (waiting, true)
            output.present(waiting)
        }
    }

    /// Blocks pictures, because another engine is current.
    func shut() {
        state.withLock { $0 = State(waiting: $0.isOpen ? $0.only : $0.waiting, hasShown: $0.hasShown) }
    }

    func present(_ picture: VideoPicture) {
        state.withLock { state in
            guard state.isOpen else {
                state.waiting = picture
                return
            }
            (state.only, state.hasShown) = (state.hasShown ? nil : picture, true)
            output.present(picture)
        }
    }

    func clear() {
        state.withLock { state in
            (state.waiting, state.only) = (nil, nil)
            if state.isOpen { output.clear() }
        }
    }
}

/// Whether the current engine may show its first picture before playback starts: set by the session, read by the engine on any thread.
///
/// No command: the thread that opens a stream asks before the engine is open, and a pause revokes the permission at once.
final class FirstPicturePermission: Sendable {
    private let isGranted = Atomic(false)

    /// Grants or revokes the permission.
    func set(_ isGranted: Bool) { self.isGranted.store(isGranted, ordering: .relaxed) }

    /// Whether the permission is granted now.
    var isGrantedNow: Bool { isGranted.load(ordering: .relaxed) }
}
