#if canImport(CGtk) && canImport(CWebKit)
    import Foundation
    import Playhead
    import PlayheadArguments
    import PlayheadGTK
    import PlayheadOverlay
    import PlayheadOverlayGTK

    /// The overlay of the program's window. Playback does not depend on it.
    @MainActor
    final class DesktopOverlay {
        private let overlay: Overlay

        /// - Parameters:
        ///   - page: The value of `--overlay`.
        ///   - view: The view of the player.
        ///   - player: The player that the page controls.
        ///   - report: Called with each message of the page, the player and the overlay.
        /// - Throws: `CocoaError` if the folder does not exist.
        init(_ page: OverlayPageArgument, over view: PlayerView, player: Player, report: @escaping @MainActor (OverlayMessage) -> Void)
            throws
        {
            let shown =
                switch page {
                case .folder(let folder): try OverlayView(folder: folder, over: view)
                case .url(let url): OverlayView(url: url, over: view)
                }
            let plugin = PlayheadPlayerPlugin(player: player)
            plugin.stage = view
            overlay = Overlay(OverlayConfiguration(url: shown.pageURL), page: shown, player: plugin)
            overlay.onMessage = { message in
                report(message)
                switch message {
                case .overlayError(let error): standardError("Overlay: \(error.message) (\(error.code))")
                default: break
                }
            }
            overlay.load()
        }

        /// Sends the messages on standard input to the page, as an app does. Invalid messages are reported and skipped.
        func readMessages() {
            _ = LineReader(lines: { [weak self] lines in
                for line in lines {
                    guard case .text(let text) = line else {
                        standardError("A line of more than \(LineReader.maximumLength) bytes is ignored.")
                        continue
                    }
                    guard let message = OverlayMessage(text: text) else {
                        standardError("Invalid overlay message: \(text)")
                        continue
                    }
                    self?.overlay.send(message)
                }
            })
        }

        /// Reloads the page, also if it has ended.
        func reload() { overlay.load() }

        /// Ends the overlay.
        func close() { overlay.destroy() }
    }
#endif
