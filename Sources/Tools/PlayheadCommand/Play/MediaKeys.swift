import Foundation
import Playhead
import PlayheadArguments
import PlayheadNowPlaying

/// The media keys and lock-screen controls of the session.
@MainActor
final class MediaKeys {
    private let controller: NowPlayingController
    /// Whether the live view uses the screen, which a message would overwrite.
    private let isScreenTaken: Bool
    private var problem: String?

    /// Publishes the player to the media keys of the desktop. `commands` is called with commands for the program rather than its player.
    init(_ player: Player, isScreenTaken: Bool, commands: @escaping @MainActor @Sendable (ControlCommand) -> Void) {
        self.isScreenTaken = isScreenTaken
        var options = NowPlayingOptions()
        options.applicationName = "Playhead"
        options.busName = "playhead"
        options.desktopEntry = "playhead"
        options.onQuit = { commands(.quit) }
        let (assetOptions, loader) = (player.configuration.network.assetOptions, player.configuration.network.loader)
        options.onOpen = { url in
            Task {
                // Any client of the bus may call this: what plays is kept if the URL is no media.
                guard await Self.canOpen(url, assetOptions, loader) else { return }
                commands(.load(url.absoluteString))
                commands(.play)
            }
        }
        controller = NowPlayingController(player: player, options: options)
        controller.onAvailability = { [weak self] availability in self?.handle(availability) }
    }

    /// Whether a session bus exists, or is expected.
    static var hasBus: Bool {
        let environment = ProcessInfo.processInfo.environment
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return true }
        return environment["XDG_RUNTIME_DIR"].map { FileManager.default.fileExists(atPath: $0 + "/bus") } ?? false
    }

    /// Whether a URL is that of media, or of a folder, feed or list with items. A folder of a server is not requested.
    private static func canOpen(_ url: URL, _ options: AssetOptions, _ loader: (any Loader)?) async -> Bool {
        if url.isFileURL {
            let urls = await LocationReader.read([url], options: options).entries.map { $0.sources.first?.url }
            // A file that is neither a folder nor a list is its own item.
            guard urls == [url] else { return !urls.isEmpty }
        } else if url.hasDirectoryPath {
            return true
        } else if Feed.isNamed(url) {
            return await hasItems(url, options, loader)
        }
        do { return try await Asset(url: url, options: options, loader: loader).load(.isPlayable) } catch {
            guard (error as? PlaybackError)?.kind == .listOfItems else { return false }
            return await hasItems(url, options, loader)
        }
    }

    private static func hasItems(_ url: URL, _ options: AssetOptions, _ loader: (any Loader)?) async -> Bool {
        do { return try await !Feed.load(from: url, options: options, loader: loader).entries.isEmpty } catch { return false }
    }

    func close() { controller.close() }

    /// Prints the problem that could not be printed while the live view used the screen.
    func printProblems() {
        if let problem { standardError(problem) }
        problem = nil
    }

    private func handle(_ availability: NowPlayingAvailability) {
        guard case .unavailable(let reason) = availability else { return }
        problem = "No media keys and lock-screen controls: \(reason)."
        if !isScreenTaken { printProblems() }
    }
}
