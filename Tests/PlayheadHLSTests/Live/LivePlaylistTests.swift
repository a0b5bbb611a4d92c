import Testing

@testable import PlayheadHLS

/// The text of a live playlist: segments `n.ts` of four seconds.
func liveText(_ numbers: Range<Int>, tags: [Int: String] = [:], header: String = "", footer: String = "") -> [UInt8] {
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)"]
    if !header.isEmpty { lines.append(header) }
    for number in numbers {
        if let tag = tags[number] { lines.append(tag) }
        lines += ["#EXTINF:4,", "\(number).ts"]
    }
    if !footer.isEmpty { lines.append(footer) }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
}

@Suite struct LivePlaylistTests {
    @Test("a listed segment keeps its time, and the window moves along the timeline")
    func timeline() throws {
        var live = try LivePlaylist(parsing: liveText(10..<13))
        #expect(live.windowStart == 0 && live.endOfSegments == 12)
        let update = try live.update(liveText(12..<15))
        #expect(update.removed == 2 && update.appended == 2 && update.continuity == .continuous && !update.isUnchanged)
        #expect(live.windowStart == 8 && live.endOfSegments == 20 && live.firstMediaSequence == 12 && live.nextMediaSequence == 15)
        #expect(live.segment(mediaSequence: 12)?.startTime == 8)
        #expect(live.segment(mediaSequence: 11) == nil && live.segment(mediaSequence: 15) == nil)
        #expect(live.segment(at: 12)?.uri == "13.ts" && live.segment(at: 19.9)?.uri == "14.ts")
        #expect(live.segment(at: 7.9) == nil && live.segment(at: 20) == nil && live.segment(at: .nan) == nil)
    }

