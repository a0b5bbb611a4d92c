import Testing

@testable import PlayheadEngine

/// Tests the duration of a file that is written while it plays.
@Suite struct FileGrowthTests {
    @Test("The duration is estimated by the size while the file grows, and is the end of the last packet where it has ended")
    func duration() {
        var reports: [Double] = []
        // The first half of the bytes, which has more of the time, was there when the file was opened.
        var growth = FileGrowth(MemoryByteSource([UInt8](repeating: 0, count: 2000)), size: 1000, seconds: 2.2) { reports.append($0) }
        growth.note(1, position: 500, now: 0)
        growth.note(4, position: 2000, now: 0.5)
        growth.finish()
        growth.finish()
        #expect(reports == [4.4, 4])
    }

    @Test("A file that did not grow keeps its duration")
    func constantSize() {
        var growth = FileGrowth(MemoryByteSource([UInt8](repeating: 0, count: 1000)), size: 1000, seconds: 2.2) { _ in
            Issue.record("nothing has changed")
        }
        growth.note(2, position: 1000, now: 0)
        growth.finish()
    }
}
