import PlayheadCore
import PlayheadView
import Testing

/// Tests WebVTT §7.1 and §7.2.
@Suite("Caption layout")
struct CaptionLayouterTests {
    private static let area = ViewRect(x: 0, y: 0, width: 1000, height: 500)
    private let layouter = CaptionLayouter(area: area)

    private func cue(_ text: String = "One line", _ change: (inout CaptionLayout) -> Void = { _ in }) -> CaptionCue {
        var layout = CaptionLayout()
        change(&layout)
        return CaptionCue(startTime: 0, endTime: 1, text: text, layout: layout)
    }

    /// Places cues whose lines have a height of 25.
    private func placement(_ cues: [CaptionCue], kept: [Int: ViewRect] = [:], by layouter: CaptionLayouter? = nil)
        -> CaptionLayouter.Placement
    {
        (layouter ?? self.layouter).place(cues, kept: kept) { index, _ in
            .init(extent: Double(cues[index].text.split(separator: "\n").count) * 25, step: cues[index].text.isEmpty ? 0 : 25)
        }
    }

    private func place(_ cues: CaptionCue...) -> [ViewRect] { placement(cues).cues.map(\.rect) }

    @Test("Cues without settings are centred at the bottom, further ones above")
    func usual() {
        #expect(place(cue()) == [ViewRect(x: 0, y: 475, width: 1000, height: 25)])
        #expect(place(cue(), cue("Two\nlines"), cue()).map(\.y) == [475, 425, 400])
        #expect(place(cue(""), cue()).map(\.y) == [475], "what says nothing takes no room")
    }

    @Test("No more cues and text are shown than a picture has room for, and a first cue of any length")
    func readable() {
        #expect(CaptionLayouter.readable(Array(repeating: cue(), count: 1000)).count == CaptionLayouter.maximumCues)
        let long = cue(String(repeating: "a", count: 1 << 20))
        #expect(CaptionLayouter.readable(Array(repeating: long, count: 1000)).count == 4)
    }

    @Test("Lines count from the top, and negative ones from the bottom; halves are rounded up; without room the direction reverses")
    func lines() {
        #expect(place(cue { $0.line = 0 })[0].y == 0)
        #expect(place(cue { $0.line = 2 })[0].y == 50)
        #expect(place(cue { $0.line = 1.5 })[0].y == 50 && place(cue { $0.line = 1.4 })[0].y == 25)
        #expect(place(cue { $0.line = -0.5 })[0].y == 0 && place(cue { $0.line = -1.4 })[0].y == 475)
        #expect(place(cue("Two\nlines") { $0.line = -1 })[0].y == 450)
        #expect(place(cue { $0.line = -3 })[0].y == 425)
        #expect(place(cue { $0.line = 0 }, cue { $0.line = 0 }).map(\.y) == [0, 25])
        #expect(place(cue { $0.line = 1000 })[0].y == 475 && place(cue { $0.line = -1000 })[0].y == 0)
        #expect(place(cue("Two\nlines") { $0.line = 19 })[0].y == 450, "below there is no room for both")
        #expect(place(cue { $0.line = -1 }, cue { $0.line = 19 }).map(\.y) == [475, 450])
    }

    @Test("Vertical lines that grow to the left count from the right, others from the left")
    func verticalLines() {
        func vertical(_ direction: CaptionLayout.WritingDirection, _ line: Double?, _ text: String = "One") -> CaptionCue {
            cue(text) { ($0.vertical, $0.line) = (direction, line) }
        }
        #expect(place(vertical(.verticalGrowingLeft, 0)) == [ViewRect(x: 975, y: 0, width: 25, height: 500)])
        #expect(place(vertical(.verticalGrowingLeft, 2))[0].x == 925)
        #expect(place(vertical(.verticalGrowingLeft, -1))[0].x == 0 && place(vertical(.verticalGrowingLeft, nil))[0].x == 0)
        #expect(place(vertical(.verticalGrowingRight, 0))[0].x == 0 && place(vertical(.verticalGrowingRight, 3))[0].x == 75)
        #expect(place(vertical(.verticalGrowingRight, -1))[0].x == 975 && place(vertical(.verticalGrowingRight, nil))[0].x == 975)
        #expect(place(vertical(.verticalGrowingLeft, 0, "Two\nlines"))[0].x == 950, "the first line is at the edge")
        #expect(place(vertical(.verticalGrowingLeft, 0), vertical(.verticalGrowingLeft, 0)).map(\.x) == [975, 950])
        #expect(place(vertical(.verticalGrowingRight, 0), vertical(.verticalGrowingRight, 0)).map(\.x) == [0, 25])
        #expect(place(cue(), vertical(.verticalGrowingLeft, 0)).count == 1, "the bottom is taken, and it needs the whole height")
        let short = cue("Short") {
            ($0.vertical, $0.line, $0.size, $0.position, $0.positionAlign) = (.verticalGrowingLeft, 0, 50, 0, .lineLeft)
        }
        #expect(place(cue(), short)[1] == ViewRect(x: 975, y: 0, width: 25, height: 250))
    }

