import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// EVENTS, Channels: the same events, in the same order, with equal payloads, on each.
@MainActor
@Suite("Channels", .timeLimit(.minutes(5)))
struct ChannelTests {
    /// Returns an event with its whole payload, as text for comparison.
    private static func text(_ event: any PlayerEvent) -> String {
        "\(event.context.sequence) \(event.name.rawValue) \(text(event.fields.foundationValue))"
    }

    private static func text(_ value: Any) -> String {
        switch value {
        case let fields as [String: Any]:
            "{\(fields.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }.joined(separator: ", "))}"
        case let values as [Any]: "[\(values.map { text($0) }.joined(separator: ", "))]"
        case is NSNull: "null"
        default: "\(value)"
        }
    }

    /// A playback with a seek, a stall, a pause, an error and a release.
    private func play(_ rig: ScriptedRig) async {
        rig.load("a", "b")
        rig.player.play()
        await rig.run(for: 1)
        rig.player.rate = 2
        rig.player.rate = 7
        rig.player.seek(to: 8)
        rig.player.selectLevel(1)
        await rig.run(for: 0.5)
        rig.player.pause()
        await rig.run(for: 0.5)
        rig.player.play()
        await rig.run(for: 3)
        rig.player.volume = 0.25
        rig.player.release()
    }

    private func script() -> EngineScript {
        var script = EngineScript()
        script.stalls = [.init(at: 0.5, for: 0.2)]
        return script
    }

    @Test("Delegate, listener, closure, NotificationCenter and sequences receive the same events, each before the next")
    func same() async {
        let rig = ScriptedRig(script())
        var delegated: [String] = []
        var order: [String] = []
        let delegate = HearingDelegate {
            delegated.append(Self.text($0))
            order.append("delegate")
        }
        rig.player.delegate = delegate
        var listened: [String] = []
        let listener = HearingDelegate {
            listened.append(Self.text($0))
            order.append("listener")
        }
        let listening = rig.player.addListener(listener)
        let closure = rig.player.onEvent { _ in order.append("closure") }
        let notified = NotificationLog(of: rig.player, .playerAll)
        notified.alsoCall = { order.append("notification") }
        let sequence = rig.player.events
        let times = rig.player.events(of: TimeEvent.self)
        await play(rig)
        let emitted = rig.trace.events.map(Self.text)
        #expect(delegated == emitted)
        #expect(listened == emitted)
        #expect(notified.events.map { "\($0.sequence) \($0.name) \(Self.text($0.payload))" } == emitted)
        #expect(order == Array(repeating: ["delegate", "listener", "closure", "notification"], count: emitted.count).flatMap { $0 })
        var sequenced: [String] = []
        for await event in sequence {
            sequenced.append(Self.text(event))
            if sequenced.count == emitted.count { break }
        }
        #expect(sequenced == emitted)
        let count = rig.trace.all(TimeEvent.self).count
        var timed: [String] = []
        for await event in times {
            timed.append(Self.text(event))
            if timed.count == count { break }
        }
        #expect(timed == rig.trace.all(TimeEvent.self).map { Self.text($0) })
        OrderRules.check(rig.trace.events)
        listening.invalidate()
        closure.invalidate()
    }

    @Test("A notification name is posted only for its events, and only by its player")
    func kinds() async {
        let rig = ScriptedRig(script())
        let other = ScriptedRig(script())
        let positions = NotificationLog(of: rig.player, .playbackPositionChanged)
        let states = NotificationLog(of: rig.player, .playerStateChanged)
        let warnings = NotificationLog(of: rig.player, .playerWarning)
        let others = NotificationLog(of: other.player, .playerAll)
        await play(rig)
        #expect(Set(positions.events.map(\.name)) == ["onTime", "onSeek", "onSeeked"])
        #expect(states.events.map(\.name).contains("onStateChange") && !states.events.map(\.name).contains("onTime"))
        #expect(warnings.events.map(\.name) == ["onWarning"])
        #expect(others.events.isEmpty)
        other.load("c")
        #expect(others.events.map(\.name) == ["onPlaylistItem", "onStateChange"])
        #expect(positions.events.count == rig.trace.names.count { [.onTime, .onSeek, .onSeeked].contains($0) })
    }

