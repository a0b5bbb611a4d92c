import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import Testing

@testable import PlayheadEngine

@Suite("Dropped pictures of a level")
struct DroppedPicturesTests {
    private static let level = QualityLevel(index: 3, label: "360p")

    /// Counts pictures of 0.125 s, of which each one with `isShown` false is dropped; returns the number of the picture that is too much.
    private func overload(_ pictures: Int, level: (Int) -> QualityLevel = { _ in level }, isShown: (Int) -> Bool) -> Int? {
        var dropped = DroppedPictures()
        return (0..<pictures).first { dropped.count(level($0), duration: 0.125, isShown: isShown($0)) }
    }

    @Test("A sixth of the pictures may be dropped, more of them in two periods in a row not")
    func shares() {
        #expect(overload(600) { $0 % 6 != 0 } == nil)
        #expect(overload(600) { $0 % 4 != 0 } == 47)
    }

    @Test("One bad period is no reason, however bad")
    func disturbance() {
        #expect(overload(600) { !(48..<72).contains($0) } == nil)
        #expect(overload(600) { !(36..<60).contains($0) } == 71)
    }

    @Test("A change of the level starts again")
    func levels() {
        let other = QualityLevel(index: 2, label: "180p")
        #expect(overload(600, level: { $0 / 40 % 2 == 0 ? Self.level : other }) { _ in false } == nil)
    }
}

@Suite("The limit of a ladder to what the machine can decode")
struct DecodingLimitTests {
    @Test("A limit ends, and lasts twice as long the next time, up to a maximum")
    func durations() {
        var limit = DecodingLimit()
        #expect(limit.highest(at: 0) == nil)
        limit.limit(to: 2, at: 100)
        #expect(limit.highest(at: 219) == 2 && limit.highest(at: 220) == nil)
        limit.limit(to: 2, at: 300)
        #expect(limit.highest(at: 539) == 2 && limit.highest(at: 540) == nil)
        for _ in 0..<10 { limit.limit(to: 2, at: 1000) }
        #expect(limit.highest(at: 1000 + 3839) == 2 && limit.highest(at: 1000 + 3840) == nil)
    }

    @Test("A limit during another one does not raise it")
    func overlapping() {
        var limit = DecodingLimit()
        limit.limit(to: 1, at: 0)
        limit.limit(to: 3, at: 10)
        #expect(limit.highest(at: 20) == 1)
    }

    @Test("The rung below has smaller pictures, if the sizes are known")
    func rungs() {
        func rung(_ bandwidth: Int, _ size: PictureSize?) -> Ladder.Rung { Ladder.Rung(bandwidth: bandwidth, size: size, places: []) }
        let (small, large) = (PictureSize(width: 640, height: 360), PictureSize(width: 1280, height: 720))
        let ladder = Ladder(rungs: [rung(1, small), rung(2, large), rung(3, large), rung(4, nil)])
        #expect((0...4).map { ladder.rung(smallerThan: $0) } == [nil, 0, 0, 2, nil])
    }
}
