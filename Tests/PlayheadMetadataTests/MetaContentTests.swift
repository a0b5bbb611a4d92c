import Foundation
import PlayheadCore
import PlayheadMetadata
import Testing

@Suite("Typed metadata of events")
struct MetaContentTests {
    /// Returns the content of the event that the machine emits for a piece of metadata.
    private func content(_ metadata: TimedMetadata?) -> MetaContent? {
        metadata.map { metadata in
            var fields: EventFields = ["metadataType": .string(metadata.kind.rawValue)]
            for field in metadata.fields.fields { fields[field.key] = field.value }
            return MetaEvent(metaData: fields).content
        }
    }

    @Test("An ID3 tag has its frames, and the first text by identifier")
    func id3() throws {
        let bytes = ID3Writer.tag(
            4,
            ID3Writer.frame(4, "TIT2", [3] + Array("Song".utf8)) + ID3Writer.frame(4, "TXXX", [3] + Array("a\0b".utf8))
                + ID3Writer.frame(4, "PRIV", Array("o\0xyz".utf8)))
        guard case .id3(let tag)? = content(ID3Tag.timedMetadata(packet: bytes, at: 4.5).first) else {
            Issue.record("no ID3 content")
            return
        }
        #expect(tag["TIT2"] == "Song" && tag["TALB"] == nil)
        #expect(tag.frames.map(\.id) == ["TIT2", "TXXX", "PRIV"])
        #expect(tag.frames[1].description == "a" && tag.frames[1].texts == ["b"])
        #expect(tag.frames[2].owner == "o" && tag.frames[2].data == Data("xyz".utf8))
    }

    @Test("A date range has its identifier, class, times and attributes")
    func dateRange() throws {
        let range = DateRangeFacts(
            id: "ad", rangeClass: "c", startDateText: "1970-01-01T00:16:50Z", startDate: 1010, plannedDuration: 30.5,
            otherAttributes: [.init(name: "X-A", value: "b")])
        let dates = DateMap([DateMap.Anchor(time: 100, date: 1000)])
        guard case .dateRange(let content)? = content(DateRangeMetadata.timed([range], dates: dates).first) else {
            Issue.record("no content of a date range")
            return
        }
        #expect(content.id == "ad" && content.rangeClass == "c" && content.attributes["X-A"] == "b")
        #expect(content.start == 110 && content.end == 140.5 && content.duration == 30.5)
        #expect(content.startDate == "1970-01-01T00:16:50Z" && content.endDate == nil)
    }

    @Test("Splice commands and cue markers have command, times and the break")
    func splice() throws {
        let section = try SpliceInfoSection.parse(SpliceInfoSectionTests.insert)
        guard case .splice(let insert)? = content(section.timedMetadata(at: 5)) else {
            Issue.record("no content of a splice command")
            return
        }
        #expect(insert.command == "splice_insert" && insert.isOutOfNetwork == true && insert.eventID != nil)
        #expect(insert.start == 5 && insert.breakDuration == insert.duration && insert.section != nil)
        #expect(!insert.descriptors.isEmpty)
        let cue = CueMarkerFacts(kind: .out, time: 7, duration: 30)
        var breaks = CueBreaks()
        let all = breaks.timed([cue])
        guard case .splice(let marker)? = content(all.first) else {
            Issue.record("no content of a cue marker")
            return
        }
        #expect(marker.command == "out" && marker.start == 7 && marker.duration == 30 && marker.section == nil)
    }

    @Test("Event messages, dates, XMP and key frames are typed, and other kinds are not")
    func others() throws {
        let message = EventMessage(
            scheme: "urn:x", value: "v", timescale: 10, time: .afterSegmentStart(5), durationTicks: 20, id: 3, data: [1, 2])
        guard case .eventMessage(let event)? = content(message.timedMetadata(segmentStart: 2).first) else {
            Issue.record("no content of an event message")
            return
        }
        #expect(event.schemeIdUri == "urn:x" && event.value == "v" && event.id == 3 && event.data == Data([1, 2]))
        #expect(event.start == 2.5 && event.end == 4.5 && event.duration == 2)
        #expect(
            MetaContent(["metadataType": "program-date-time", "programDateTime": "2026-01-01T00:00:00Z"])
                == .programDateTime("2026-01-01T00:00:00Z"))
        #expect(MetaContent(["metadataType": "xmp", "metadata": .object(["xmp": "<x/>"])]) == .xmp("<x/>"))
        guard
            case .keyFrames(let frames) = MetaContent([
                "metadataType": "keyframes",
                "metadata": .object(["times": .array([0, 2.5]), "filepositions": .array([48, 1000]), "count": 2]),
            ])
        else {
            Issue.record("no key frames")
            return
        }
        #expect(frames.times == [0, 2.5] && frames.filePositions == [48, 1000] && frames.count == 2)
        #expect(MetaContent(["metadataType": "media"]) == .other && MetaContent([:]) == .other)
        #expect(MetaContent(["metadataType": "xmp"]) == .other)
    }

    @Test("Fields of other types than documented are absent")
    func hostile() {
        guard
            case .dateRange(let range) = MetaContent([
                "metadataType": "date-range", "metadata": .object(["attributes": "x", "start": "y", "duration": .double(.infinity)]),
            ])
        else {
            Issue.record("no content of a date range")
            return
        }
        #expect(range.start == nil && range.id == nil && range.duration == .infinity)
    }
}