    @Test("corrected segments move to the time of their media, with their dates and all following segments")
    func moved() throws {
        let dates = Dictionary(uniqueKeysWithValues: (0..<6).map { ($0, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(10 + 4 * $0)Z") })
        var live = try LivePlaylist(parsing: liveText(0..<4, tags: dates))
        let first = try #require(live.wallClock.date(at: 0))
        let isMoved = live.move(from: 2, by: 0.1)
        let others = [live.move(from: 9, by: 0.1), live.move(from: 2, by: .nan)]
        #expect(isMoved && others == [false, false])
        #expect(live.playlist.segments.map(\.startTime) == [0, 4, 8.1, 12.1] && live.endOfSegments == 16.1)
        // The gap between two segments now belongs to the first.
        #expect(live.segment(at: 8.05)?.uri == "1.ts" && live.segment(at: 8.1)?.uri == "2.ts")
        _ = try live.update(liveText(1..<6, tags: dates))
        #expect(live.playlist.segments.map(\.startTime) == [4, 8.1, 12.1, 16.1, 20.1])
        #expect(live.wallClock.date(at: 7).map { abs($0 - first - 7) < 0.011 } == true)
        live.move(from: 4, by: -0.2)
        #expect(live.segment(mediaSequence: 4)?.startTime.rounded() == 16 && live.endOfSegments < 24)
    }

    @Test("unchanged text is not read again")
    func readsOnlyNewText() throws {
        var live = try LivePlaylist(parsing: liveText(0..<100))
        #expect(try live.update(liveText(0..<100)).segmentsRead == 1)
        #expect(try live.update(liveText(0..<103)).segmentsRead == 4)
        #expect(try live.update(liveText(50..<104)).segmentsRead == 2)
        #expect(live.playlist.segments.count == 54 && live.endOfSegments == 416)
    }

    @Test("a reload without changes is unchanged, whether its text is the same or not")
    func unchanged() throws {
        var live = try LivePlaylist(parsing: liveText(0..<3))
        #expect(try live.update(liveText(0..<3)).isUnchanged)
        #expect(try live.update(liveText(0..<3, header: "# a comment")).isUnchanged)
    }

    @Test("the end is reported once")
    func end() throws {
        var live = try LivePlaylist(parsing: liveText(0..<3))
        #expect(try live.update(liveText(0..<3, footer: "#EXT-X-ENDLIST")).becameComplete)
        #expect(live.playlist.isComplete)
        #expect(try !live.update(liveText(0..<3, footer: "#EXT-X-ENDLIST")).becameComplete)
    }

    @Test("an older state of the playlist from a cache is not merged", arguments: [5..<9, 3..<8, 5..<8])
    func stale(numbers: Range<Int>) throws {
        var live = try LivePlaylist(parsing: liveText(5..<10))
        let before = live.playlist
        let update = try live.update(liveText(numbers))
        #expect(update.continuity == .stale && update.isUnchanged && update.warnings.count == 1)
        #expect(live.playlist == before)
    }

    @Test("a window that moved past the known segments leaves a gap with the duration of the missing segments")
    func gapByNumbers() throws {
        var live = try LivePlaylist(parsing: liveText(0..<3))
        let update = try live.update(liveText(5..<8))
        #expect(update.continuity == .gap(missing: 2, duration: 8) && update.removed == 3 && update.appended == 3)
        #expect(live.windowStart == 20 && live.endOfSegments == 32)
    }

    @Test("dates on both sides determine the duration of the gap")
    func gapByDates() throws {
        let dates = [0: "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00Z", 5: "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:17Z"]
        var live = try LivePlaylist(parsing: liveText(0..<3, tags: dates))
        #expect(try live.update(liveText(5..<8, tags: dates)).continuity == .gap(missing: 2, duration: 5))
        #expect(live.windowStart == 17 && live.wallClock.anchors.count == 1)
    }

    @Test("numbers that go back are a restart: the timeline continues after the old end")
    func restart() throws {
        var live = try LivePlaylist(parsing: liveText(100..<103, header: "#EXT-X-DISCONTINUITY-SEQUENCE:7"))
        let update = try live.update(liveText(0..<2))
        #expect(update.continuity == .restarted && update.removed == 3 && update.appended == 2)
        #expect(live.windowStart == 12 && live.endOfSegments == 20)
        #expect(live.playlist.segments.map(\.discontinuitySequence) == [8, 8])
        #expect(live.playlist.segments.map(\.hasDiscontinuity) == [true, false])
        #expect(try live.update(liveText(0..<3)).continuity == .continuous)
        #expect(live.playlist.segments.map(\.discontinuitySequence) == [8, 8, 8])
    }

    @Test("other segments under known numbers are a restart too")
    func contradiction() throws {
        var live = try LivePlaylist(parsing: liveText(0..<3))
        let other = String(decoding: liveText(0..<4), as: UTF8.self).replacing(".ts", with: "-b.ts")
        #expect(try live.update(Array(other.utf8)).continuity == .restarted)
        #expect(live.windowStart == 12 && live.endOfSegments == 28)
    }

    @Test("signed URIs change with each load, and the segments are kept")
    func signedURIs() throws {
        var live = try LivePlaylist(parsing: Array(String(decoding: liveText(0..<3), as: UTF8.self).replacing(".ts", with: ".ts?t=1").utf8))
        let update = try live.update(Array(String(decoding: liveText(1..<4), as: UTF8.self).replacing(".ts", with: ".ts?t=2").utf8))
        #expect(update.continuity == .continuous && update.replaced == [1, 2] && update.appended == 1 && update.warnings.isEmpty)
        #expect(live.playlist.segments.map(\.uri) == ["1.ts?t=2", "2.ts?t=2", "3.ts?t=2"])
        #expect(live.windowStart == 4)
    }

    @Test("if an origin does not count a removed discontinuity, the known numbers are kept")
    func uncountedDiscontinuity() throws {
        var live = try LivePlaylist(parsing: liveText(0..<3, tags: [1: "#EXT-X-DISCONTINUITY"]))
        _ = try live.update(liveText(2..<5, tags: [4: "#EXT-X-DISCONTINUITY"]))
        #expect(live.playlist.segments.map(\.discontinuitySequence) == [1, 1, 2])
        #expect(live.discontinuityShift == 1)
    }

    @Test("parts are added and removed")
    func parts() throws {
        let header = "#EXT-X-PART-INF:PART-TARGET=1"
        func part(_ index: Int) -> String { "#EXT-X-PART:DURATION=1,URI=\"3.\(index).ts\"" }
        var live = try LivePlaylist(parsing: liveText(0..<3, header: header, footer: part(0)))
        #expect(live.endOfSegments == 12 && live.endOfParts == 13)
        let update = try live.update(liveText(0..<3, header: header, footer: part(0) + "\n" + part(1)))
        #expect(update.partsChanged && update.appended == 0 && !update.isUnchanged && update.segmentsRead == 1)
        #expect(live.endOfParts == 14 && live.playlist.openSegment?.startTime == 12)
        // A cache that has fewer parts is stale.
        #expect(try live.update(liveText(0..<3, header: header, footer: part(0))).continuity == .stale)
        let signed = part(0).replacing(".ts", with: ".ts?signature=2")
        #expect(try live.update(liveText(0..<3, header: header, footer: signed)).continuity == .stale)
        #expect(try live.update(liveText(0..<4, tags: [3: part(0) + "\n" + part(1)], header: header)).appended == 1)
        #expect(live.endOfParts == 16 && live.segment(mediaSequence: 3)?.parts.count == 2)
    }

    @Test("date ranges are reported when they are new, changed, or removed")
    func dateRanges() throws {
        let start = #"#EXT-X-DATERANGE:ID="ad",START-DATE="2026-11-21T18:00:00Z",X-A="1""#
        let end = #"#EXT-X-DATERANGE:ID="ad",DURATION=30,X-B="2""#
        var live = try LivePlaylist(parsing: liveText(0..<3))
        let first = try live.update(liveText(0..<4, tags: [3: start])).dateRanges
        #expect(first.map(\.id) == ["ad"] && first[0].duration == nil)
        #expect(try live.update(liveText(0..<5, tags: [3: start])).dateRanges.isEmpty)
        let second = try live.update(liveText(0..<6, tags: [3: start, 5: end])).dateRanges
        #expect(second.map(\.duration) == [30] && second[0].startDate != nil && second[0].otherAttributes.map(\.name) == ["X-A", "X-B"])
        #expect(try live.update(liveText(2..<6, tags: [3: start, 5: end])).dateRanges.isEmpty)
        #expect(try live.update(liveText(4..<7, tags: [5: end])).removedDateRanges.isEmpty)
        #expect(try live.update(liveText(6..<9)).removedDateRanges == ["ad"])
    }

    @Test("a delta update continues the known list, with the skipped key and section")
    func delta() throws {
        let state = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\""
        var live = try LivePlaylist(parsing: liveText(0..<10, tags: [0: state]))
        let delta =
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-SKIP:SKIPPED-SEGMENTS=7\n#EXTINF:4,\n9.ts\n#EXTINF:4,\n10.ts\n"
        var parsed = live
        #expect(try parsed.update(media(delta)).appended == 1)
        let update = try live.update(Array(delta.utf8))
        #expect(update.appended == 1 && update.removed == 2 && update.continuity == .continuous)
        #expect(live.playlist.segments.map(\.mediaSequence) == Array(2..<11) && live.playlist.skipped == nil)
        #expect(live.playlist.segments.allSatisfy { $0.keys.first?.uri == "k" && $0.map?.uri == "i" })
        #expect(live.endOfSegments == 44 && live.playlist.segments == parsed.playlist.segments)
        // Skipped date ranges need a higher version than the whole playlist.
        var newer = try LivePlaylist(parsing: liveText(0..<10, tags: [0: state]))
        let version = delta.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-VERSION:10\n")
        #expect(try !newer.update(Array(version.utf8)).warnings.contains { $0.message.contains("version") })
    }

    @Test(
        "a delta update that skips unknown segments requires a whole load, and changes nothing",
        arguments: [(0, 5), (5, 20), (40, 3)])
    func deltaDoesNotFit(first: Int, skipped: Int) throws {
        var live = try LivePlaylist(parsing: liveText(3..<10))
        let before = live.playlist
        let number = first + skipped
        let delta =
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n#EXTINF:4,\n\(number).ts\n"
        #expect(throws: LivePlaylistError.deltaDoesNotFit) { try live.update(Array(delta.utf8)) }
        #expect(live.playlist == before)
        #expect(throws: LivePlaylistError.deltaDoesNotFit) { try LivePlaylist(parsing: Array(delta.utf8)) }
    }

    @Test("a text that is not a media playlist changes nothing")
    func otherTexts() throws {
        var live = try LivePlaylist(parsing: liveText(3..<10))
        #expect(throws: LivePlaylistError.multivariant) { try live.update(Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n".utf8)) }
        #expect(throws: LivePlaylistError.invalid(PlaylistError(line: 1, reason: .notAPlaylist))) { try live.update(Array("<html>".utf8)) }
        #expect(live.playlist.segments.count == 7)
    }

    @Test("changes that the standard forbids are reported as warnings")
    func forbiddenChanges() throws {
        var live = try LivePlaylist(parsing: liveText(0..<5, header: "#EXT-X-PLAYLIST-TYPE:EVENT"))
        let text = String(decoding: liveText(1..<6), as: UTF8.self).replacing("DURATION:4", with: "DURATION:5")
        let messages = try live.update(Array(text.utf8)).warnings.map(\.message)
        #expect(messages.contains { $0.contains("target duration has changed") } && messages.contains { $0.contains("playlist type") })
        #expect(messages.contains { $0.contains("removed from an EVENT") })
    }

    @Test("numbers at the ends of the range do not trap and keep the list valid")
    func extremes() throws {
        let first = Int.max / 4 - 10
        var live = try LivePlaylist(parsing: liveText(first..<first + 3))
        #expect(try live.update(liveText(first + 1..<first + 5)).appended == 2)
        #expect(try live.update(liveText(-first..<3 - first)).continuity == .restarted)
        #expect(try live.update(liveText(1 - first..<5 - first)).appended == 2)
        #expect(try live.update(liveText(first..<first + 3)).continuity == .restarted)
        #expect(live.windowStart == 40 && live.endOfSegments == 52)
    }

    private static let skippingDateRanges = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES"

    private func ranges(_ ids: Range<Int>) -> String {
        ids.map { "#EXT-X-DATERANGE:ID=\"\($0)\",START-DATE=\"2026-01-01T00:00:00Z\"" }.joined(separator: "\n")
    }

    @Test("date ranges beyond the maximum are ignored with a warning, in the first load and over delta updates")
    func manyDateRanges() throws {
        let maximum = MediaPlaylist.maximumDateRanges
        func isWarned(_ warnings: [PlaylistWarning]) -> Bool { warnings.contains { $0.message == MediaPlaylist.dateRangesWarning } }
        let header = Self.skippingDateRanges
        var live = try LivePlaylist(parsing: liveText(0..<20, header: header, footer: ranges(0..<maximum)))
        #expect(live.dateRanges.count == maximum && !isWarned(live.playlist.warnings))
        let update = try live.update(
            liveText(0..<21, header: header + "\n#EXT-X-SKIP:SKIPPED-SEGMENTS=0", footer: ranges(maximum..<2 * maximum)))
        #expect(live.dateRanges.count == maximum && isWarned(update.warnings))
        live = try LivePlaylist(parsing: liveText(0..<2, footer: ranges(0..<maximum + 1)))
        #expect(live.dateRanges.count == maximum && isWarned(live.playlist.warnings))
    }

    @Test("date ranges that each of several delta updates adds stay within the maximum")
    func growingDateRanges() throws {
        let (step, maximum) = (5000, MediaPlaylist.maximumDateRanges)
        let header = Self.skippingDateRanges
        var live = try LivePlaylist(parsing: liveText(0..<20, header: header, footer: ranges(0..<step)))
        for reload in 1...4 {
            let footer = ranges(reload * step..<(reload + 1) * step)
            _ = try live.update(liveText(0..<20 + reload, header: header + "\n#EXT-X-SKIP:SKIPPED-SEGMENTS=0", footer: footer))
            #expect(live.dateRanges.count <= maximum && live.playlist.dateRanges.count <= maximum)
        }
        #expect(live.dateRanges.count == maximum)
    }

    @Test("the attributes that reloads add to a date range are limited")
    func growingAttributes() throws {
        func tag(_ reload: Int) -> String {
            let attributes = (reload * 100..<(reload + 1) * 100).map { "X-\($0)=\($0)" }
            return "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:00Z\"," + attributes.joined(separator: ",")
        }
        var live = try LivePlaylist(parsing: liveText(0..<2, footer: tag(0)))
        #expect(live.dateRanges["a"]?.otherAttributes.count == 100)
        for reload in 1...4 {
            _ = try live.update(liveText(0..<2 + reload, footer: tag(reload)))
            #expect(live.dateRanges["a"]?.otherAttributes.count == AttributeList.maximumAttributes)
        }
    }

    @Test("the attributes of tags with the same identifier are limited")
    func manyAttributes() throws {
        let tags = (0..<1000).map { "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:00Z\",X-\($0)=\($0),X-0=\($0)" }
        let live = try LivePlaylist(parsing: liveText(0..<2, footer: tags.joined(separator: "\n")))
        let attributes = try #require(live.dateRanges["a"]).otherAttributes
        #expect(attributes.count == AttributeList.maximumAttributes && Set(attributes.map(\.name)).count == attributes.count)
        #expect(attributes.first?.value == "999")
    }
}