    @Test("Items report that they stalled, jumped, ended and failed, by AVFoundation's notifications")
    func items() async {
        var script = EngineScript(media: .scripted(duration: 2))
        script.stalls = [.init(at: 0.5, for: 0.2)]
        let rig = ScriptedRig(script)
        var broken = EngineScript()
        broken.openingFailure = PlaybackError(.httpStatus(404))
        rig.stage.setScript(broken, for: ScriptedRig.url("b"))
        let items = rig.load("a", "b")
        let names: [Notification.Name] = [.playbackStalled, .timeJumped, .didPlayToEndTime, .failedToPlayToEndTime]
        var received: [String] = []
        var failure: PlaybackError?
        let listening = items.enumerated().flatMap { index, item in
            names.map { name in
                NotificationLog(of: item, name) { note in
                    received.append("\(index) \(name.rawValue)")
                    failure = note.userInfo?["error"] as? PlaybackError
                }
            }
        }
        rig.player.play()
        await rig.run(for: 1)
        rig.player.seek(to: 1.5)
        await rig.run(until: .error)
        #expect(
            received == [
                "0 PlayerItemPlaybackStalledNotification", "0 PlayerItemTimeJumpedNotification", "0 PlayerItemDidPlayToEndTimeNotification",
                "1 PlayerItemFailedToPlayToEndTimeNotification",
            ])
        #expect(failure?.code == 221_404 && listening.count == 8)
    }

    @Test("Each sequence follows its own buffering policy, and ends with the player")
    func buffering() async {
        var rig: ScriptedRig? = ScriptedRig(script())
        guard let player = rig?.player else { return }
        let all = player.events
        let newest = player.events(buffering: .bufferingNewest(3))
        let oldest = player.events(buffering: .bufferingOldest(2))
        rig?.load("a")
        await rig?.run(until: .ready)
        let numbers = rig?.trace.events.map(\.context.sequence) ?? []
        rig = nil
        _ = consume player
        func taken(_ stream: AsyncStream<any PlayerEvent>) async -> [Int] {
            var numbers: [Int] = []
            for await event in stream { numbers.append(event.context.sequence) }
            return numbers
        }
        #expect(await taken(all) == numbers)
        #expect(await taken(newest) == Array(numbers.suffix(3)))
        #expect(await taken(oldest) == Array(numbers.prefix(2)))
    }

    @Test("A sequence that nobody reads keeps the latest events, up to the limit")
    func unread() async throws {
        let rig = ScriptedRig()
        let unread = rig.player.events
        rig.player.volume = 0.5
        rig.player.volume = 0.4
        let last = try #require(rig.trace.events.last)
        for _ in 0..<EventStreams.limit { rig.player.session.streams.emit(last) }
        rig.player.session.streams.finish()
        var numbers: [Int] = []
        for await event in unread { numbers.append(event.context.sequence) }
        #expect(numbers.count == EventStreams.limit && Set(numbers) == [last.context.sequence])
    }

    @Test("Delegate and listeners are not retained, and the others continue to receive events")
    func weak() {
        let rig = ScriptedRig()
        var count = 0
        var delegate: HearingDelegate? = HearingDelegate { _ in count += 1 }
        weak let gone = delegate
        rig.player.delegate = delegate
        let token = delegate.map { rig.player.addListener($0) }
        rig.player.volume = 0.5
        #expect(count == 2)
        delegate = nil
        #expect(gone == nil)
        rig.player.volume = 0.4
        #expect(count == 2 && rig.trace.events.count == 2)
        token?.invalidate()
    }
}

/// Records the notifications of a player with one name, during its lifetime.
@MainActor
final class NotificationLog {
    struct Entry {
        let name: String
        let sequence: Int
        let payload: [String: Any]
    }

    private(set) var events: [Entry] = []
    var alsoCall: () -> Void = {}
    // Accessed only on the main actor, where it is created and where the notifications are posted.
    private nonisolated(unsafe) var token: (any NSObjectProtocol)?

    init(of object: AnyObject, _ name: Notification.Name, _ onEvent: @escaping @MainActor (Notification) -> Void = { _ in }) {
        token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [weak self] note in
            // Events are posted on the main actor, and the notification is not used elsewhere.
            nonisolated(unsafe) let note = note
            MainActor.assumeIsolated {
                self?.take(note)
                onEvent(note)
            }
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    private func take(_ note: Notification) {
        var payload = (note.userInfo as? [String: Any]) ?? [:]
        let name = payload.removeValue(forKey: "event") as? String ?? ""
        let sequence = payload.removeValue(forKey: "sequence") as? Int ?? 0
        events.append(Entry(name: name, sequence: sequence, payload: payload))
        alsoCall()
    }
}
