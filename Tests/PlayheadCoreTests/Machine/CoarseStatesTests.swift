import PlayheadCore
import Testing

/// EVENTS, Catalogue: events of a state change contain the old and the new coarse state.
@Suite struct CoarseStatesTests {
    private func states(_ event: any PlayerEvent) -> [EventValue?] { [event.fields["oldState"], event.fields["newState"]] }

    private func states(_ rig: MachineRig, _ name: EventName) -> [EventValue?] {
        rig.events.last { $0.name == name }.map(states) ?? []
    }

    @Test func eachEventOfTheStateExceptOnReadyContainsThem() {
        let names: [EventName] = [
            .onPlayAttempt, .onFirstFrame, .onIdle, .onComplete, .onBuffer, .onBufferChange, .onPlay, .onPause,
        ]
        for (event, name, _) in EventCatalogueTests.events where names.contains(name) {
            #expect(states(event).allSatisfy { $0 != nil }, "\(name)")
        }
    }

    @Test func aStartContainsThePreviousState() {
        var rig = MachineRig.ready()
        rig.send(.play(.external))
        #expect(states(rig, .onPlayAttempt) == ["buffering", "idle"])
        rig.report(.started(position: 0), .firstFrame)
        #expect(states(rig, .onFirstFrame) == ["buffering", "playing"])
        rig.report(.buffered([TimeRange(start: 0, end: 4)]))
        #expect(states(rig, .onBufferChange) == ["buffering", "playing"])
        rig.send(.pause(.external))
        rig.report(.paused(position: 1), .buffered([TimeRange(start: 0, end: 5)]))
        #expect(states(rig, .onBufferChange) == ["playing", "paused"])
    }

    @Test func theEndContainsPlayingAsPreviousState() {
        var rig = MachineRig.playing()
        rig.report(.ended(duration: 10))
        #expect(states(rig, .onComplete) == ["playing", "complete"])
        rig.send(.play(.external))
        #expect(states(rig, .onPlayAttempt) == ["playing", "complete"])
    }
}
