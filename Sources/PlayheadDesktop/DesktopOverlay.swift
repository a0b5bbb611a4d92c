#if canImport(CGtk) && canImport(CWebKit)
    import Foundation
    import Playhead
    import PlayheadArguments
    import PlayheadGTK
    import PlayheadOverlay
    import PlayheadOverlayGTK
    import PlayheadOverlayPlayer

    /// The overlay of the program's window. Whatever happens to it, playback goes on.
    @MainActor
    final class DesktopOverlay {
        private let overlay: Overlay

        /// - Parameters:
        ///   - page: What `--overlay` says.
        ///   - tell: Hears what is said by the page, the player and the overlay.
        /// - Throws: `CocoaError` where there is no such folder.
        init(_ page: OverlayPageArgument, over view: PlayerView, _ player: Player, tell: @escaping @MainActor (OverlayMessage) -> Void)
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
                tell(message)
                switch message {
                case .overlayError(let error): standardError("Overlay: \(error.message) (\(error.code))")
                default: break
                }
            }
            overlay.load()
        }

        /// Says what comes as lines on standard input, as the app. What is no message is told and left out.
        func readMessages() {
            _ = LineReader(lines: { [weak self] lines in
                for line in lines {
                    guard case .text(let text) = line else {
                        standardError("A line of more than \(LineReader.maximumLength) bytes is ignored.")
                        continue
                    }
                    guard let message = OverlayMessage(text: text) else {
                        standardError("This is no message: \(text)")
                        continue
                    }
                    self?.overlay.send(message)
                }
            })
        }

        /// Loads the page anew, also where it has ended.
        func reload() { overlay.load() }

        /// Ends it.
        func close() { overlay.destroy() }
    }
#endif
