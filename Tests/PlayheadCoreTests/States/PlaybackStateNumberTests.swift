import PlayheadCore
import Testing

/// States have names and numbers.
@Suite struct PlaybackStateNumberTests {
    @Test func theNumbersFollowTheOrderOfTheStates() {
        let states: [PlaybackState] = [
            .idle, .opening, .ready, .buffering, .play, .playing, .pausing, .paused, .stopping, .seeking, .ended, .error,
        ]
        let numbers: [Int] = states.map { $0.rawValue }
        #expect(numbers == Array(0..<12))
        #expect(states.map { PlaybackState(rawValue: $0.number) } == states)
        #expect(Set(states) == Set(PlaybackState.allCases))
    }

    @Test(arguments: [-1, 12, .min, .max]) func otherNumbersAreInvalid(number: Int) {
        #expect(PlaybackState(rawValue: number) == nil)
    }

    @Test func bothRawValuesCompile() {
        let (number, name): (Int, String) = (PlaybackState.playing.rawValue, PlaybackState.playing.rawValue)
        #expect(number == 5 && name == "playing")
        #expect(PlaybackState.playing.rawValue == 5 && PlaybackState.playing.rawValue == "playing")
        #expect(PlaybackState(rawValue: "playing") == PlaybackState(rawValue: 5))
        // Without a context that requires an Int it is the name.
        let plain = PlaybackState.paused.rawValue
        #expect(plain == "paused" && PlaybackState.paused.description == "paused")
    }
}
