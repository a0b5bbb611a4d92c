import Testing

@testable import PlayheadDASH

/// Indices of resources.
struct SegmentIndexTests {
    /// Returns a sidx box with entries of a size and a duration, in version 1 if the offset of the first one is given.
    private func box(
        timescale: UInt32 = 1000, start: UInt32 = 0, first: UInt64? = nil, _ entries: [(size: UInt32, duration: UInt32)]
    ) -> [UInt8] {
        func bytes(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        func long(_ value: UInt64) -> [UInt8] {
            bytes(UInt32(truncatingIfNeeded: value >> 32)) + bytes(UInt32(truncatingIfNeeded: value))
        }
        let times = first.map { long(UInt64(start)) + long($0) } ?? bytes(start) + bytes(4)
        let head = bytes(first == nil ? 0 : 1 << 24) + bytes(1) + bytes(timescale) + times + bytes(UInt32(entries.count))
        let body = head + entries.flatMap { bytes($0.size) + bytes($0.duration) + bytes(0) }
        return bytes(UInt32(body.count + 8)) + Array("sidx".utf8) + body
    }

    @Test func placesEntries() throws {
        let index = try SegmentIndex(box([(100, 2000), (50 | 1 << 31, 1000)]), at: 800)
        #expect(index.entries.map(\.offset) == [860, 960] && index.entries.map(\.size) == [100, 50])
        #expect(index.entries.map(\.time) == [0, 2000] && index.entries.map(\.isIndex) == [false, true])
        var table = SegmentTable()
        table.timescale = 10
        table.presentationTimeOffset = 15
        let found = table.indexed(by: index.entries, timescale: index.timescale)
        #expect(found.count == 2 && found.presentationTimeOffset == 1500 && found.index(at: 0.5) == 1)
        // Undeclared, the initialization is what precedes the first segment.
        #expect(found.initialization == .init(range: ByteRange(offset: 0, length: 860)))
        table.initialization = .init(source: "init.mp4")
        #expect(table.indexed(by: index.entries, timescale: 1000).initialization?.source == "init.mp4")
    }

    @Test func placesCuesOfWebM() throws {
        func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
            id + [0x40 | UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
        let info = element(
            [0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]) + element([0x44, 0x89], [0x45, 0x9C, 0x40, 0]))
        // The size of the segment is unknown.
        let header = element([0x1A, 0x45, 0xDF, 0xA3], []) + [0x18, 0x53, 0x80, 0x67, 0xFF] + info
        func cue(_ time: UInt8, _ place: UInt8) -> [UInt8] {
            element([0xBB], element([0xB3], [time]) + element([0xB7], element([0xF1], [place])))
        }
        let cues = element([0x1C, 0x53, 0xBB, 0x6B], cue(0, 50) + cue(200, 90) + cue(210, 90))
        let start = Int64(header.count - info.count)
        let index = try SegmentIndex(cues: cues, at: 1000, header: header)
        #expect(index.entries.map(\.offset) == [start + 50, start + 90] && index.entries.map(\.size) == [40, 1000 - start - 90])
        #expect(index.timescale == 1000 && index.entries.map(\.time) == [0, 200] && index.entries.map(\.duration) == [200, 4800])
        for count in 0..<cues.count { _ = try? SegmentIndex(cues: Array(cues.prefix(count)), at: 1000, header: header) }
        #expect(throws: ManifestError.self) { try SegmentIndex(cues: cues, at: 0, header: []) }
    }

    @Test func refusesIndexThatPointsAtItself() throws {
        #expect(try SegmentIndex(box(first: 0, [(100, 1)]), at: 0).entries.map(\.offset) == [52])
        // Such an offset from the end of the index would wrap around to its start, or lead behind any resource.
        for first in [UInt64.max - 51, UInt64(Int64.max), 1 << 63] {
            #expect(throws: ManifestError.self) { try SegmentIndex(box(first: first, [(100 | 1 << 31, 1)]), at: 0) }
        }
    }

    @Test func refusesDamage() {
        let whole = box([(100, 2000), (50, 1000)])
        for count in 0..<whole.count { #expect(throws: ManifestError.self) { try SegmentIndex(Array(whole.prefix(count)), at: 0) } }
        #expect(throws: ManifestError.self) { try SegmentIndex(box(timescale: 0, [(1, 1)]), at: 0) }
        #expect(throws: ManifestError.self) { try SegmentIndex(box([(0, 1)]), at: 0) }
        #expect(throws: ManifestError.self) { try SegmentIndex(box([]), at: 0) }
        #expect(throws: ManifestError.self) { try SegmentIndex(whole, at: .max) }
    }
}
