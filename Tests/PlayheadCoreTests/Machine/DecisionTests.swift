import Testing

@testable import PlayheadCore

/// The app decides about an item before the player moves to it.
@Suite struct DecisionTests {
    /// A rig whose first item of three has ended, or plays.
    private static func rig(isAtEnd: Bool = true, repeats: Bool = false) -> MachineRig {
        var rig = MachineRig.playing(repeats: repeats, items: 3)
        rig.send(.setDecisionTimeout(5))
        if isAtEnd { rig.report(.ended(duration: 10)) }
        return rig
    }

    @Test func theNextItemWaitsInEndedForTheDecision() {
        var rig = Self.rig()
        #expect(rig.log.suffix(3) == ["→ ended", "onComplete", "decide 1 about 1"])
        #expect(rig.timers.last == "start decision 5.0" && rig.machine.isChangingItem && rig.machine.intendsToPlay)
        rig.clear()
        rig.send(.decide(number: 1, .play))
        #expect(rig.emitted.prefix(2) == ["onPlaylistItem 1", "→ opening"])
        #expect(rig.timers == ["cancel decision", "start opening 60.0"])
    }

    @Test func aCommandClosesTheItemBeforeTheDecision() {
        var rig = Self.rig(isAtEnd: false)
        rig.send(.next)
        #expect(!rig.machine.isDeciding && rig.machine.state == .stopping)
        rig.report(.closed)
        #expect(rig.log.suffix(2) == ["onIdle newLoad from playing", "decide 1 about 1"])
        rig.send(.decide(number: 1, .play))
        #expect(rig.machine.state == .opening && rig.machine.currentIndex == 1)
    }

    @Test func anotherItemTakesThePlace() {
        var rig = Self.rig()
        rig.clear()
        rig.send(.decide(number: 1, .replace(ItemDescription(url: "https://other.example/x"))))
        #expect(rig.emitted == ["onPlaylist", "onPlaylistItem 1", "→ opening"])
        #expect(rig.machine.items.count == 3 && rig.machine.currentItem?.url == "https://other.example/x")
    }

    @Test func afterARefusalTheNextItemIsAskedAbout() {
        var rig = Self.rig()
        rig.clear()
        rig.send(.decide(number: 1, .refuse))
        #expect(rig.log == ["decide 2 about 2"])
        rig.send(.decide(number: 2, .refuse))
        #expect(rig.log.last == "onPlaylistComplete" && rig.machine.state == .ended && !rig.machine.isChangingItem)
    }

    @Test func aRefusalGoesBackAfterPreviousAndThenForward() {
        var rig = Self.rig(isAtEnd: false)
        rig.send(.selectItem(2))
        rig.report(.closed)
        rig.send(.decide(number: 1, .play))
        rig.report(.opened(.sample))
        rig.send(.previous)
        rig.report(.closed)
        rig.clear()
        for number in 2...4 { rig.send(.decide(number: number, .refuse)) }
        #expect(rig.log == ["decide 3 about 0", "decide 4 about 2", "onPlaylistComplete"])
        #expect(rig.machine.state == .idle && !rig.machine.intendsToPlay && rig.machine.currentIndex == 2)
        rig.send(.play(.external))
        #expect(rig.machine.state == .opening && rig.machine.currentIndex == 2)
    }

    @Test func aRepeatingListAsksAboutEachItemOnce() {
        var rig = Self.rig(repeats: true)
        rig.clear()
        for number in 1...3 { rig.send(.decide(number: number, .refuse)) }
        #expect(rig.log == ["decide 2 about 2", "decide 3 about 0", "onPlaylistComplete"])
    }

    @Test func afterTheTimeLimitTheItemPlaysWithAWarning() {
        var rig = Self.rig()
        rig.clear()
        rig.now = 4
        rig.send(.timer(.decision))
        #expect(rig.emitted.isEmpty && rig.machine.isDeciding)
        rig.now = 5
        rig.send(.timer(.decision))
        #expect(rig.emitted == ["onWarning 320644", "onPlaylistItem 1", "→ opening"])
        rig.clear()
        rig.send(.decide(number: 1, .refuse))
        #expect(rig.log.isEmpty && rig.machine.currentIndex == 1)
    }

    @Test func aFailedItemThatIsSkippedIsAMove() {
        var options = PlaybackOptions(autoplay: true)
        options.skipsFailedItems = true
        var rig = MachineRig(options)
        rig.send(.setDecisionTimeout(5), .load(items: ItemDescription.samples, index: 0))
        #expect(rig.machine.state == .opening)
        rig.report(.failed(PlaybackError(.emptyMedia)), .closed)
        #expect(rig.log.last == "decide 1 about 1" && rig.machine.state == .idle)
    }

    // MARK: Commands win

    @Test(arguments: [true, false])
    func aStopEndsTheDecision(isAtEnd: Bool) {
        var rig = Self.rig(isAtEnd: isAtEnd)
        if !isAtEnd {
            rig.send(.next)
            rig.report(.closed)
        }
        rig.send(.stop)
        rig.report(.closed)
        rig.send(.decide(number: 1, .play))
        #expect(rig.machine.state == .idle && rig.machine.currentIndex == 0 && !rig.machine.intendsToPlay)
        #expect(rig.timers.last == "cancel decision")
    }

    @Test(arguments: [(MachineInput.next, "decide 2 about 2"), (.previous, "decide 2 about 0"), (.selectItem(0), "decide 2 about 0")])
    func anotherItemIsAskedAbout(command: MachineInput, line: String) {
        var rig = Self.rig()
        rig.send(command)
        #expect(rig.log.last == line)
        rig.send(.decide(number: 1, .play))
        #expect(rig.machine.isDeciding && rig.machine.currentIndex == 0)
    }

    @Test(arguments: [MachineInput.load(items: [.sample], index: 0), .release, .seek(id: 1, target: 3, precision: .exact)])
    func aLateDecisionIsIgnored(command: MachineInput) {
        var rig = Self.rig()
        rig.send(command)
        let state = rig.machine.state
        rig.clear()
        rig.send(.decide(number: 1, .play), .timer(.decision))
        #expect(rig.log.isEmpty && rig.machine.state == state && !rig.machine.isDeciding)
    }

    @Test func playAndPauseChangeTheIntentOnly() {
        var rig = Self.rig()
        rig.clear()
        rig.send(.pause(.external), .play(.interaction), .pause(.external))
        #expect(rig.log.isEmpty && rig.machine.isDeciding)
        rig.send(.decide(number: 1, .play))
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .ready)
    }

    @Test func aSeekInIdleIsKeptForTheItem() {
        var rig = Self.rig(isAtEnd: false)
        rig.send(.next)
        rig.report(.closed)
        rig.send(.seek(id: 1, target: 4, precision: .exact), .decide(number: 1, .play))
        rig.report(.opened(.sample))
        #expect(rig.machine.seekTarget == 4 && rig.machine.currentIndex == 1)
    }

    @Test func withoutAHandlerThePendingItemPlays() {
        var rig = Self.rig()
        rig.send(.setDecisionTimeout(nil))
        #expect(rig.machine.state == .opening && rig.machine.currentIndex == 1)
    }

    @Test(arguments: [0, -1, Double.nan])
    func aTimeLimitIsAboveZero(seconds: Double) {
        var rig = MachineRig.playing()
        rig.send(.setDecisionTimeout(seconds))
        #expect(rig.log == ["onWarning 320643"])
    }
}
