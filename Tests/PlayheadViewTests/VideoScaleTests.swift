import Testing

@testable import PlayheadView

@Suite("The picture's scale")
struct VideoScaleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let scale: VideoScale
        let frame: ViewRect
    }

    @Test(
        "is a part of the view about a point that stays where it is",
        arguments: [
            Row(testDescription: "the full size", scale: VideoScale(), frame: ViewRect(x: 0, y: 0, width: 1, height: 1)),
            Row(
                testDescription: "half about the middle", scale: VideoScale(x: 0.5, y: 0.5),
                frame: ViewRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)),
            Row(
                testDescription: "into the upper left corner", scale: VideoScale(x: 0.5, y: 0.25, pivotX: 0, pivotY: 0),
                frame: ViewRect(x: 0, y: 0, width: 0.5, height: 0.25)),
            Row(
                testDescription: "into the lower right corner", scale: VideoScale(x: 0.5, y: 0.25, pivotX: 1, pivotY: 1),
                frame: ViewRect(x: 0.5, y: 0.75, width: 0.5, height: 0.25)),
            Row(
                testDescription: "to nothing", scale: VideoScale(x: 0, y: 0, pivotX: 0.25, pivotY: 1),
                frame: ViewRect(x: 0.25, y: 1, width: 0, height: 0)),
        ])
    func frames(row: Row) { #expect(row.scale.frame == row.frame) }

    @Test("A rectangle of the view is placed in the scaled part")
    func placing() {
        let part = VideoScale(x: 0.5, y: 0.5, pivotX: 1, pivotY: 0).frame
        let letterboxed = ViewRect(x: 0, y: 50, width: 800, height: 400)
        #expect(part.placing(letterboxed, viewWidth: 800, viewHeight: 500) == ViewRect(x: 400, y: 25, width: 400, height: 200))
    }

    @Test("The scale moves to its target within the duration, without overshoot, and rests there")
    func course() {
        var scaling = VideoScaling()
        let target = VideoScale(x: 0.5, y: 0.5, pivotX: 0, pivotY: 0)
        #expect(scaling.isAtRest(at: 0))
        scaling.change(to: target, over: 0.4, at: 10)
        #expect(scaling.frame(at: 10) == VideoScale().frame)
        #expect(!scaling.isAtRest(at: 10.39))
        let widths = (0...40).map { scaling.frame(at: 10 + Double($0) / 100).width }
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.03 })
        #expect(abs(scaling.frame(at: 10.2).width - 0.75) < 1e-9)
        #expect(scaling.frame(at: 10.4) == target.frame && scaling.isAtRest(at: 10.4))
    }

    @Test("A new target during a change continues without a jump, also with another pivot")
    func changed() {
        var scaling = VideoScaling()
        scaling.change(to: VideoScale(x: 0.5, y: 0.5, pivotX: 0, pivotY: 0), over: 1, at: 0)
        let onTheWay = scaling.frame(at: 0.5)
        scaling.change(to: VideoScale(x: 0.5, y: 0.5, pivotX: 1, pivotY: 1), over: 1, at: 0.5)
        #expect(scaling.frame(at: 0.5) == onTheWay)
        #expect(scaling.frame(at: 2) == ViewRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
    }

    @Test("A change without duration is immediate")
    func atOnce() {
        var scaling = VideoScaling()
        scaling.change(to: VideoScale(x: 0.3, y: 0.3), over: 0, at: 5)
        #expect(scaling.isAtRest(at: 5) && abs(scaling.frame(at: 5).width - 0.3) < 1e-9)
    }
}
