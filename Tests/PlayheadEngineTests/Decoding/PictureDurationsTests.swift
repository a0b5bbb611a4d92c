import Testing

@testable import PlayheadEngine

@Suite("Durations of pictures")
struct PictureDurationsTests {
    /// Returns the durations of pictures at `times` (seconds) that all declare the duration `declared` (seconds).
    private func durations(_ declared: Double, at times: [Double]) -> [Double] {
        var durations = PictureDurations()
        return times.map { durations.duration(declared, at: $0) }
    }

    @Test("Pictures that overlap last as long as the distance of those before them, also behind a gap and a seek")
    func overlapping() {
        var durations = PictureDurations()
        let times = [0, 0.25, 0.5, 0.75, 60, 60.25]
        #expect(times.map { durations.duration(8, at: $0) } == [8, 8, 0.25, 0.25, 0.25, 0.25])
        durations.restart()
        #expect(durations.duration(8, at: 30) == 0.25)
    }

    @Test("Declared durations that match are kept, and so are those around two pictures that are near each other")
    func declared() {
        #expect(durations(0.5, at: [0, 0.5, 1, 1.5]) == [0.5, 0.5, 0.5, 0.5])
        #expect(durations(0.5, at: [0, 0.5, 0.625, 1, 1.5]) == [0.5, 0.5, 0.5, 0.5, 0.5])
        #expect(durations(0.5, at: [0, 60, 60.5]) == [0.5, 0.5, 0.5])
        // Soft telecine: the mean of two and three fields.
        #expect(durations(0.4375, at: [0, 0.375, 0.875, 1.25, 1.75]) == Array(repeating: 0.4375, count: 5))
    }

    @Test("Declared durations are used again where they match")
    func recovering() {
        #expect(durations(8, at: [0, 1, 2, 10, 18]) == [8, 8, 1, 8, 8])
    }
}
