import Foundation
import PlayheadOverlay

/// Shows an overlay in any browser, as a second screen: serves the page, and talks with it through a WebSocket. On the main actor.
///
/// A page connects with a token that stands in the address's fragment, which browsers send to nobody. One page is connected at a time; the newest
/// one takes the place of the one before. The app that starts it ends it with ``stop()``.
@MainActor
public final class SecondScreen: ViewPlugin, BridgePlugin {
    /// What is served, and where.
    public struct Options: Sendable {
        /// The page's folder, which has an `index.html`; `nil` where the page is elsewhere.
        public var folder: URL?
        /// The page's address, where it is elsewhere: only pages of its origin may connect.
        public var page: URL?
        /// The address of the interface that it listens on; loopback by default. An address of the local network lets other devices in.
        public var host = "127.0.0.1"
        /// The port; 0, the default, is a free one.
        public var port = 0

        /// Makes the options of a folder on loopback.
        public init(folder: URL) { self.folder = folder }
        /// Makes the options of a page that is elsewhere.
        public init(page: URL) { self.page = page }
    }

    /// The page itself, as an ``OverlayConfiguration`` wants it.
    public let pageURL: URL
    /// The port that it listens on.
    public let port: Int
    /// What is to be opened in a browser: the page with its parameters and, in the fragment, the way to the player. `nil` before it is loaded.
    public private(set) var address: URL?

    /// What leads a page to the player: the token alone for our own page, the socket's address for one from elsewhere.
    private let pairing: String
    private let server: PageServer
    private var host: OverlayHost?
    private var page: OverlayPage?
    private var socket: PageSocket?
    private var isStopped = false

    /// Starts serving.
    /// - Throws: ``ListeningError`` if the address or port is unavailable; `CocoaError` if there is no such folder.
    public static func start(_ options: Options) async throws -> SecondScreen {
        try await start(options, heartbeat: Heartbeat())
    }

    static func start(_ options: Options, heartbeat: Heartbeat?) async throws -> SecondScreen {
        let files = try PageFiles(folder: options.folder)
        let token = RequestPolicy.makeToken()
        let server = try await PageServer.bind(host: options.host, port: options.port)
        let screen = SecondScreen(options, server, token)
        let policy = makePolicy(options, server.port, token)
        server.serve(PageSite(files: files, policy: policy, heartbeat: heartbeat) { [weak screen] in screen?.handle($0) })
        return screen
    }

    private init(_ options: Options, _ server: PageServer, _ token: String) {
        self.server = server
        port = server.port
        let authority = Self.authority(options.host, port)
        pairing = options.page == nil ? token : "ws://\(authority)\(RequestPolicy.socketPath)?token=\(token)"
        pageURL = options.page ?? URL(string: "http://\(authority)/") ?? URL(fileURLWithPath: "/")
    }

    /// Closes the connection and the port, and returns when both are closed.
    public func stop() async {
        socket?.close(.refused)
        socket = nil
        isStopped = true
        await server.stop()
    }

    // MARK: As a plugin

    /// Keeps the way to the overlay.
    public func create(host: OverlayHost) { self.host = host }

    /// Waits for a browser that shows the page, or begins anew with the one that is there.
    public func load(_ page: OverlayPage) {
        self.page = page
        var components = URLComponents(url: page.url, resolvingAgainstBaseURL: true)
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        components?.percentEncodedFragment = "playhead=" + (pairing.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
        address = components?.url
        if let socket { begin(page, socket) }
    }

    /// Ends the page's connection.
    public func unload() {
        page = nil
        socket?.close(.refused)
        socket = nil
    }

    /// Does nothing: a browser's window is its user's, and a page hides its own graphics.
    public func setVisible(_ isVisible: Bool) {}

    /// Sends a text to the page.
    public func send(_ text: String) { socket?.send(text) }

    /// Ends the page's connection for good.
    public func destroy() {
        unload()
        host = nil
    }

    // MARK: Connections

    private func handle(_ event: SocketEvent) {
        switch event {
        case .opened(let new): opened(new)
        case .text(let text, let from):
            if from === socket { host?.received(text) }
        case .closed(let gone):
            guard gone === socket else { return }
            socket = nil
            host?.pageEnded(.left)
        }
    }

    private func opened(_ new: PageSocket) {
        guard !isStopped else { return new.close(.refused) }
        if let old = socket {
            socket = nil
            old.close(.replaced)
            host?.pageEnded(.left)
        }
        // Without a page nobody is let in, unless the overlay wants to begin again.
        if page == nil { host?.reload() }
        guard let page else { return new.close(.refused) }
        socket = new
        begin(page, new)
    }

    private func begin(_ page: OverlayPage, _ socket: PageSocket) {
        socket.send(page.greeting)
        host?.pageStarted()
    }

    // MARK: Setting up

    private nonisolated static func authority(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private nonisolated static func makePolicy(_ options: Options, _ port: Int, _ token: String) -> RequestPolicy {
        let names = ["127.0.0.1", "localhost", "::1", options.host]
        let hosts = Set(names.map { authority($0, port).lowercased() })
        let own = options.page.flatMap { PageOrigin.text(of: $0) }.map { [$0] }
        return RequestPolicy(hosts: hosts, origins: Set(own ?? hosts.map { "http://\($0)" }), token: token)
    }
}
