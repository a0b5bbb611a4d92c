import Foundation
import PlayheadCore
@_exported import PlayheadNumbers

/// A web page over the video that communicates with the player.
///
/// The overlay connects a view that shows the page, a bridge that transfers texts, the player's plugin and other plugins, and
/// NotificationCenter. Playback does not depend on the page. The type belongs to the main actor; notifications may be posted on any thread.
@MainActor
public final class Overlay {
    /// The phase of the session.
    public var phase: OverlayPhase { session.phase }
    /// The last status of the page.
    public var status: OverlayStatus { session.status }
    /// The configuration.
    public let configuration: OverlayConfiguration
    /// Called with every message except the app's own, after the plugins and before the notification.
    public var onMessage: (@MainActor (OverlayMessage) -> Void)?

    private let view: any ViewPlugin
    private let bridge: any BridgePlugin
    private let player: (any PlayerPlugin)?
    private var additional: [any OverlayPlugin] = []
    private var session: OverlaySession
    private var inputs: [(input: OverlaySession.Input, wasPosted: Bool)] = []
    /// Whether the current input arrived as a notification, which all observers have received.
    private var wasPosted = false
    /// Whether the page was unloaded because of its behaviour.
    private var isBanned = false
    private var isWorking = false
    private var timer: Task<Void, Never>?
    private var notifications: OverlayNotifications?

    /// Creates an overlay, which is inactive until ``create()``.
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - page: The view of the page and the bridge to it.
    ///   - player: The player's plugin; `nil` without a player.
    ///   - plugins: Additional plugins.
    public init(
        _ configuration: OverlayConfiguration, page: any ViewPlugin & BridgePlugin, player: (any PlayerPlugin)?,
        plugins: [any OverlayPlugin] = []
    ) {
        self.configuration = configuration
        view = page
        bridge = page
        self.player = player
        additional = plugins
        session = OverlaySession(limits: configuration.limits, hasPlayer: player != nil)
    }

    /// Creates an overlay with separate view and bridge, which is inactive until ``create()``.
    public init(
        _ configuration: OverlayConfiguration, view: any ViewPlugin, bridge: any BridgePlugin, player: (any PlayerPlugin)?,
        plugins: [any OverlayPlugin] = []
    ) {
        self.configuration = configuration
        self.view = view
        self.bridge = bridge
        self.player = player
        additional = plugins
        session = OverlaySession(limits: configuration.limits, hasPlayer: player != nil)
    }

    isolated deinit { timer?.cancel() }

    // MARK: Life

    /// Creates the plugins, and starts to observe notifications.
    public func create() {
        if notifications == nil, phase == .idle {
            notifications = OverlayNotifications(configuration.notificationCenter) { [weak self] in self?.handle($0) }
        }
        handle(.create)
    }

    /// Loads the page, also if it has ended; creates the overlay first if necessary.
    public func load() {
        create()
        handle(.load(nonce: Self.nonce()))
    }

    /// Pauses messages to the page, and refuses the page's control messages; the latest message of each kind is kept.
    public func pause() { handle(.pause) }

    /// Resumes messages to the page, starting with those that were kept.
    public func resume() { handle(.resume) }

    /// Ends the overlay permanently. The player is not affected.
    public func destroy() { handle(.destroy) }

    /// Adds a plugin. Plugins must be added before ``create()``.
    /// - Returns: Whether the plugin was added.
    @discardableResult
    public func use(_ plugin: any OverlayPlugin) -> Bool {
        guard phase == .idle else { return false }
        additional.append(plugin)
        return true
    }

    /// Sends a message as the app to the page, the player's plugin and all other plugins.
    public func send(_ message: OverlayMessage) { handle(.said(message, by: .app)) }

    // MARK: Inside

    func reload() {
        create()
        handle(.reload(nonce: Self.nonce()))
    }

    /// Handles an input; an input during a callback is handled after the current one.
    func handle(_ input: OverlaySession.Input, wasPosted posted: Bool = false) {
        inputs.append((input, posted))
        guard !isWorking else { return }
        isWorking = true
        while !inputs.isEmpty {
            let next = inputs.removeFirst()
            if isBanned, case .reload = next.input { continue }
            wasPosted = next.wasPosted
            if case .load = next.input { isBanned = false }
            for output in session.handle(next.input, at: configuration.clock.now) { perform(output) }
        }
        isWorking = false
    }

    private func perform(_ output: OverlaySession.Output) {
        switch output {
        case .create:
            view.create(host: OverlayHost(self, .page))
            if bridge !== view { bridge.create(host: OverlayHost(self, .page)) }
            player?.create(host: OverlayHost(self, .player))
            for (index, plugin) in additional.enumerated() { plugin.create(host: OverlayHost(self, .plugin(index))) }
        case .load(let nonce):
            let limits = configuration.limits
            let page = OverlayPage(
                url: configuration.pageURL, parameters: configuration.parameters, nonce: nonce,
                greeting: MessageCodec.greeting(nonce: nonce, permissions: limits.permissions, parameters: configuration.parameters))
            for plugin in plugins { plugin.load(page) }
        case .unload:
            timer?.cancel()
            view.unload()
        case .show(let isVisible): view.setVisible(isVisible)
        case .pause: for plugin in plugins { plugin.pause() }
        case .resume: for plugin in plugins { plugin.resume() }
        case .destroy:
            timer?.cancel()
            for plugin in plugins.reversed() { plugin.destroy() }
            notifications = nil
        case .send(let text): bridge.send(text)
        case .emit(let message, let sender): deliver(message, from: sender)
        case .wake(let time): wake(at: time)
        }
    }

    private func deliver(_ message: OverlayMessage, from sender: OverlaySession.Sender) {
        if case .overlayError(let error) = message, error.level == .fatal { isBanned = true }
        if message == .bridgeAppStatus(status: .disabled) { isBanned = true }
        if sender != .player { player?.receive(message) }
        for (index, plugin) in additional.enumerated() where sender != .plugin(index) { plugin.receive(message) }
        guard sender != .app else { return }
        onMessage?(message)
        guard !wasPosted || sender == .sdk else { return }
        notifications?.post(message, from: self)
    }

    private func wake(at time: Double) {
        timer?.cancel()
        let clock = configuration.clock
        timer = Task { [weak self] in
            guard (try? await clock.sleep(until: time)) != nil else { return }
            self?.handle(.timer)
        }
    }

    private func handle(_ posted: OverlayNotifications.Posted) {
        switch posted.content {
        case .failure(let fault): handle(.saidInvalid("\(posted.name.rawValue): \(fault.reason)"))
        case .success(let message):
            let index = additional.firstIndex { ObjectIdentifier($0) == posted.object }
            let sender: OverlaySession.Sender = index.map { .plugin($0) } ?? .app
            // A message of the player is attributed to the player's plugin, regardless of who posted it.
            handle(.said(message, by: message.name.definition?.source == .player ? .player : sender), wasPosted: true)
        }
    }

    private var plugins: [any OverlayPlugin] {
        let pages: [any OverlayPlugin] = bridge === view ? [view] : [view, bridge]
        return (player.map { [$0] } ?? []) + additional + pages
    }

    private static func nonce() -> String {
        let words = 2
        return (0..<words).map { _ in
            let text = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }
}
