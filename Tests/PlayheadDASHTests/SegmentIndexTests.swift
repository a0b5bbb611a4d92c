import Testing

@testable import PlayheadDASH

/// Indices of resources.
struct SegmentIndexTests {
    /// Returns a sidx box with entries of a size and a duration.
    private func box(timescale: UInt32 = 1000, start: UInt32 = 0, _ entries: [(size: UInt32, duration: UInt32)]) -> [UInt8] {
        func bytes(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let body =
            bytes(0) + bytes(1) + bytes(timescale) + bytes(start) + bytes(4) + bytes(UInt32(entries.count))
            + entries.flatMap { bytes($0.size) + bytes($0.duration) + bytes(0) }
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
