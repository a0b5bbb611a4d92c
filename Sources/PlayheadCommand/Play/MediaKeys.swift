import Foundation
import Playhead
import PlayheadArguments
import PlayheadNowPlaying

/// The session's media keys and lock-screen controls.
@MainActor
final class MediaKeys {
    private let controller: NowPlayingController
    /// Whether a problem would be written across the live view.
    private let isScreenTaken: Bool
    private var problem: String?

    /// - Parameter commands: Carries out what somebody asks of the program rather than of its player.
    init(_ player: Player, isScreenTaken: Bool, commands: @escaping @MainActor @Sendable (ControlCommand) -> Void) {
        self.isScreenTaken = isScreenTaken
        var options = NowPlayingOptions()
        options.applicationName = "Playhead"
        options.busName = "playhead"
        options.desktopEntry = "playhead"
        options.onQuit = { commands(.quit) }
        options.onOpen = { url in
            commands(.load(url.absoluteString))
            commands(.play)
        }
        controller = NowPlayingController(player: player, options: options)
        controller.onAvailability = { [weak self] availability in self?.hear(availability) }
    }

    /// Whether there is a session bus, or should be one.
    static var hasBus: Bool {
        let environment = ProcessInfo.processInfo.environment
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return true }
        return environment["XDG_RUNTIME_DIR"].map { FileManager.default.fileExists(atPath: $0 + "/bus") } ?? false
    }

    func close() { controller.close() }

    /// Says what could not be said before, as the screen was taken.
    func tellProblems() {
        if let problem { standardError(problem) }
        problem = nil
    }

    private func hear(_ availability: NowPlayingAvailability) {
        guard case .unavailable(let reason) = availability else { return }
        problem = "No media keys and lock-screen controls: \(reason)."
        if !isScreenTaken { tellProblems() }
    }
}
