import Testing

@testable import PlayheadHLS

@Suite struct RenditionAlignmentTests {
    private func date(_ seconds: Int) -> String { "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:\(seconds < 10 ? "0" : "")\(seconds)Z" }

    @Test("dates align lists with different starts and numbers")
    func dates() throws {
        let leading = try LivePlaylist(parsing: liveText(0..<10, tags: [0: date(0)]))
        let other = try LivePlaylist(parsing: liveText(1000..<1008, tags: [1000: date(11)]))
        #expect(other.alignment(with: leading) == RenditionAlignment(offset: 11, basis: .dates))
        #expect(leading.alignment(with: other) == RenditionAlignment(offset: -11, basis: .dates))
    }

    @Test("dates that jump near the end are looked up in the common range")
    func jumpingDates() throws {
        let leading = try LivePlaylist(parsing: liveText(0..<10, tags: [0: date(0), 9: "#EXT-X-DISCONTINUITY\n" + date(55)]))
        let other = try LivePlaylist(parsing: liveText(2..<9, tags: [2: date(8)]))
        #expect(other.alignment(with: leading) == RenditionAlignment(offset: 8, basis: .dates))
        #expect(leading.alignment(with: other) == RenditionAlignment(offset: -8, basis: .dates))
    }

    @Test("dates of clocks that disagree are ignored")
    func wrongClocks() throws {
        let leading = try LivePlaylist(parsing: liveText(0..<10, tags: [0: date(0)]))
        let other = try LivePlaylist(parsing: liveText(2..<11, tags: [2: "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T19:00:00Z"]))
        #expect(other.alignment(with: leading) == RenditionAlignment(offset: 8, basis: .mediaSequence))
    }

    @Test("without dates lists align by a discontinuity with the same number, else a segment with the same number, else the ends")
    func withoutDates() throws {
        let leading = try LivePlaylist(parsing: liveText(0..<10, tags: [5: "#EXT-X-DISCONTINUITY"]))
        let same = try LivePlaylist(parsing: liveText(24..<30, tags: [26: "#EXT-X-DISCONTINUITY"]))
        #expect(same.alignment(with: leading) == RenditionAlignment(offset: 12, basis: .discontinuity))
        let numbered = try LivePlaylist(
            parsing: liveText(4..<10, tags: [7: "#EXT-X-DISCONTINUITY"], header: "#EXT-X-DISCONTINUITY-SEQUENCE:0"))
        let plain = try LivePlaylist(parsing: liveText(2..<9))
        #expect(numbered.alignment(with: plain) == RenditionAlignment(offset: 28 - 24, basis: .edge))
        #expect(plain.alignment(with: try LivePlaylist(parsing: liveText(0..<10))) == RenditionAlignment(offset: 8, basis: .mediaSequence))
        let unrelated = try LivePlaylist(parsing: liveText(500..<505))
        #expect(unrelated.alignment(with: leading) == RenditionAlignment(offset: 20, basis: .edge))
    }
}
