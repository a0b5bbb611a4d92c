#if canImport(CWebKit)
    import CWebKit
    import Foundation
    import Playhead
    import PlayheadGTK
    import PlayheadOverlay
    import PlayheadOverlayGTK
    import PlayheadOverlayServer

    /// A window with a player, and overlays whose page echoes messages, or sends a flood of them.
    @MainActor
    final class OverlayMeasurement {
        /// Observes the messages of the page.
        private final class Listener: OverlayPlugin {
            var onMessage: ((OverlayMessage) -> Void)?
            func create(host: OverlayHost) {}
            func receive(_ message: OverlayMessage) { onMessage?(message) }
        }

        private static let page = """
            import { connect } from "/playhead/overlay.js";
            const overlay = connect({ development: false });
            overlay.on("appMessage", ({ jsonString }) => {
              if (jsonString !== "\\"flood\\"") return overlay.send("bridgeMessage", { jsonString });
              for (let i = 0; i < 100000; i++) overlay.send("bridgeMute", { mute: false });
            });
            overlay.ready();
            """

        private let view = PlayerView()
        private let player: Player
        private let window: UnsafeMutablePointer<GtkWindow>
        private let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString)")

        /// Performs and prints all measurements.
        /// - Returns: The exit status.
        static func run(movie: URL) -> Int32 {
            guard gtk_init_check() != 0, let widget = gtk_window_new() else {
                print("There is no display.")
                return 1
            }
            let measurement = OverlayMeasurement(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self))
            Task {
                do { try await measurement.measure(movie) } catch { print("\(error)") }
                MainLoop.quit()
            }
            MainLoop.run()
            return 0
        }

        private init(_ window: UnsafeMutablePointer<GtkWindow>) {
            self.window = window
            var configuration = PlayerConfiguration()
            configuration.videoOutput = view.videoOutput
            player = Player(configuration: configuration)
            view.player = player
            gtk_window_set_default_size(window, 960, 540)
            gtk_window_set_child(window, view.widget)
            gtk_window_present(window)
        }

        private func measure(_ movie: URL) async throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data("<!doctype html><script type=\"module\" src=\"page.js\"></script>".utf8).write(
                to: folder.appending(path: "index.html"))
            try Data(Self.page.utf8).write(to: folder.appending(path: "page.js"))
            for isPlaying in [false, true] {
                if isPlaying { player.load(PlayerItem(url: movie)) }
                if isPlaying { player.play() }
                let what = isPlaying ? "while it plays" : "with nothing playing"
                try await measure("over the picture, \(what)", isFlooding: isPlaying, try OverlayView(folder: folder, over: view)) {
                    $0.pageURL
                }
                let screen = try await SecondScreen.start(.init(folder: folder))
                let browser = webkit_web_view_new()
                try await measure("WebSocket, \(what)", isFlooding: isPlaying, screen) { screen in
                    guard let browser else { return screen.pageURL }
                    view.addLayer(browser)
                    return screen.pageURL
                } opened: { screen in
                    let view = UnsafeMutableRawPointer(browser)?.assumingMemoryBound(to: WebKitWebView.self)
                    webkit_web_view_load_uri(view, screen.address?.absoluteString)
                }
                if let browser { view.removeLayer(browser) }
                await screen.stop()
            }
            player.release()
            await player.released()
        }

        private func measure<Page: ViewPlugin & BridgePlugin>(
            _ name: String, isFlooding: Bool, _ page: Page, url: (Page) -> URL, opened: (Page) -> Void = { _ in }
        ) async throws {
            let listener = Listener()
            var configuration = OverlayConfiguration(url: url(page))
            configuration.notificationCenter = NotificationCenter()
            configuration.limits.messagesPerSecond = 100_000
            let plugin = PlayheadPlayerPlugin(player: player)
            let overlay = Overlay(configuration, page: page, player: plugin, plugins: [listener])
            overlay.load()
            opened(page)
            try await until("ready") { overlay.phase == .ready }
            try await measureTrips(name, overlay, listener: listener)
            overlay.destroy()
            guard isFlooding else { return }
            // The default limits apply here.
            configuration.limits = OverlayLimits()
            let flooded = Overlay(configuration, page: page, player: PlayheadPlayerPlugin(player: player), plugins: [listener])
            flooded.load()
            opened(page)
            try await until("ready") { flooded.phase == .ready }
            let (before, clock) = (player.statistics, ContinuousClock())
            let start = clock.now
            flooded.send(.appMessage(jsonString: "\"flood\""))
            try await until("the end of the flood") { flooded.phase == .ended }
            let ended = clock.now - start
            let rest = 3
            try await Task.sleep(for: .seconds(rest))
            let after = player.statistics
            print(
                "100,000 messages, \(name): the page is unloaded after \(ended); "
                    + "\(after.framesShown - before.framesShown) frames shown, \(after.framesDropped - before.framesDropped) dropped meanwhile and in \(rest) s after it"
            )
            flooded.destroy()
        }

        private func measureTrips(_ name: String, _ overlay: Overlay, listener: Listener) async throws {
            let count = 2000
            var (times, clock) = ([Double](), ContinuousClock())
            for number in 0..<count {
                let said = OverlayMessage.bridgeMessage(jsonString: "\(number)")
                let start = clock.now
                await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                    listener.onMessage = { message in
                        guard message == said else { return }
                        listener.onMessage = nil
                        done.resume()
                    }
                    overlay.send(.appMessage(jsonString: "\(number)"))
                }
                let taken = clock.now - start
                times.append(Double(taken.components.attoseconds) * 1e-15 + Double(taken.components.seconds) * 1000)
                // The rate stays within the page's limits.
                try await Task.sleep(for: .milliseconds(2))
            }
            times.sort()
            let text = { (share: Double) in
                String(format: "%.3f", times[min(count - 1, Int(saturating: share * Double(count), rounding: .towardZero))])
            }
            print("Round trips, \(name), ms: median \(text(0.5)), 99 % \(text(0.99)), most \(text(1))")
        }

        private func until(_ what: String, _ condition: () -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(20)
            while !condition() {
                guard ContinuousClock.now < deadline else { throw CocoaError(.userCancelled) }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }
#endif