    @Test("A percentage places the aligned edge; a box outside or over another moves to the closest free position")
    func percentages() {
        let places: [(Double, CaptionLayout.LineAlignment, Double)] = [
            (50, .start, 250), (50, .center, 237.5), (50, .end, 225), (100, .start, 475), (0, .end, 0),
        ]
        for (line, align, y) in places {
            #expect(place(cue { ($0.snapToLines, $0.line, $0.lineAlign) = (false, line, align) })[0].y == y, "\(line) \(align)")
        }
        let turned: [(Double, CaptionLayout.LineAlignment, Double)] = [
            (50, .start, 500), (50, .center, 487.5), (50, .end, 475), (100, .start, 975), (0, .end, 0),
        ]
        for (line, align, x) in turned {
            let rect = place(cue { ($0.vertical, $0.snapToLines, $0.line, $0.lineAlign) = (.verticalGrowingRight, false, line, align) })[0]
            #expect(rect.x == x, "\(line) \(align)")
        }
        let both = place(cue { ($0.snapToLines, $0.line) = (false, 50) }, cue { ($0.snapToLines, $0.line) = (false, 52) })
        #expect(both.map(\.y) == [250, 275])
        // The position at the side is closer than the one below.
        let narrow = { (layout: inout CaptionLayout) in
            (layout.snapToLines, layout.line, layout.size, layout.position, layout.positionAlign) = (false, 0, 2, 0, .lineLeft)
        }
        #expect(place(cue("1") { narrow(&$0) }, cue("1\n2\n3") { narrow(&$0) }).map(\.x) == [0, 20])
        #expect(place(cue { ($0.snapToLines, $0.line) = (false, nil) })[0].y == 475, "auto is the end")
    }

    @Test("Position and alignments determine the horizontal place; start and end depend on the text's direction")
    func across() {
        let boxes: [(Double?, CaptionLayout.PositionAlignment, CaptionLayout.TextAlignment, Double, Double, Double)] = [
            (nil, .auto, .center, 100, 0, 1000), (nil, .auto, .left, 40, 0, 400), (nil, .auto, .right, 40, 600, 400),
            (nil, .auto, .start, 40, 500, 400), (nil, .auto, .end, 40, 100, 400), (25, .auto, .center, 100, 0, 500),
            (75, .center, .start, 20, 650, 200), (10, .lineLeft, .center, 100, 100, 900), (90, .lineRight, .left, 50, 400, 500),
            (0, .center, .center, 100, 0, 0),
        ]
        for (position, edge, align, size, x, width) in boxes {
            let rect = place(cue { ($0.position, $0.positionAlign, $0.align, $0.size) = (position, edge, align, size) })[0]
            #expect(abs(rect.x - x) < 0.001 && abs(rect.width - width) < 0.001, "\(rect)")
            let turned = place(
                cue {
                    ($0.vertical, $0.position, $0.positionAlign, $0.align, $0.size) = (.verticalGrowingLeft, position, edge, align, size)
                })[0]
            #expect(abs(turned.y - x / 2) < 0.001 && abs(turned.height - width / 2) < 0.001, "\(turned)")
        }
        let hebrew = "\u{5D0}\u{5D1}"
        #expect(place(cue(hebrew) { ($0.align, $0.position, $0.size) = (.start, 80, 30) })[0].x == 500)
        #expect(place(cue(hebrew) { ($0.align, $0.position, $0.size) = (.end, 20, 30) })[0].x == 200)
        #expect(place(cue("1. a" + hebrew) { ($0.align, $0.position, $0.size) = (.start, 20, 30) })[0].x == 200)
    }

    @Test("A region's cues are stacked from its lower edge; excess cues are above it; other cues avoid it")
    func regions() {
        var region = CaptionRegion()
        region.id = "r"
        (region.width, region.lines, region.viewportAnchorX, region.regionAnchorX) = (50, 2, 100, 100)
        (region.viewportAnchorY, region.regionAnchorY) = (20, 0)
        // Two lines of 6 % of the height.
        let one = placement([cue { $0.region = region }])
        #expect(one.cues[0].rect == ViewRect(x: 500, y: 135, width: 500, height: 25))
        #expect(one.regions.map(\.rect) == [ViewRect(x: 500, y: 135, width: 500, height: 25)] && one.regions[0].region == region)
        let full = placement([cue { $0.region = region }, cue("Two\nlines") { $0.region = region }])
        #expect(full.cues.map(\.rect.y) == [85, 110] && full.cues.allSatisfy { $0.region == 0 })
        #expect(full.regions[0].rect == ViewRect(x: 500, y: 100, width: 500, height: 60))
        let beside = place(cue { $0.region = region }, cue { $0.line = 5 })
        #expect(beside[1].y == 175, "the region is in the way of line 5, from 125 to 160, and so is line 6")
        let aligned = place(cue { ($0.region, $0.position, $0.align, $0.positionAlign) = (region, 20, .left, .lineLeft) })[0]
        #expect(aligned.x == 600 && aligned.width == 400)
    }

