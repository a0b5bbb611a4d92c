import Foundation
import Testing

@testable import Playhead

/// EVENTS, Order: each line is a test, with real streams over loopback.
@MainActor
@Suite("Each line of the documented order, with real streams", .tags(.realTime), .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct DocumentedOrderTests {
    /// Returns the indexes of the first events with these names; -1 for missing ones.
    private func firsts(_ names: [EventName], in events: [any PlayerEvent]) -> [Int] {
        names.map { name in events.firstIndex { $0.name == name } ?? -1 }
    }

    /// Whether all events are present, in this order.
    private func areInOrder(_ names: [EventName], in events: [any PlayerEvent]) -> Bool {
        let places = firsts(names, in: events)
        return !places.contains(-1) && places == places.sorted()
    }

    @Test("Every line of the document has its test here")
    func document() throws {
        let page = Samples.tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/EVENTS.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## Order\n").last?.components(separatedBy: "\n## ").first)
        let lines = section.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
        let tested = [
            "onStateChange → the event", "onPlaylistItem → `opening`", "onPlayAttempt → ", "A seek inside what is loaded",
            "Ten quick seeks",
            "A seek while paused", "A stall", "Captions are chosen at `ready`", "The cues of an item", "onVisualQuality, of all but",
            "The end: ", "An item that fails", "onAccessLog → ", "A break: ", "A command inside a callback",
            "NotificationCenter, delegate",
        ]
        #expect(lines.count == tested.count)
        for (line, start) in zip(lines, tested) { #expect(line.hasPrefix(start)) }
    }

    @Test("The whole list follows all rules that need no scene of their own")
    func rules() async throws {
        let events = try await PlayedThree.events()
        #expect(events.last?.name == .onPlaylistComplete)
        OrderRules.check(events)
    }

    @Test("onStateChange → the event that follows from it, and nothing between the two")
    func following() async throws {
        let events = try await PlayedThree.events()
        let following: [PlaybackState: EventName] = [.playing: .onPlay, .ended: .onComplete, .buffering: .onBuffer]
        for (event, next) in zip(events, events.dropFirst()) {
            guard let change = event as? StateChangeEvent, let expected = following[change.newState] else { continue }
            #expect(next.name == expected, "after \(change.newState)")
        }
    }

    @Test("onPlaylistItem → opening → onMeta (media) → onLevels → onAudioTracks → onCaptionsList → ready → onReady, once")
    func opening() async throws {
        let parts = try await PlayedThree.parts()
        #expect(parts.count == 3)
        for part in parts {
            let names = part.map(\.name).filter { ![.onErrorLog, .onPlayAttempt].contains($0) }
            let model: [EventName] = [.onMeta, .onLevels, .onAudioTracks, .onCaptionsList]
            #expect(Array(names.prefix(7)) == [.onPlaylistItem, .onStateChange] + model + [.onStateChange])
            let changes = part.compactMap { $0 as? StateChangeEvent }.prefix(2).map(\.newState)
            #expect(changes == [.opening, .ready])
        }
        #expect(parts.map { part in part.count { $0.name == .onReady } } == [1, 0, 0])
    }

    @Test("onPlayAttempt → play → onBeforePlay → [buffering → onBuffer] → playing → onPlay → onFirstFrame → onVisualQuality → onTime")
    func start() async throws {
        for part in try await PlayedThree.parts() {
            #expect(areInOrder([.onPlayAttempt, .onBeforePlay, .onPlay, .onFirstFrame, .onVisualQuality, .onTime], in: part))
            let quality = part.first { $0.name == .onVisualQuality } as? VisualQualityEvent
            #expect(quality?.reason == .initialChoice)
            let (before, play) = (firsts([.onBeforePlay], in: part)[0], firsts([.onPlay], in: part)[0])
            if let waiting = part.firstIndex(where: { $0.name == .onBuffer }), waiting < play { #expect(waiting > before) }
        }
    }

    @Test("onVisualQuality, of all but the first one → onMeta (quality)")
    func quality() async throws {
        let events = try await RealRig.run(.realTime, configure: { $0.quality.initialLevel = 1 }) { rig in
            rig.player.load(try await rig.item(.hlsSmallLadder, "a"))
            rig.player.play()
            await rig.wait(for: .onFirstFrame)
            rig.player.selectLevel(3)
            await rig.wait { ($0 as? MetaEvent)?.metaData["metadataType"] == "quality" || $0.name == .onComplete }
        }
        let places = events.indices.filter { events[$0].name == .onVisualQuality }
        #expect(places.map { (events[$0] as? VisualQualityEvent)?.level.index } == [1, 3])
        #expect(places.map { events[$0 + 1].name == .onMeta } == [false, true])
    }

    @Test("The end: onTime at the duration → onBeforeComplete → ended → onComplete → the next onPlaylistItem, or onPlaylistComplete")
    func end() async throws {
        let parts = try await PlayedThree.parts()
        for (number, part) in parts.enumerated() {
            let last = try #require(part.lastIndex { $0.name == .onTime })
            #expect((part[last] as? TimeEvent).map { $0.position == $0.duration } == true)
            let names = part[(last + 1)...].map(\.name).filter { $0 != .onCaptionCue }
            let ending: [EventName] = [.onBeforeComplete, .onStateChange, .onComplete]
            #expect(names == ending + (number == 2 ? [.onPlaylistComplete] : []))
            #expect(part.count { $0.name == .onBeforeComplete } == 1 && part.count { $0.name == .onComplete } == 1)
        }
    }

    @Test("onAccessLog → onMeta (access-log) → the last onTime, of what ends by itself")
    func log() async throws {
        for part in try await PlayedThree.parts() {
            let entry = try #require(part.lastIndex { $0.name == .onAccessLog })
            let last = try #require(part.lastIndex { $0.name == .onTime })
            #expect((part[entry + 1] as? MetaEvent)?.metaData["metadataType"] == "access-log" && entry + 1 < last)
        }
    }

    @Test("Captions are chosen at ready: onCaptionsList with what the stream begins with, then onCaptionsChange")
    func captions() async throws {
        let second = try await PlayedThree.parts()[1]
        let list = second.first { $0.name == .onCaptionsList } as? CaptionsListEvent
        let change = second.first { $0.name == .onCaptionsChange } as? CaptionsChangeEvent
        #expect(list?.track == 0 && list?.tracks.map(\.name) == ["Off", "English"] && change?.track == 1)
        let ready = try #require(second.firstIndex { ($0 as? StateChangeEvent)?.newState == .ready })
        #expect(firsts([.onCaptionsList], in: second)[0] < ready && firsts([.onCaptionsChange], in: second)[0] > ready)
    }

    @Test("The cues of an item are removed before it is closed; a release reports only itself", arguments: [true, false])
    func cues(isReleased: Bool) async throws {
        try await RealRig.run(.realTime, configure: { $0.captions.mode = .on }) { rig in
            rig.player.load(try await PlayedThree.captioned(rig, "b"))
            rig.player.play()
            await rig.wait { ($0 as? CaptionCueEvent)?.cues.count == 1 }
            _ = rig.trace.newNames()
            if isReleased { rig.player.release() } else { rig.player.stop() }
            await rig.wait(for: .onIdle)
            let names = rig.trace.newNames()
            if isReleased {
                #expect(names == [.onStateChange, .onStateChange, .onIdle])
            } else {
                #expect(names.first == .onCaptionCue && names.dropFirst().first == .onStateChange)
                #expect(rig.trace.all(CaptionCueEvent.self).last?.cues.isEmpty == true)
            }
        }
    }

    @Test("An item that fails where the next one takes its place: stopping → onWarning → idle → onIdle (failed) → onPlaylistItem")
    func skipped() async throws {
        let events = try await RealRig.run(configure: { $0.playlist.itemFailure = .skip }) { rig in
            let good = try await rig.item(Samples.mp4, "good")
            rig.player.load([PlayerItem(url: rig.origin.url("nothing.mp4"), title: "bad"), good])
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
        }
        let lines = Trace.lines(of: events)
        let start = try #require(lines.firstIndex { $0.hasPrefix("onStateChange opening → stopping") })
        #expect(
            lines[start..<min(start + 5, lines.count)] == [
                "onStateChange opening → stopping (failure)", "onWarning 321404", "onStateChange stopping → idle (engine)",
                "onIdle buffering → idle (failed)", "onPlaylistItem 1 good",
            ])
        OrderRules.check(events)
    }

    @Test("A command inside a callback takes effect at once; its events come after the current one")
    func commands() async throws {
        try await RealRig.run { rig in
            let player = rig.player
            var order: [String] = []
            let first = player.onEvent { [weak player] event in
                order.append("first \(event.name)")
                guard event.name == .onFirstFrame else { return }
                player?.volume = 0.5
                order.append("is \(player?.volume ?? 0)")
            }
            let second = player.onEvent { order.append("second \($0.name)") }
            player.load(try await rig.item(Samples.mp4, "a"))
            player.play()
            await rig.wait(for: .onVolume)
            let start = try #require(order.firstIndex(of: "first onFirstFrame"))
            #expect(order[start...].prefix(3) == ["first onFirstFrame", "is 0.5", "second onFirstFrame"])
            #expect(order.contains("second onVolume"))
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test("NotificationCenter, delegate and sequences see the same event before the next one starts")
    func channels() async throws {
        try await RealRig.run { rig in
            let received = Heard()
            let delegate = HearingDelegate { received.add($0.context.sequence, "delegate") }
            rig.player.delegate = delegate
            let listening = rig.player.onEvent { received.add($0.context.sequence, "closure") }
            let notified = NotificationCenter.default.addObserver(forName: .playerAll, object: rig.player, queue: nil) { note in
                let number = note.userInfo?["sequence"] as? Int ?? 0
                MainActor.assumeIsolated { received.add(number, "notification") }
            }
            let sequence = rig.player.events
            rig.player.load(try await rig.item(Samples.mp4, "a"))
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let count = rig.trace.events.count
            #expect(received.order == (1...count).flatMap { ["\($0) delegate", "\($0) closure", "\($0) notification"] })
            var next = 0
            for await event in sequence {
                next += 1
                #expect(event.context.sequence == next)
                if next == count { break }
            }
            NotificationCenter.default.removeObserver(notified)
            withExtendedLifetime((listening, delegate)) {}
        }
    }
}

/// Records the events that each channel received, in order.
@MainActor
private final class Heard {
    private(set) var order: [String] = []

    func add(_ number: Int, _ channel: String) { order.append("\(number) \(channel)") }
}
