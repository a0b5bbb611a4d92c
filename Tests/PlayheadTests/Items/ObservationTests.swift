import Foundation
import Observation
import PlayheadTestKit
import Synchronization
import Testing

@testable import Playhead

/// EVENTS, channel 4.
@MainActor
@Suite("Observation", .timeLimit(.minutes(5)))
struct ObservationTests {
    @Test("An observer added before the load misses no change")
    func missesNothing() async {
        let rig = ScriptedRig()
        let item = ScriptedRig.item("a")
        var received: [String] = []
        let token = item.observe(\.status, options: [.initial, .old, .new, .prior]) { _, change in
            let values = [change.oldValue, change.newValue].map { $0.map { "\($0)" } ?? "–" }.joined(separator: " ")
            received.append("\(change.isPrior ? "prior" : "change") \(values)")
        }
        #expect(received == ["change – unknown"])
        rig.player.load(item)
        await rig.run(until: .ready)
        #expect(received == ["change – unknown", "prior unknown –", "change unknown readyToPlay"])
        token.invalidate()
    }

    @Test("Without options an observer is notified of the change only; the value has already changed")
    func noOptions() async {
        let rig = ScriptedRig()
        var received: [PlaybackState] = []
        var values: [PlaybackState?] = []
        let token = rig.player.observe(\.state) { player, change in
            received.append(player.state)
            values += [change.oldValue, change.newValue]
        }
        rig.load("a")
        await rig.run(until: .ready)
        #expect(received == [.opening, .ready])
        #expect(values.allSatisfy { $0 == nil })
        token.invalidate()
    }

    @Test("A prior call comes before the change, while the old value is still current")
    func prior() async {
        let rig = ScriptedRig()
        var received: [String] = []
        let token = rig.player.observe(\.state, options: [.prior, .new, .old]) { player, change in
            received.append("\(change.isPrior) \(player.state) \(change.oldValue?.rawValue ?? "–") \(change.newValue?.rawValue ?? "–")")
        }
        rig.load("a")
        #expect(received == ["true idle idle –", "false opening idle opening"])
        token.invalidate()
    }

    @Test("An optional that becomes nil is a value, not an absent one")
    func optionals() async {
        var script = EngineScript()
        script.openingFailure = PlaybackError(.httpStatus(404))
        let rig = ScriptedRig(script)
        var changes: [ObservedChange<PlaybackError?>] = []
        let token = rig.player.observe(\.error, options: [.old, .new]) { _, change in changes.append(change) }
        rig.load("a")
        await rig.run(until: .error)
        rig.player.release()
        #expect(changes.count == 2)
        #expect(changes.first?.oldValue == .some(nil) && changes.first?.newValue??.code == 121_404)
        #expect(changes.last?.newValue == .some(nil))
        token.invalidate()
    }

    @Test("Releasing a token ends the observation")
    func token() async {
        let rig = ScriptedRig()
        var count = 0
        var token: ObservationToken? = rig.player.observe(\.volume) { _, _ in count += 1 }
        rig.player.volume = 0.5
        #expect(count == 1 && token != nil)
        token = nil
        rig.player.volume = 0.4
        #expect(count == 1)
    }

