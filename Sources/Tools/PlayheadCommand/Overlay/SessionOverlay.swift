import Foundation
import Playhead
import PlayheadOverlay
import PlayheadOverlayServer

/// The overlay of a session: a second screen in any browser. The session does not depend on it.
@MainActor
final class SessionOverlay {
    private let screen: SecondScreen
    private var overlay: Overlay?

    /// Starts serving.
    /// - Throws: `ListeningError` if the port is unavailable; `CocoaError` if the folder does not exist.
    init(_ options: SecondScreen.Options) async throws { screen = try await SecondScreen.start(options) }

    /// Connects a player. `note` is called with lines for the viewer.
    /// - Returns: The address of the page with its token; `nil` without one.
    func open(_ player: Player, note: @escaping @MainActor (String) -> Void) -> String? {
        let overlay = Overlay(OverlayConfiguration(url: screen.pageURL), page: screen, player: PlayheadPlayerPlugin(player: player))
        overlay.onMessage = { message in
            switch message {
            case .overlayReady: note("Overlay: connected.")
            case .overlayError(let error): note("Overlay: \(error.message) (\(error.code))")
            case .bridgeAppStatus(let status): note("Overlay: \(status.rawValue).")
            default: break
            }
        }
        self.overlay = overlay
        overlay.load()
        return screen.address?.absoluteString
    }

    /// Stops serving.
    func close() async {
        overlay?.destroy()
        overlay = nil
        await screen.stop()
    }
}
