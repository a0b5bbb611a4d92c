import PlayheadCore
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
