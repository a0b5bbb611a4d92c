import Foundation
import PlayheadAds
import TestSupport

@testable import Playhead

// The random commands of apps and viewers.
extension SessionExplorer {
    /// Gives a random command.
    mutating func command() {
        if core.machine.items.isEmpty, random.oneIn(2) { return load() }
        switch random.below(30) {
        case 0..<5: play()
        case 5, 6: feed(.playback(.pause(.interaction)))
        case 7..<11: seek()
        case 11: seekToLive()
        case 12: load()
        case 13: random.oneIn(2) ? feed(.playback(.next)) : previous()
        case 14: if random.oneIn(2) { feed(.playback(.stop)) } else { release() }
        case 15: feed(.playback(.setVolume(Double(random.below(3)) / 2)))
        case 16: feed(.playback(.view(.fullscreen(random.oneIn(2)))))
        case 17, 18: feed(.ad(.skip))
        case 19: feed(.ad([.click(x: 1, y: 1), .skipBreak, .cancelBreaks(resumptionOffset: nil)][random.below(3)]))
        case 20: feed(.ad(random.oneIn(2) ? .companionShown(0) : .overlay(ad: random.below(9), .shown)))
        case 21: feed(.interactiveFrameworks(random.oneIn(2) ? ["SIMID"] : []))
        case 22: feed(.playback(.setMuted(random.oneIn(2))))
        case 23: feed(.playback(.selectItem(random.below(facts.items.count + 2) - 1)))
        case 24..<27: arrange()
        case 27, 28: feed(.playback(.setRate([0.25, 0.5, 1, 1.5, 4, 0.2, 5, .nan][random.below(8)])))
        default: feed(.playback(.setRepeatMode([.off, .item, .list][random.below(3)])))
        }
    }

    // MARK: The list

    /// Creates an item; its number determines the kind of its stream.
    mutating func makeItem() -> SessionItem {
        lastItem += 1
        return ScriptedRig.item("\(lastItem)").sessionItem
    }

    static func kind(of item: SessionItem) -> ExploredContent.Kind {
        ExploredContent.Kind.allCases[(item.entry.title.flatMap { Int($0) } ?? 0) % ExploredContent.Kind.allCases.count]
    }

    mutating func load() {
        let list = (0...random.below(3)).map { _ in makeItem() }
        let index = random.below(list.count)
        if core.acceptsLoad(of: list.count, startingAt: index) { core.loadedItems = list }
        feed(.playback(.load(items: list.map(\.description), index: index)))
    }

    /// Changes the list around the item that is current according to the last event, or removes that item too, which is refused.
    private mutating func arrange() {
        var list = facts.items
        let current = facts.currentItem
        switch random.below(4) {
        case 0 where list.count < 5: list.insert(makeItem(), at: random.below(list.count + 1))
        case 1 where !list.isEmpty: list.remove(at: random.below(list.count))
        case 2 where !list.isEmpty: list[random.below(list.count)] = makeItem()
        default: list.shuffle(using: &random)
        }
        let index = list.firstIndex { $0 === current } ?? list.count
        feed(.playback(core.arrange(list, at: index)))
    }

    // MARK: Commands that move the content

    private var timeline: Timeline { core.machine.timeline.standing(until: now) }

    mutating func play() {
        if core.machine.state == .ended, core.ads.place == .free { goal = at(timeline.seekableRange.start) }
        feed(.playback(.play(.interaction)))
    }

    private mutating func seek() {
        lastSeek += 1
        let target = timeline.kind == .dvr ? -Double(random.below(100)) : Double(random.below(20)) / 2
        let range = timeline.seekableRange
        let place = timeline.playbackTime(at: min(max(target, range.start), range.end))
        // The live position moves on until the seek is performed.
        expect(timeline.kind == .dvr && target >= 0 ? place - Self.tolerance ... .infinity : at(place))
        openSeeks.insert(lastSeek)
        feed(.playback(.seek(id: lastSeek, target: target, precision: .exact)))
    }

    private mutating func seekToLive() {
        lastSeek += 1
        if timeline.kind == .dvr { expect(timeline.playbackTime(at: 0) - Self.tolerance ... .infinity) } else { idleSeeks.insert(lastSeek) }
        openSeeks.insert(lastSeek)
        feed(.playback(.seekToLiveEdge(id: lastSeek)))
    }

    private mutating func previous() {
        // In a break the command does nothing at the first item.
        if core.machine.currentIndex == 0, core.ads.place != .inBreak { expect(at(timeline.seekableRange.start)) }
        feed(.playback(.previous))
    }

    /// Sets the place at which the content continues. A live stream without DVR continues at its edge, and before an item is open its
    /// timeline is not known.
    private mutating func expect(_ place: ClosedRange<Double>?) {
        goal = core.machine.isOpen && core.machine.timeline.kind != .live ? place : nil
    }

    func at(_ place: Double) -> ClosedRange<Double> { place - Self.tolerance...place + Self.tolerance }

    /// The distance of two reports, and of two frames.
    private static let tolerance = 0.36
}
