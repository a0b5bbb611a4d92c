import Testing

@testable import PlayheadOverlay

@Suite("An overlay's session")
struct SessionTests {
    @Test("A session is ready once the page and the player are")
    func life() {
        var page = SessionDriver()
        #expect(page.handle(.create) == [.create])
        #expect(page.handle(.load(nonce: "1")) == [.load(nonce: "1")])
        #expect(page.handle(.pageStarted) == [.wake(at: 15)])
        #expect(page.phase == .loading)
        #expect(page.says(.bridgeReady) == [.emit(.bridgeReady, from: .page)])
        #expect(page.phase == .ready)
        let ready = page.handle(.said(.playerReady, by: .player))
        #expect(
            ready == [
                .emit(.playerReady, from: .player), .send(#"{"event":"playerReady"}"#), .emit(.overlayReady, from: .sdk),
                .send(#"{"event":"overlayReady"}"#),
            ])
        #expect(page.handle(.destroy) == [.unload, .destroy])
        #expect(page.phase == .destroyed)
        #expect(page.handle(.load(nonce: "2")).isEmpty)
    }

    @Test("Without a player only the page must be ready")
    func noPlayer() {
        var page = SessionDriver(hasPlayer: false)
        page.open()
        #expect(page.last.contains(.emit(.overlayReady, from: .sdk)))
    }

    @Test("Nothing is sent before the page is ready; then the latest of each kind is sent in order")
    func kept() {
        var page = SessionDriver()
        _ = page.handle(.load(nonce: "1"))
        for message in [OverlayMessage.playerTime(timecode: 1), .playerState(state: .buffering), .playerTime(timecode: 2)] {
            #expect(page.handle(.said(message, by: .player)) == [.emit(message, from: .player)])
        }
        #expect(page.handle(.said(.appMessage(jsonString: "1"), by: .app)).count == 1)
        page.open()
        #expect(page.sent == [.playerState(state: .buffering), .playerTime(timecode: 2), .appMessage(jsonString: "1")])
    }

    @Test("A paused page receives and controls nothing; after the pause it receives the latest of each kind")
    func paused() {
        var page = SessionDriver()
        page.open()
        #expect(page.handle(.pause) == [.pause])
        #expect(page.handle(.pause).isEmpty)
        _ = page.handle(.said(.playerVolume(volume: 1), by: .player))
        _ = page.handle(.said(.playerVolume(volume: 2), by: .player))
        #expect(page.sent.isEmpty)
        _ = page.says(.bridgeVolume(volume: 50))
        #expect(!page.last.contains(.emit(.bridgeVolume(volume: 50), from: .page)))
        // Messages that control nothing are accepted.
        #expect(page.says(.bridgeMessage(jsonString: "x")) == [.emit(.bridgeMessage(jsonString: "x"), from: .page)])
        #expect(page.handle(.resume).first == .resume)
        #expect(page.sent.first == .playerVolume(volume: 2))
    }

    @Test("A page that is not ready within 15 s ends with a fatal error")
    func timeout() {
        var late = SessionDriver()
        _ = late.handle(.load(nonce: "1"))
        _ = late.handle(.pageStarted)
        late.time = 14.999
        #expect(late.handle(.timer).isEmpty)
        late.time = 15
        _ = late.handle(.timer)
        #expect(late.phase == .ended)
        #expect(late.errors == [OverlayError(.readyTimeout, .fatal)])
        var ready = SessionDriver()
        ready.open()
        ready.time = 15
        #expect(ready.handle(.timer).isEmpty)
    }

    @Test("Without a page there is no timeout")
    func noPageYet() {
        var page = SessionDriver()
        _ = page.handle(.load(nonce: "1"))
        page.time = 100
        #expect(page.handle(.timer).isEmpty)
        #expect(page.handle(.pageStarted) == [.wake(at: 115)])
    }

    @Test(
        "a page that crashed, left or is unavailable ends the session with an event, and can be loaded again",
        arguments: [
            (OverlayPageEnd.crashed, OverlayError(.pageCrashed, .warning)), (.hung, OverlayError(.pageHung, .warning)),
            (.left, OverlayError(.pageLeft, .warning)),
            (.unreachable("404"), OverlayError(.pageUnreachable, .fatal, "404")),
        ])
    func pageEnds(end: OverlayPageEnd, error: OverlayError) {
        var page = SessionDriver()
        page.open()
        _ = page.handle(.said(.playerState(state: .playing), by: .player))
        _ = page.handle(.said(.playerMetadata(metadata: "{}"), by: .player))
        #expect(page.handle(.pageEnded(end)) == [.unload, .emit(.overlayError(error: error), from: .sdk)])
        #expect(page.phase == .ended)
        #expect(page.says(.bridgeMute(mute: true)).isEmpty)
        _ = page.handle(.said(.playerState(state: .paused), by: .player))
        // The state is sent again, events are not.
        page.open(nonce: "2")
        #expect(page.phase == .ready)
        #expect(page.sent.contains(.playerState(state: .paused)))
        #expect(!page.sent.contains(.playerMetadata(metadata: "{}")))
    }

    @Test("Hiding a page restores the picture's size, and enabling shows the page again")
    func hidden() {
        var page = SessionDriver()
        page.open()
        _ = page.says(.squeeze)
        let hidden = page.says(.bridgeAppStatus(status: .hidden))
        #expect(hidden == [.emit(.bridgeAppStatus(status: .hidden), from: .page), .emit(.fullSize, from: .sdk), .show(false)])
        #expect(page.phase == .ready)
        #expect(page.says(.bridgeAppStatus(status: .enabled)).last == .show(true))
    }

    @Test("Disabling a page unloads it, and restores the picture's size")
    func disabled() {
        var page = SessionDriver()
        page.open()
        _ = page.says(.squeeze)
        let disabled = page.says(.bridgeAppStatus(status: .disabled))
        #expect(disabled == [.emit(.bridgeAppStatus(status: .disabled), from: .page), .emit(.fullSize, from: .sdk), .unload])
        #expect(page.phase == .ended)
        #expect(page.says(.bridgeReady).isEmpty)
    }

    @Test("Messages are delivered to all others, and never to their sender", arguments: OverlayCatalogue.messages)
    func echo(definition: MessageDefinition) {
        var page = SessionDriver()
        page.open()
        for message in definition.samples.prefix(2) {
            page.time += 1
            let sender: OverlaySession.Sender =
                switch definition.source {
                case .page: .page
                case .player: .player
                case .app: .app
                case .sdk: .sdk
                }
            let outputs = sender == .page ? page.says(message) : page.handle(.said(message, by: sender))
            #expect(outputs.contains(.emit(message, from: sender)))
            #expect(outputs.contains(.send(MessageCodec.text(of: message))) == (sender != .page))
            if page.phase != .ready { page.open() }
        }
    }

    @Test("An invalid message of the app is a warning")
    func invalid() {
        var page = SessionDriver()
        page.open()
        _ = page.handle(.saidInvalid("why"))
        #expect(page.errors == [OverlayError(.invalidMessage, .warning, "why")])
    }
}

extension OverlayMessage {
    static let squeeze = OverlayMessage.bridgeVideoScale(
        videoScaleX: 0.7, videoScaleY: 0.7, videoPivotX: 0, videoPivotY: 0, videoScaleDuration: 400)
    static let fullSize = OverlayMessage.bridgeVideoScale(
        videoScaleX: 1, videoScaleY: 1, videoPivotX: 0.5, videoPivotY: 0.5, videoScaleDuration: 300)
}