    @Test("Every observable property reports its changes")
    func properties() async {
        var script = EngineScript()
        script.media.captionsTracks = [.captionsOff, MediaTrack(index: 1, name: "English", language: "en", isDefault: true)]
        script.cues = [1: [CaptionCue(startTime: 0.2, endTime: 0.6, text: "Hello")]]
        let rig = ScriptedRig(script)
        let observer = Classical()
        for name in Player.observableProperties.keys { #expect(rig.player.addObserver(observer, forKeyPath: name)) }
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        rig.player.rate = 2
        rig.player.volume = 0.5
        rig.player.isMuted = true
        await rig.run(for: 1)
        rig.stage.engines.first?.report(.failed(PlaybackError(.decoding)))
        await rig.settle()
        // The playback has no ads.
        let expected = Set(Player.observableProperties.keys).subtracting(["advertisement", "isInAdBreak", "overlayAd"])
        #expect(Set(observer.calls.map(\.keyPath)) == expected)
        #expect(!rig.player.addObserver(observer, forKeyPath: "nothing"))
    }

    @Test("The classical form: one method, contexts distinguished by address")
    func classical() async {
        let rig = ScriptedRig()
        let item = ScriptedRig.item("a")
        let observer = Classical()
        let contexts = UnsafeMutableRawPointer.allocate(byteCount: 2, alignment: 1)
        defer { contexts.deallocate() }
        let (first, second) = (contexts, contexts + 1)
        item.addObserver(observer, forKeyPath: "status", options: [.initial, .new, .old, .prior], context: first)
        item.addObserver(observer, forKeyPath: "error", options: [.initial, .new], context: second)
        item.addObserver(observer, forKeyPath: "status", context: second)
        rig.player.load(item)
        await rig.run(until: .ready)
        let initial = observer.calls.prefix(2)
        #expect(initial.map(\.context) == [first, second])
        #expect(initial.first?.change[.newKey] as? PlayerItem.Status == .unknown && initial.first?.change[.oldKey] == nil)
        #expect(initial.last?.change[.newKey] is NSNull)
        let rest = observer.calls.dropFirst(2)
        #expect(rest.map(\.keyPath) == ["status", "status", "status"])
        #expect(rest.map(\.context) == [first, first, second])
        let prior = rest.first?.change
        #expect(prior?[.notificationIsPriorKey] as? Bool == true && prior?[.newKey] == nil)
        #expect(prior?[.oldKey] as? PlayerItem.Status == .unknown)
        #expect(rest.last?.change.keys.map { $0 } == [.kindKey])
        #expect(rest.allSatisfy { $0.object === item })
        item.removeObserver(observer, forKeyPath: "status", context: second)
        item.removeObserver(observer, forKeyPath: "status")
        rig.engine?.report(.failed(PlaybackError(.decoding)))
        await rig.settle()
        #expect(observer.calls.dropFirst(5).map(\.keyPath) == ["error"])
    }

    @Test("An observer of the classical form is not retained")
    func gone() {
        let rig = ScriptedRig()
        var observer: Classical? = Classical()
        weak let gone = observer
        if let observer { rig.player.addObserver(observer, forKeyPath: "volume") }
        observer = nil
        #expect(gone == nil)
        rig.player.volume = 0.5
        #expect(rig.player.volume == 0.5)
    }

    @Test("Player and item are @Observable")
    func observable() async {
        let rig = ScriptedRig()
        let item = ScriptedRig.item("a")
        let changed = Mutex<[String]>([])
        withObservationTracking {
            _ = rig.player.state
        } onChange: {
            changed.withLock { $0.append("state") }
        }
        withObservationTracking {
            _ = rig.player.volume
        } onChange: {
            changed.withLock { $0.append("volume") }
        }
        withObservationTracking {
            _ = rig.player.rate
        } onChange: {
            changed.withLock { $0.append("rate") }
        }
        withObservationTracking {
            _ = item.status
        } onChange: {
            changed.withLock { $0.append("status") }
        }
        rig.player.load(item)
        rig.player.volume = 0.5
        await rig.run(until: .ready)
        #expect(changed.withLock { $0 } == ["state", "volume", "status"])
    }
}

/// An observer of the classical form.
@MainActor
private final class Classical: PropertyObserver {
    struct Call {
        let keyPath: String
        let object: AnyObject?
        let change: [PropertyChangeKey: Any]
        let context: UnsafeMutableRawPointer?
    }

    private(set) var calls: [Call] = []

    func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [PropertyChangeKey: Any]?, context: UnsafeMutableRawPointer?) {
        calls.append(Call(keyPath: keyPath ?? "", object: object as AnyObject?, change: change ?? [:], context: context))
    }
}
