import Foundation
import PlayheadCore

/// A web page on the video that talks with the player.
///
/// It connects a view that shows the page, a bridge that carries texts to it, the player's plugin and others, and NotificationCenter. Whatever
/// happens to the page, playback goes on. All is on the main actor; notifications may be posted from any thread.
@MainActor
public final class Overlay {
    /// How far it is.
    public var phase: OverlaySession.Phase { session.phase }
    /// What the page said of itself last.
    public var status: OverlayStatus { session.status }
    /// What it is made of.
    public let configuration: OverlayConfiguration
    /// Hears every message but the app's own, after the plugins and before the notification.
    public var onMessage: (@MainActor (OverlayMessage) -> Void)?

    private let view: any ViewPlugin
    private let bridge: any BridgePlugin
    private let player: (any PlayerPlugin)?
    private var additional: [any OverlayPlugin] = []
    private var session: OverlaySession
    private var inputs: [(input: OverlaySession.Input, wasPosted: Bool)] = []
    /// Whether what is going on came as a notification, which everybody has heard.
    private var wasPosted = false
    /// Whether the page was unloaded because of what it did or said.
    private var isBanned = false
    private var isWorking = false
    private var timer: Task<Void, Never>?
    private var notifications: OverlayNotifications?

    /// Makes an overlay; nothing happens before ``create()``.
    /// - Parameters:
    ///   - configuration: What it is made of.
    ///   - page: What shows the page and carries texts to it.
    ///   - player: Connects the player; `nil` where there is none.
    ///   - plugins: More that are to hear and speak.
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

    /// Makes an overlay of a view and a bridge that are two; nothing happens before ``create()``.
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

    /// Makes the plugins. Notifications are heard from now on.
    public func create() {
        if notifications == nil, phase == .idle {
            notifications = OverlayNotifications(configuration.notificationCenter) { [weak self] in self?.heard($0) }
        }
        handle(.create)
    }

    /// Loads the page, also anew after it ended; creates the overlay first, if nobody has.
    public func load() {
        create()
        handle(.load(nonce: Self.nonce()))
    }

    /// Tells the page nothing for now, and lets it steer nothing; the newest of each kind is kept.
    public func pause() { handle(.pause) }

    /// Tells the page again, first what was kept.
    public func resume() { handle(.resume) }

    /// Ends everything but the player. An overlay that is destroyed stays so.
    public func destroy() { handle(.destroy) }

    /// Adds a plugin before ``create()``; later it comes too late and is not taken.
    /// - Returns: Whether it was taken.
    @discardableResult
    public func use(_ plugin: any OverlayPlugin) -> Bool {
        guard phase == .idle else { return false }
        additional.append(plugin)
        return true
    }

    /// Says something as the app: to the page, the player's plugin and all others.
    public func send(_ message: OverlayMessage) { handle(.said(message, by: .app)) }

    // MARK: Inside

    func reload() {
        guard phase != .destroyed, !isBanned else { return }
        load()
    }

    /// Takes what happens; inside a callback, once what is going on is done.
    func handle(_ input: OverlaySession.Input, wasPosted posted: Bool = false) {
        inputs.append((input, posted))
        guard !isWorking else { return }
        isWorking = true
        while !inputs.isEmpty {
            let next = inputs.removeFirst()
            wasPosted = next.wasPosted
            if case .load = next.input { isBanned = false }
            for output in session.handle(next.input, at: configuration.clock.now) { carryOut(output) }
        }
        isWorking = false
    }

    private func carryOut(_ output: OverlaySession.Output) {
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
        case .tell(let message, let sender): tell(message, from: sender)
        case .wake(let time): wake(at: time)
        }
    }

    private func tell(_ message: OverlayMessage, from sender: OverlaySession.Sender) {
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

    private func heard(_ heard: OverlayNotifications.Heard) {
        switch heard.content {
        case .failure(let fault): handle(.saidInvalid("\(heard.name.rawValue): \(fault.reason)"))
        case .success(let message):
            let index = additional.firstIndex { ObjectIdentifier($0) == heard.object }
            let sender: OverlaySession.Sender = index.map { .plugin($0) } ?? .app
            // What a player says comes from its plugin, whoever posts it.
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
