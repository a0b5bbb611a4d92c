import Testing

@testable import PlayheadCommand

@Suite("The axis of a waterfall")
struct WaterfallAxisTests {
    @Test(
        "Ticks are multiples of 1, 2 or 5 in the range, with labels that do not overlap",
        arguments: [0...0.3, 0...1.7, 0.25...0.26, 0...60, 12...3600, 0...1e7, 100...100])
    func ticks(range: ClosedRange<Double>) {
        let axis = WaterfallAxis(range)
        let ticks = axis.ticks
        #expect(ticks.count >= 2 && ticks.count <= 13 && ticks.allSatisfy { axis.range.contains($0) }, "\(ticks)")
        for (tick, next) in zip(ticks, ticks.dropFirst()) {
            let width = Double(axis.label(tick).count) * LabelPlacer.characterWidth
            #expect(axis.x(next) - axis.x(tick) > width, "\(axis.label(tick)) \(axis.label(next))")
        }
        #expect(Set(ticks.map { axis.label($0) }).count == ticks.count)
    }

    @Test("Coordinates are limited to the plot")
    func coordinates() {
        let axis = WaterfallAxis(1...2)
        #expect(axis.x(1) == axis.left && axis.x(2) == axis.right && axis.x(1.5) == (axis.left + axis.right) / 2)
        for time in [-Double.infinity, 0, 3, .infinity] { #expect((axis.left...axis.right).contains(axis.x(time))) }
        #expect(axis.shows(0, 1) && axis.shows(2, 3) && !axis.shows(0, 0.9) && !axis.shows(2.1, 3) && !axis.shows(0.5))
    }

    @Test("Labels that would overlap get rows of their own, and stay left of the limit")
    func labels() {
        var placer = LabelPlacer(limit: 200)
        let text = "0123456789"
        let places = [0.0, 10, 100, 190].map { placer.place(text, at: $0, inset: 4) }
        #expect(places.map(\.row) == [0, 1, 0, 1] && places.map(\.endsAtX) == [false, false, false, true] && placer.rows == 2)
    }
}
