import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// ITEMS, Lists: the app changes the texts and the picture of an item of the list.
@MainActor
@Suite("Metadata of items", .timeLimit(.minutes(5)))
struct ItemMetadataTests {
    private static let metadata = ItemMetadata(title: "New", description: "Text", image: ScriptedRig.url("cover.png"))

    @Test("The item has changed when the event arrives, and keeps the change after a load")
    func playing() async {
        let rig = ScriptedRig()
        let items = rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        var title: String?
        let token = rig.player.onEvent { if $0 is ItemMetadataEvent { title = items[0].title } }
        _ = rig.trace.news()
        rig.player.setMetadata(Self.metadata, of: items[0])
        rig.player.setMetadata(Self.metadata, of: items[0])
        let events = rig.trace.events.compactMap { $0 as? ItemMetadataEvent }
        #expect(events.map(\.index) == [0] && events.first?.item.title == "New" && title == "New")
        #expect(
            events.first?.item.image == "https://media.example.com/cover.png" && events.first?.item.url == "https://media.example.com/a")
        #expect(items[0].metadata == Self.metadata && rig.player.state == .playing)
        rig.player.selectItem(0)
        await rig.run(until: .playing)
        let last = rig.trace.events.compactMap { $0 as? PlaylistItemEvent }.last
        #expect(last?.item.title == "New")
        rig.player.load(items)
        await rig.run(for: 1)
        #expect(rig.player.machine.currentItem?.title == "New")
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("An item that is about to open has the change")
    func pending() async {
        let rig = ScriptedRig()
        let items = rig.load("a", "b")
        await rig.run(until: .ready)
        rig.player.next()
        rig.player.setMetadata(Self.metadata, of: items[1])
        await rig.run(until: .ready)
        let last = rig.trace.events.compactMap { $0 as? PlaylistItemEvent }.last
        #expect(last?.index == 1 && last?.item.title == "New" && items[1].title == "New")
    }

    @Test("An item that is not in the list is refused, and one of a list that another replaces")
    func refused() async {
        let rig = ScriptedRig()
        rig.player.setMetadata(Self.metadata, of: ScriptedRig.item())
        #expect(rig.trace.news() == ["onWarning 320641"])
        let items = rig.load("a")
        await rig.run(until: .ready)
        var isDone = false
        let token = rig.player.onEvent { [weak player = rig.player] event in
            guard let player, event.name == .onIdle, !isDone else { return }
            isDone = true
            player.setMetadata(Self.metadata, of: items[0])
        }
        rig.load("z")
        await rig.run(until: .ready)
        #expect(isDone && items[0].title == "a" && rig.player.currentItem?.title == "z")
        token.invalidate()
    }

    @Test("A session without a player changes entries")
    func session() async throws {
        let stage = ScriptedStage(EngineScript())
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        configuration.audioOutput = .none
        let session = PlaybackSession(configuration: configuration)
        await session.load(ScriptedRig.url("a"))
        await session.setMetadata(Self.metadata, ofItem: 0)
        #expect(await session.items.map(\.metadata) == [Self.metadata])
        await session.release()
    }
}
