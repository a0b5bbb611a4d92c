import Foundation
import PlayheadAds

@testable import Playhead

/// A creative that accepts every message, without a web view.
@MainActor
final class FakeCreative: InteractiveAdPage {
    private let onEvent: (InteractiveAdEvent) -> Void
    private var sent = 0
    /// The types of the received messages.
    private(set) var received: [String] = []
    private(set) var isVisible = false
    private(set) var isClosed = false
    /// Whether the creative answers messages.
    var answers = true

    init(onEvent: @escaping (InteractiveAdEvent) -> Void) { self.onEvent = onEvent }

    private(set) var isOpened = false

    func open() {
        isOpened = true
        onEvent(.resized(width: 640, height: 360))
        say("createSession")
    }

    func say(_ type: String, _ arguments: EventFields = [:]) {
        onEvent(.message(SIMIDMessage(sessionID: "s", messageID: sent, type: type, arguments: arguments).text))
        sent += 1
    }

    func emit(_ event: InteractiveAdEvent) { onEvent(event) }

    func send(_ text: String) {
        guard let message = SIMIDMessage(text) else { return }
        received.append(message.type)
        let isAsking = ["init", "startCreative", "adSkipped", "adStopped", "fatalError"].contains { message.type.hasSuffix($0) }
        if isAsking, answers { say("resolve", ["messageId": .int(message.messageID), "value": .object([:])]) }
    }

    func setVisible(_ isVisible: Bool) { self.isVisible = isVisible }
    func close() { isClosed = true }
}

/// A presenter of fake creatives.
@MainActor
final class FakePresenter: InteractiveAdPresenter {
    private(set) var creatives: [FakeCreative] = []
    private(set) var urls: [String] = []
    private(set) var fullscreen: [Bool] = []

    func present(_ url: URL, onEvent: @escaping @MainActor (InteractiveAdEvent) -> Void) -> any InteractiveAdPage {
        let creative = FakeCreative(onEvent: onEvent)
        creatives.append(creative)
        urls.append(url.absoluteString)
        return creative
    }

    /// Opens the creatives that are not yet open.
    func openAll() { for creative in creatives where !creative.isOpened && !creative.isClosed { creative.open() } }

    func setFullscreen(_ isFullscreen: Bool) { fullscreen.append(isFullscreen) }
}
