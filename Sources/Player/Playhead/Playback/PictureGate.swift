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

    /// Lets pictures through, beginning with the last one.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = nil }
            if let waiting = state.waiting { (state.only, state.hasShown) = (waiting, true) }
            return state.waiting
        }
        if let waiting { output.present(waiting) }
    }

    /// Blocks pictures, because another engine is current.
    func shut() {
        state.withLock { $0 = State(waiting: $0.isOpen ? $0.only : $0.waiting, hasShown: $0.hasShown) }
    }

    func present(_ picture: VideoPicture) {
        let isOpen = state.withLock { state in
            if state.isOpen {
                (state.only, state.hasShown) = (state.hasShown ? nil : picture, true)
            } else {
                state.waiting = picture
            }
            return state.isOpen
        }
        if isOpen { output.present(picture) }
    }

    func clear() {
        let isOpen = state.withLock { state in
            (state.waiting, state.only) = (nil, nil)
            return state.isOpen
        }
        if isOpen { output.clear() }
    }
}

/// Whether the current engine may show its first picture before playback starts: set by the session, read by the engine on any thread.
final class FirstPicturePermission: Sendable {
    private let isGranted = Atomic(false)

    /// Grants or revokes the permission.
    /// - Returns: Whether that changes it.
    @discardableResult
    func set(_ isGranted: Bool) -> Bool { self.isGranted.exchange(isGranted, ordering: .relaxed) != isGranted }

    /// Whether the permission is granted now.
    var isGrantedNow: Bool { isGranted.load(ordering: .relaxed) }
}
