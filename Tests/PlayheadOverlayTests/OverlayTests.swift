import Foundation
import Synchronization
import Testing

@testable import PlayheadOverlay

@Suite("An overlay")
@MainActor
struct OverlayTests {
    /// A player that records requests.
    final class NotingPlayer: PlayerPluginBase {
        var asked: [String] = []
        override func createPlayer() { asked.append("create") }
        override func destroyPlayer() { asked.append("destroy") }
        override func setTime(_ timecode: Int64) { asked.append("time \(timecode)") }
        override func setState(_ state: OverlayPlayerState) { asked.append("state \(state)") }
    }

    /// A plugin of an app that records messages.
    final class Noting: OverlayPlugin {
        var received: [OverlayMessage] = []
        var host: OverlayHost?
        func create(host: OverlayHost) { self.host = host }
        func receive(_ message: OverlayMessage) { received.append(message) }
    }

    private let center = NotificationCenter()
    private let page = MemoryPage()
    private let player = NotingPlayer()
    private let plugin = Noting()

    private func makeOverlay() throws -> Overlay {
        var configuration = OverlayConfiguration(url: try #require(URL(string: "https://overlay.example/page?a=1")))
        configuration.notificationCenter = center
        configuration.parameters = ["lang": "de & <en>", "a": "2"]
        return Overlay(configuration, page: page, player: player, plugins: [plugin])
    }

    /// Records posted notifications, as an app receives them.
    private final class Ear: Sendable {
        private let names = Mutex<[OverlayMessageName]>([])
        var received: [OverlayMessageName] { names.withLock { $0 } }

        init(_ center: NotificationCenter) {
            for name in OverlayMessageName.allCases {
                _ = center.addObserver(forName: OverlayNotificationKeys.notification(of: name), object: nil, queue: nil) { [weak self] _ in
                    self?.names.withLock { $0.append(name) }
                }
            }
        }
    }

    @Test("The parameters are encoded in the query of the page's URL")
    func parameters() throws {
        let overlay = try makeOverlay()
        overlay.load()
        #expect(page.page?.url.absoluteString == "https://overlay.example/page?a=2&lang=de%20%26%20%3Cen%3E")
        #expect(page.page?.greeting.contains(#""parameters":{"a":"2","lang":"de & \u003cen>"}"#) == true)
        overlay.destroy()
        #expect(page.page == nil)
        #expect(player.asked == ["create", "destroy"])
    }

    @Test("Messages of the page are delivered to the player, the plugins and the notification center, and not back to the page")
    func fromPage() throws {
        let overlay = try makeOverlay()
        let ear = Ear(center)
        overlay.load()
        page.say(.bridgeReady)
        page.say(.bridgeTime(timecode: 5))
        page.say(.bridgeState(state: .paused))
        #expect(player.asked == ["create", "time 5", "state paused"])
        #expect(plugin.received == [.bridgeReady, .bridgeTime(timecode: 5), .bridgeState(state: .paused)])
        #expect(ear.received == [.bridgeReady, .bridgeTime, .bridgeState])
        #expect(page.received.isEmpty)
    }

    @Test("Messages of the player are delivered to the page, the plugins and the notification center, and not back to the player")
    func fromPlayer() throws {
        let overlay = try makeOverlay()
        let ear = Ear(center)
        overlay.load()
        page.say(.bridgeReady)
        player.onReady()
        player.onTime(7, initial: 1, max: 9)
        #expect(page.received == [.playerReady, .overlayReady, .playerTime(timecode: 7, initialTimecode: 1, maxTimecode: 9)])
        #expect(ear.received == [.bridgeReady, .playerReady, .overlayReady, .playerTime])
        #expect(player.asked == ["create"])
    }

    @Test("Notifications of the app are handled once, on the main queue or any thread, and not posted again")
    func fromApp() async throws {
        let overlay = try makeOverlay()
        let ear = Ear(center)
        overlay.load()
        page.say(.bridgeReady)
        center.post(
            name: OverlayNotificationKeys.appLanguage, object: nil, userInfo: [OverlayNotificationKeys.languageUserInfoKey: "de"])
        await settle { page.received.count == 1 }
        #expect(page.received == [.appLanguage(language: "de")])
        #expect(ear.received == [.bridgeReady, .appLanguage])
        let center = center
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                center.post(
                    name: OverlayNotificationKeys.appMessage, object: nil, userInfo: [OverlayNotificationKeys.jsonStringUserInfoKey: "{}"])
                done.resume()
            }
        }
        await settle { page.received.count == 2 }
        #expect(page.received == [.appLanguage(language: "de"), .appMessage(jsonString: "{}")])
        #expect(plugin.received.filter { $0 == .appMessage(jsonString: "{}") }.count == 1)
    }

    @Test("A plugin does not receive its own messages, whether posted or sent through its host")
    func fromPlugin() async throws {
        let overlay = try makeOverlay()
        let ear = Ear(center)
        overlay.load()
        page.say(.bridgeReady)
        plugin.received = []
        center.post(
            name: OverlayNotificationKeys.appMessage, object: plugin, userInfo: [OverlayNotificationKeys.jsonStringUserInfoKey: "1"])
        await settle { page.received.count == 1 }
        plugin.host?.send(.appMessage(jsonString: "2"))
        #expect(page.received == [.appMessage(jsonString: "1"), .appMessage(jsonString: "2")])
        #expect(plugin.received.isEmpty)
        #expect(ear.received == [.bridgeReady, .appMessage, .appMessage])
    }

    @Test("A player's plugin may post its events as notifications")
    func playerPosts() async throws {
        let overlay = try makeOverlay()
        overlay.load()
        page.say(.bridgeReady)
        center.post(
            name: OverlayNotificationKeys.playerTime, object: nil, userInfo: [OverlayNotificationKeys.timecodeUserInfoKey: Int64(12)])
        await settle { page.received.count == 1 }
        #expect(page.received == [.playerTime(timecode: 12)])
        #expect(player.asked == ["create"])
        #expect(plugin.received.last == .playerTime(timecode: 12))
    }

    @Test("A notification without a required attribute is a warning")
    func badNotification() async throws {
        let overlay = try makeOverlay()
        overlay.load()
        page.say(.bridgeReady)
        center.post(name: OverlayNotificationKeys.appLanguage, object: nil, userInfo: ["language": 3])
        await settle { page.received.count == 1 }
        guard case .overlayError(let error)? = page.received.first else { Issue.record("\(page.received)"); return }
        #expect(error.level == .warning && error.message.contains("appLanguage: 'language' must be"))
    }

    @Test("Two overlays in one process do not receive each other's notifications")
    func two() throws {
        let overlay = try makeOverlay()
        var configuration = OverlayConfiguration(url: configurationURL)
        configuration.notificationCenter = center
        let otherPage = MemoryPage()
        let other = Overlay(configuration, page: otherPage, player: nil)
        overlay.load()
        other.load()
        page.say(.bridgeReady)
        otherPage.say(.bridgeReady)
        otherPage.forget()
        player.onMute(true)
        #expect(page.received == [.playerMute(mute: true)])
        #expect(otherPage.received.isEmpty)
    }

    @Test("A page can reload after it has left, but not after it was disabled")
    func reload() throws {
        let overlay = try makeOverlay()
        overlay.load()
        let nonce = page.page?.nonce
        page.end(.left)
        #expect(overlay.phase == .ended)
        page.reload()
        #expect(page.loads == 2)
        #expect(page.page?.nonce != nonce)
        page.say(.bridgeAppStatus(status: .disabled))
        page.reload()
        #expect(page.loads == 2)
        #expect(overlay.status == .disabled)
    }

    @Test("A reload that waits behind the message that disables the page is not performed")
    func reloadBehind() throws {
        let overlay = try makeOverlay()
        overlay.onMessage = { [page] message in
            guard message == .bridgeReady else { return }
            page.say(.bridgeAppStatus(status: .disabled))
            page.reload()
        }
        overlay.load()
        page.say(.bridgeReady)
        #expect(page.loads == 1)
        #expect(overlay.phase == .ended)
    }

    @Test("A message that is sent in a callback is delivered after the current one")
    func order() throws {
        let overlay = try makeOverlay()
        var emitted: [OverlayMessage] = []
        overlay.onMessage = { message in
            if message == .bridgeReady { overlay.send(.appLanguage(language: "en")) }
            emitted.append(message)
        }
        overlay.load()
        player.onMute(true)
        page.say(.bridgeReady)
        #expect(page.received == [.playerMute(mute: true), .appLanguage(language: "en")])
        #expect(emitted == [.playerMute(mute: true), .bridgeReady])
    }

    @Test("An unsupported request to the player is reported as a warning")
    func unsupported() throws {
        let overlay = try makeOverlay()
        overlay.load()
        page.say(.bridgeReady)
        page.say(.bridgeVolume(volume: 3))
        #expect(page.received == [.playerError(error: OverlayError(.unsupported, .warning, "change its volume"))])
        page.say(.squeeze)
        #expect(page.received.count == 2)
    }

    private var configurationURL: URL { URL(filePath: "/") }

    /// Runs the pending work of the main queue.
    private func settle(_ isDone: () -> Bool) async {
        for _ in 0..<10_000 where !isDone() { await Task.yield() }
    }
}
