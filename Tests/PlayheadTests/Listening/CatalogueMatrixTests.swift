import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// EVENTS, Catalogue × Channels: every event is raised, and arrives on every channel with the same payload in the same order.
@MainActor
@Suite("Every event on every channel", .timeLimit(.minutes(5)))
struct CatalogueMatrixTests {
    @Test("Each event of the catalogue", arguments: EventName.allCases)
    func event(name: EventName) async throws {
        let received = try await EveryEvent.received()
        let emitted = received.emitted.filter { $0.name == name }.map(EveryEvent.text)
        #expect(!emitted.isEmpty, "\(name) was not raised")
        #expect(received.channels.count == 7)
        for (channel, texts) in received.channels {
            let here = texts.filter { $0.split(separator: " ").dropFirst().first == Substring(name.rawValue) }
            #expect(here == emitted, "\(name) on \(channel)")
        }
    }

    @Test("All events are in the same order on every channel")
    func order() async throws {
        let received = try await EveryEvent.received()
        let emitted = received.emitted.map(EveryEvent.text)
        for (channel, texts) in received.channels { #expect(texts == emitted, "\(channel)") }
        #expect(Set(received.emitted.map(\.name)) == Set(EventName.allCases))
    }

    @Test("The contents of notifications can be encoded as JSON, except infinite numbers")
    func json() async throws {
        for event in try await EveryEvent.received().emitted {
            let info = PlayerNotifications.userInfo(of: event)
            #expect(JSONSerialization.isValidJSONObject(info) != info.values.contains { $0 as? Double == .infinity }, "\(event.name)")
        }
    }

    @Test("The tables in the document have each event with its keys and its notification, and no other")
    func document() async throws {
        let page = Samples.tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/EVENTS.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        func rows(_ section: String) throws -> [[Substring]] {
            let text = try #require(text.components(separatedBy: "## \(section)").last?.components(separatedBy: "\n## ").first)
            return text.split(separator: "\n").filter { $0.hasPrefix("| on") || $0.hasPrefix("| `.") }.map { $0.split(separator: "|") }
        }
        func words(_ cell: Substring) -> Set<String> { Set(cell.split { !$0.isLetter && !$0.isNumber }.map(String.init)) }
        let catalogue = try rows("Catalogue")
        let notifications = try rows("Notifications")
        let emitted = try await EveryEvent.received().emitted
        #expect(catalogue.count == EventName.allCases.count)
        for name in EventName.allCases {
            let row = try #require(catalogue.first { words($0[0]) == [name.rawValue] }, "Add \(name) to the catalogue in docs/EVENTS.md")
            let keys = Set(emitted.filter { $0.name == name }.flatMap { $0.fields.fields.map(\.key) })
            #expect(keys.isSubset(of: words(row[1])), "Add the keys of \(name) to the catalogue in docs/EVENTS.md")
            let posted = notifications.filter { words($0[2]).contains(name.rawValue) }.map { $0[1].trimmingCharacters(in: .whitespaces) }
            let expected = PlayerNotifications.name(for: name).map { [$0.rawValue] } ?? []
            #expect(posted == expected, "Correct the notification of \(name) in docs/EVENTS.md")
        }
    }

    @Test("Ten concurrent players, each with a hundred listeners: each receives only its own events, in order")
    func crowd() async {
        let rigs = (0..<10).map { _ in
            var script = EngineScript(media: .scripted(duration: 1))
            script.stalls = [.init(at: 0.5, for: 0.1)]
            return ScriptedRig(script)
        }
        var received = Array(repeating: Array(repeating: [Int](), count: 100), count: rigs.count)
        var strays = 0
        var kept: [Any] = []
        for (number, rig) in rigs.enumerated() {
            for place in 0..<100 {
                let listener = HearingDelegate { event in
                    received[number][place].append(event.context.sequence)
                    if let item = event as? PlaylistItemEvent, item.item.title != "\(number)" { strays += 1 }
                }
                kept += [listener, rig.player.addListener(listener)]
            }
            let notified = NotificationLog(of: rig.player, .playerAll) { note in
                if let item = note.userInfo?["item"] as? [String: Any], item["title"] as? String != "\(number)" { strays += 1 }
            }
            kept.append(notified)
            rig.load("\(number)")
            rig.player.play()
        }
        for _ in 0..<20 { for rig in rigs { await rig.run(for: 0.1) } }
        for (number, rig) in rigs.enumerated() {
            let emitted = rig.trace.events.map(\.context.sequence)
            #expect(rig.trace.contains(.onPlaylistComplete) && received[number].allSatisfy { $0 == emitted })
        }
        #expect(strays == 0 && !kept.isEmpty)
    }
}
