#if canImport(CGtk)
    import Foundation
    import Playhead

    /// Keeps the screen on and the machine awake during playback: by the desktop's portal, or, without one, by logind.
    ///
    /// GTK's `gtk_application_inhibit` is not used, because it waits for the session manager on the main thread, without a timeout.
    @MainActor
    final class SleepInhibitor {
        private enum Lock {
            /// A request of the portal, which is closed at its end.
            case portal(request: String)
            /// A descriptor of logind, which is closed at its end.
            case logind(Int32)
        }

        private static let portal = "org.freedesktop.portal.Desktop"

        private var wanted: SleepInhibition = []
        /// The inhibition that was requested last, with its lock; without one if nobody grants it.
        private var current: (inhibition: SleepInhibition, lock: Lock?) = ([], nil)
        private var isRequesting = false

        /// Prevents what the state of a player requires.
        func follow(_ player: Player) {
            let isMoving = [.play, .playing, .buffering, .seeking].contains(player.state)
            set(
                SleepInhibition(
                    isPlaying: player.intendsToPlay && (player.isInAdBreak || isMoving),
                    hasPictures: player.isInAdBreak || (player.currentItem?.presentationSize.width ?? 0) > 0,
                    isHidden: player.isInBackground))
        }

        /// Allows sleep again.
        func end() { set([]) }

        private func set(_ inhibition: SleepInhibition) {
            wanted = inhibition
            guard !isRequesting, wanted != current.inhibition else { return }
            let previous = current.lock
            current = (wanted, nil)
            guard !wanted.isEmpty else {
                release(previous)
                return
            }
            isRequesting = true
            request(wanted) { [weak self] lock in
                // The new lock exists before the previous one ends.
                self?.release(previous)
                guard let self else { return }
                current.lock = lock
                isRequesting = false
                set(wanted)
            }
        }

        private func request(_ inhibition: SleepInhibition, _ completion: @escaping @MainActor @Sendable (Lock?) -> Void) {
            let byPortal = BusCall(
                bus: .session, service: Self.portal, path: "/org/freedesktop/portal/desktop",
                interface: "org.freedesktop.portal.Inhibit", method: "Inhibit",
                arguments: "('', uint32 \(inhibition.rawValue), {'reason': <'Playing'>})", result: .objectPath)
            let byLogind = BusCall(
                bus: .system, service: "org.freedesktop.login1", path: "/org/freedesktop/login1",
                interface: "org.freedesktop.login1.Manager", method: "Inhibit",
                arguments: "('\(inhibition.logindNames)', 'Playhead', 'Playing', 'block')", result: .descriptor)
            byPortal.send { reply in
                if case .objectPath(let request) = reply { return completion(.portal(request: request)) }
                byLogind.send { reply in
                    guard case .descriptor(let descriptor) = reply else { return completion(nil) }
                    completion(.logind(descriptor))
                }
            }
        }

        private func release(_ lock: Lock?) {
            switch lock {
            case .portal(let request):
                BusCall.notify(service: Self.portal, path: request, interface: "org.freedesktop.portal.Request", method: "Close")
            case .logind(let descriptor): close(descriptor)
            case nil: break
            }
        }
    }
#endif
