import Testing

@testable import PlayheadEngine

@Suite("Threads of a video decoder")
struct DecodingThreadsTests {
    /// A stream's picture and frame rate, the number of processors, and the expected number of threads.
    typealias Row = (width: Int, height: Int, frameRate: Double?, processors: Int, expected: Int)

    static let rows: [Row] = [
        (0, 0, nil, 8, 1), (426, 240, 25, 8, 1), (1280, 720, 60, 8, 1), (1920, 1080, 30, 8, 1), (1080, 1920, 29.97, 8, 1),
        (1920, 1080, nil, 8, 1), (1920, 1088, 60, 8, 2), (1920, 1080, 60, 1, 1), (2560, 1440, 30, 8, 2), (3840, 2160, 30, 8, 4),
        (3840, 2160, 60, 2, 2), (3840, 2160, 60, 0, 1), (Int.max, Int.max, 1e300, 64, 4),
    ]

    @Test("The number grows with the pixels per second, and is not above that of the processors", arguments: rows)
    func number(row: Row) {
        let count = DecodingThreads.count(width: row.width, height: row.height, frameRate: row.frameRate, processors: row.processors)
        #expect(count == row.expected)
    }
}