    @Test("A cue keeps its position when another one ends")
    func kept() {
        let both = [cue("Lower"), cue("Upper")]
        let places = placement(both).cues.map(\.rect)
        let after = placement([both[1], cue("New")], kept: [0: places[1]]).cues.map(\.rect)
        #expect(after.map(\.y) == [450, 475])
    }

    @Test(
        "Overlapping boxes without overlapping texts are shown; vertical lines end above a covered lower edge")
    func texts() {
        let upright = cue("Upright") { ($0.vertical, $0.line) = (.verticalGrowingLeft, 0) }
        let cues = [upright, cue("Below")]
        let bar = ViewRect(x: 0, y: 440, width: 1000, height: 60)
        for covered in [[], [bar]] {
            let placed = CaptionLayouter(area: Self.area, covered: covered).place(cues) { index, length in
                .init(extent: 25, step: 25, text: index == 0 ? 0...100 : (length / 2 - 100)...(length / 2 + 100))
            }
            #expect(placed.cues.map(\.rect.y) == (covered.isEmpty ? [0, 475] : [0, 400]))
            #expect(placed.cues[0].rect.height == (covered.isEmpty ? 500 : 440))
            #expect(placed.cues[1].text == ViewRect(x: 400, y: placed.cues[1].rect.y, width: 200, height: 25))
        }
    }

    @Test("Lines avoid covered areas in whole lines, and keep a margin")
    func coveredAndMargin() {
        let bar = ViewRect(x: 0, y: 440, width: 1000, height: 60)
        let covered = CaptionLayouter(area: Self.area, covered: [bar])
        #expect(placement([cue(), cue { $0.line = 3 }], by: covered).cues.map(\.rect.y) == [400, 75])
        #expect(placement([cue { ($0.snapToLines, $0.line) = (false, 100) }], by: covered).cues[0].rect.y == 415)
        let margin = CaptionLayouter(area: Self.area, margin: 0.02)
        #expect(placement([cue(), cue { $0.line = 0 }], by: margin).cues.map(\.rect.y) == [465, 10])
        let all = CaptionLayouter(area: Self.area, covered: [Self.area])
        #expect(placement([cue()], by: all).cues.map(\.rect.y) == [475], "shown all the same where everything is covered")
    }

    @Test("Cues without room are not shown, a single large cue is; empty areas and invalid numbers do not trap")
    func crowded() {
        let many = (0..<30).map { cue("Cue \($0)") }
        #expect(placement(many).cues.map(\.rect.y).sorted() == (0..<20).map { Double($0) * 25 })
        #expect(placement([cue(String(repeating: "l\n", count: 40))]).cues.count == 1)
        #expect(
            placement((0..<10_000).map { cue("Cue \($0)") { ($0.snapToLines, $0.line) = (false, 50) } }).cues.count
                == CaptionLayouter.maximumCues)
        #expect(placement(many, by: CaptionLayouter(area: ViewRect(x: 0, y: 0, width: 0, height: 0))).cues.isEmpty)
        for direction in CaptionLayout.WritingDirection.allCases {
            for number in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
                let odd = cue { ($0.vertical, $0.line, $0.position, $0.size) = (direction, number, number, number) }
                #expect(placement([odd, odd]).cues.count <= 2)
                #expect(placement([cue { ($0.vertical, $0.line, $0.snapToLines) = (direction, number, false) }]).cues.count == 1)
            }
        }
        var region = CaptionRegion()
        region.lines = 1e300
        #expect(placement([cue { $0.region = region }]).cues[0].rect.y.isFinite)
    }

    @Test("A cue that is added to a scrolling region pushes the others up within 0.433 s")
    func scrolling() {
        var region = CaptionRegion()
        (region.id, region.scroll) = ("r", .up)
        let cues = ["One", "Two", "Three"].map { text in cue(text) { $0.region = region } }
        var scroll = RegionScroll()
        scroll.update(placement([cues[0]]), [cues[0]], at: 0)
        #expect(!scroll.isMoving(at: 0), "the first one is just there")
        scroll.update(placement(Array(cues[0...1])), Array(cues[0...1]), at: 1)
        #expect(scroll.offset(of: "r", at: 1) == 25 && scroll.isMoving(at: 1.4))
        #expect(abs(scroll.offset(of: "r", at: 1 + RegionScroll.duration / 2) - 12.5) < 0.001)
        #expect(scroll.offset(of: "r", at: 1.5) == 0 && !scroll.isMoving(at: 1.5))
        scroll.update(placement(cues), cues, at: 2)
        scroll.update(placement(Array(cues[1...2])), Array(cues[1...2]), at: 2.1)
        #expect(scroll.offset(of: "r", at: 2.1) > 15, "one that goes stops nothing")
        scroll.update(.init(), [], at: 2.2)
        #expect(!scroll.isMoving(at: 2.2))
    }
}
