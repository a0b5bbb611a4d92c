import PlayheadCore
import PlayheadView
import Testing

@Suite("Where captions stand")
struct CaptionLayouterTests {
    private let layouter = CaptionLayouter(area: ViewRect(x: 0, y: 0, width: 1000, height: 500), lineHeight: 25)

    private func cue(_ text: String = "One line", _ change: (inout CaptionLayout) -> Void = { _ in }) -> CaptionCue {
        var layout = CaptionLayout()
        change(&layout)
        return CaptionCue(startTime: 0, endTime: 1, text: text, layout: layout)
    }

    /// Places cues, of which each line is 25 high.
    private func place(_ cues: CaptionCue...) -> [ViewRect] {
        layouter.place(cues) { index, _ in Double(cues[index].text.split(separator: "\n").count) * 25 }.map(\.rect)
    }

    @Test("Without settings it is at the bottom, in the middle, and further ones are above it")
    func usual() {
        #expect(place(cue()) == [ViewRect(x: 0, y: 475, width: 1000, height: 25)])
        #expect(place(cue(), cue("Two\nlines"), cue()).map(\.y) == [475, 425, 400])
    }

    @Test("Lines count from the top, and below 0 from the bottom, where the whole cue is inside")
    func lines() {
        #expect(place(cue { $0.line = 0 })[0].y == 0)
        #expect(place(cue { $0.line = 2 })[0].y == 50)
        #expect(place(cue("Two\nlines") { $0.line = -1 })[0].y == 450)
        #expect(place(cue { $0.line = -3 })[0].y == 425)
        #expect(place(cue { $0.line = 0 }, cue { $0.line = 0 }).map(\.y) == [0, 25])
        #expect(place(cue { $0.line = 1000 })[0].y == 475 && place(cue { $0.line = -1000 })[0].y == 0)
    }

    @Test("A percentage is kept within the picture, by the edge that is aligned")
    func percentages() {
        let places: [(Double, CaptionLayout.LineAlignment, Double)] = [
            (50, .start, 250), (50, .center, 237.5), (50, .end, 225), (100, .start, 475), (0, .end, 0),
        ]
        for (line, align, y) in places {
            let rect = place(cue { ($0.snapToLines, $0.line, $0.lineAlign) = (false, line, align) })[0]
            #expect(rect.y == y, "\(line) \(align)")
        }
        let both = place(cue { ($0.snapToLines, $0.line) = (false, 50) }, cue { ($0.snapToLines, $0.line) = (false, 52) })
        #expect(both.map(\.y) == [250, 275])
    }

    @Test("Position, its alignment and the text's say where the box is across")
    func across() {
        let boxes: [(Double?, CaptionLayout.PositionAlignment, CaptionLayout.TextAlignment, Double, Double, Double)] = [
            (nil, .auto, .center, 100, 0, 1000), (nil, .auto, .start, 40, 0, 400), (nil, .auto, .end, 40, 600, 400),
            (25, .auto, .center, 100, 0, 500), (75, .center, .start, 20, 650, 200), (10, .lineLeft, .center, 100, 100, 900),
            (90, .lineRight, .left, 50, 400, 500), (0, .center, .center, 100, 0, 0),
        ]
        for (position, edge, align, size, x, width) in boxes {
            let rect = place(cue { ($0.position, $0.positionAlign, $0.align, $0.size) = (position, edge, align, size) })[0]
            #expect(abs(rect.x - x) < 0.001 && abs(rect.width - width) < 0.001, "\(rect)")
        }
    }

    @Test("A region holds its cues from its lower edge on")
    func regions() {
        var region = CaptionRegion()
        region.id = "r"
        (region.width, region.lines, region.viewportAnchorX, region.regionAnchorX) = (50, 4, 100, 100)
        (region.viewportAnchorY, region.regionAnchorY) = (20, 0)
        let rects = place(cue { $0.region = region }, cue("Two\nlines") { $0.region = region })
        #expect(rects.map(\.y) == [175, 125] && rects.allSatisfy { $0.x == 500 && $0.width == 500 })
    }

    @Test("More than there is room for, and no room at all, trap nothing")
    func crowded() {
        let many = (0..<40).map { cue("Cue \($0)") }
        let placed = layouter.place(many) { _, _ in 25 }
        #expect(placed.count == 40 && placed.allSatisfy { $0.rect.y >= -0.5 && $0.rect.y + 25 <= 500.5 })
        #expect(CaptionLayouter(area: ViewRect(x: 0, y: 0, width: 0, height: 0), lineHeight: 25).place(many) { _, _ in 25 }.isEmpty)
        #expect(place(cue { ($0.line, $0.position, $0.size) = (.infinity, .nan, -5) }).count == 1)
    }

    @Test(
        "Markup for Pango",
        arguments: [
            ("plain & <i>slanted</i>", "plain &amp; <i>slanted</i>"), ("<b><u>both</u></b>", "<b><u>both</u></b>"),
            ("<c.yellow.bg_blue>c</c>", "<span foreground=\"#ffff00\"><span background=\"#0000ff\">c</span></span>"),
            ("<v Anna>Hello</v>\nthere", "Hello\nthere"), ("a<00:00:01.000>b", "ab"), ("<ruby>字<rt>ji</rt></ruby>", "字<small>ji</small>"),
            ("&lt;script&gt;", "&lt;script&gt;"), ("unclosed <i>tag", "unclosed <i>tag</i>"),
        ])
    func markup(_ webVTT: String, _ pango: String) {
        #expect(PangoMarkup.markup(of: webVTT) == pango)
    }
}
