import Foundation
@_exported import PlayheadNumbers
import PlayheadOverlay

/// Shows an overlay in any browser, as a second screen: serves the page, and exchanges messages with it over a WebSocket. On the main actor.
///
/// A page connects with the token in the fragment of the address, which browsers do not send. One page is connected at a time; a new page
/// replaces the previous one. The app that starts the server ends it with ``stop()``.
@MainActor
public final class SecondScreen: ViewPlugin, BridgePlugin {
    /// The page to serve, and the address to listen on.
    public struct Options: Sendable {
        /// The folder of the page, which has an `index.html`; `nil` if another server has the page.
        public var folder: URL?
        /// The address of a page on another server: only pages of its origin may connect.
        public var page: URL?
        /// The address of the interface to listen on; loopback by default. With an address of the local network other devices can connect.
        public var host = "127.0.0.1"
        /// The port; 0, the default, selects a free one.
        public var port = 0

        /// Creates the options for a folder on loopback.
        public init(folder: URL) { self.folder = folder }
        /// Creates the options for a page on another server.
        public init(page: URL) { self.page = page }
    }

    /// The address of the page, for ``OverlayConfiguration``.
    public let pageURL: URL
    /// The port that the server listens on.
    public let port: Int
    /// The address to open in a browser: the page with its parameters and, in the fragment, the pairing with the player. `nil` before the page is loaded.
    public private(set) var address: URL?

    /// The pairing of a page with the player: the token for a page of this server, the address of the socket for a page of another one.
    private let pairing: String
    private let server: PageServer
    private var host: OverlayHost?
    private var page: OverlayPage?
    private var socket: PageSocket?
    private var isStopped = false

    /// Starts serving.
    /// - Throws: An error that describes the address and port if these are unavailable; `CocoaError` if there is no such folder.
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

    /// Keeps the host, to which messages of the page are delivered.
    public func create(host: OverlayHost) { self.host = host }

    /// Waits for a browser that shows the page, or starts the page again in the connected one.
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

    /// Ends the connection of the page; no page can connect afterwards.
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
        // Without a loaded page connections are refused, unless the overlay loads the page again.
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

/// The origin of a page in the notation of browsers; origins are compared as a whole.
package enum PageOrigin {
    /// Scheme, host and port; `nil` where there is no host.
    package static func text(of url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased() else { return nil }
        let isUsual = url.port == nil || scheme == "http" && url.port == 80 || scheme == "https" && url.port == 443
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (isUsual ? "" : url.port.map { ":\($0)" } ?? "")
    }
}
