#if canImport(CWebKit)
    @_exported import PlayheadNumbers
    import CGtk
    import CWebKit
    import Foundation
    import PlayheadCore
    import PlayheadGTK
    import PlayheadOverlay
    import PlayheadOverlayServer

    /// Shows an overlay's page over a player's picture, with WebKitGTK.
    ///
    /// ```swift
    /// let page = try OverlayView(folder: folder, over: view)
    /// let plugin = PlayheadPlayerPlugin(player: player)
    /// plugin.stage = view
    /// let overlay = Overlay(OverlayConfiguration(url: page.pageURL), page: page, player: plugin)
    /// overlay.load()
    /// ```
    /// The page is transparent where it draws nothing, is between picture and controls, and receives all clicks: `overlay.js` reports
    /// clicks on empty parts of its stage. The page is not trusted: it runs in WebKit's sandbox, keeps no data after its session, and has
    /// no access to files or to the program (`docs/OVERLAY.md`). The type belongs to the main actor.
    @MainActor
    public final class OverlayView: ViewPlugin, BridgePlugin {
        /// The URL of the page, for the overlay's configuration.
        public let pageURL: URL

        private let view: PlayerView
        private let clock: any PlaybackClock
        private let files: PageFiles?
        private var context: OpaquePointer?
        private var session: OpaquePointer?
        private var host: OverlayHost?
        private var greeting: String?
        private var page: LoadedPage?
        private var isVisible = true

        /// Shows the page of a folder, its `index.html`. The module for pages is at `/playhead/overlay.js`.
        /// - Parameters:
        ///   - folder: The folder of the page and its files. Hidden files and links that lead outside are not served.
        ///   - view: The view of the player.
        ///   - clock: The clock of the timeout after which an unresponsive page is closed.
        /// - Throws: `CocoaError` if the folder does not exist.
        public init(folder: URL, over view: PlayerView, clock: any PlaybackClock = SystemClock()) throws {
            files = try PageFiles(folder: folder)
            pageURL = FolderScheme.pageURL
            self.view = view
            self.clock = clock
        }

        /// Shows a page of a server; only this origin is allowed.
        /// - Parameters:
        ///   - url: The URL of the page, with the scheme `http` or `https`.
        ///   - view: The view of the player.
        ///   - clock: The clock of the timeout after which an unresponsive page is closed.
        public init(url: URL, over view: PlayerView, clock: any PlaybackClock = SystemClock()) {
            files = nil
            pageURL = url
            self.view = view
            self.clock = clock
        }

        isolated deinit {
            removePage()
            for object in [context, session] { object.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
        }

        // MARK: As a plugin

        /// Stores the overlay's host.
        public func create(host: OverlayHost) { self.host = host }

        /// Loads the page in its own process.
        public func load(_ page: OverlayPage) {
            removePage()
            greeting = page.greeting
            isVisible = true
            host?.pageStarted()
            guard Sandbox.isPossible else {
                host?.pageEnded(.unreachable("WebKit's sandbox can't start here, perhaps because user namespaces are forbidden"))
                return
            }
            guard let (context, session) = browser(),
                let new = LoadedPage(
                    page, context: context, session: session, clock: clock, emit: { [weak self] event in self?.handle(event) })
            else {
                host?.pageEnded(.unreachable("there is no view for '\(Secrets.blanked(page.url.absoluteString))'"))
                return
            }
            self.page = new
            view.addLayer(new.widget)
        }

        /// Removes the page, and ends its process.
        public func unload() { removePage() }

        /// Shows or hides the page; a hidden page continues to run, and clicks go to the player.
        public func setVisible(_ isVisible: Bool) {
            self.isVisible = isVisible
            if let page { gtk_widget_set_visible(page.widget, isVisible ? 1 : 0) }
        }

        /// Sends a text to the page.
        public func send(_ text: String) { page?.send(text) }

        /// Removes the page permanently.
        public func destroy() {
            removePage()
            host = nil
        }

        // MARK: Inside

        private func handle(_ event: LoadedPage.Event) {
            switch event {
            case .hello: if let greeting { page?.send(greeting) }
            case .text(let text): host?.received(text)
            case .tried(let what): host?.pageTried(what)
            case .ended(let end): host?.pageEnded(end)
            }
        }

        private func removePage() {
            guard let old = page else { return }
            page = nil
            view.removeLayer(old.widget)
            old.close()
        }

        /// Returns the context and session that the pages of this overlay share; their data is temporary.
        private func browser() -> (context: OpaquePointer, session: OpaquePointer)? {
            if let context, let session { return (context, session) }
            guard let context = webkit_web_context_new(), let session = webkit_network_session_new_ephemeral() else { return nil }
            if let files { FolderScheme.register(files, in: context) }
            WebSignals.on(UnsafeMutableRawPointer(session), "download-started") { [weak self] download in
                if let pointer = download.pointer { webkit_download_cancel(OpaquePointer(pointer)) }
                self?.host?.pageTried("downloads are not supported.")
            }
            (self.context, self.session) = (context, session)
            return (context, session)
        }
    }
#endif
