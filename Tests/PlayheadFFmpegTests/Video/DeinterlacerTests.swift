import CFFmpeg
import Testing

@testable import PlayheadFFmpeg

struct DeinterlacerTests {
    /// Makes a picture whose odd lines are bright up to column `edge` and whose even ones up to 8 columns less: a comb.
    private func comb(edge: Int, time: Int64, isMarked: Bool = true) throws -> Frame {
        let frame = try Frame.picture(width: 64, height: 48, y: 20, u: 128, v: 128)
        let luma = try #require(frame.pointer.pointee.data.0)
        let stride = Int(frame.pointer.pointee.linesize.0)
        for y in 0..<48 { for x in 0..<edge - (y % 2 == 0 ? 8 : 0) { luma[y * stride + x] = 220 } }
        playhead_frame_set_interlaced(frame.pointer, isMarked ? 1 : 0)
        frame.pointer.pointee.pts = time
        playhead_frame_set_duration(frame.pointer, 40)
        frame.orientation.isMirrored = true
        return frame
    }

    /// The number of lines that differ from both neighbours in the moving columns.
    private func combedLines(_ frame: Frame, edge: Int) -> Int {
        guard let luma = frame.pointer.pointee.data.0 else { return 0 }
        let stride = Int(frame.pointer.pointee.linesize.0)
        func level(_ y: Int) -> Int { Int(luma[y * stride + edge - 4]) }
        return (1..<47).filter { abs(level($0) - level($0 - 1)) > 100 && abs(level($0) - level($0 + 1)) > 100 }.count
    }

    @Test(
        "Each interlaced picture becomes one without a comb, with its time; unmarked ones only if forced", arguments: [true, false],
        [true, false])
    func pictures(isMarked: Bool, isForced: Bool) throws {
        let edges = [20, 28, 36, 44]
        let frames = try edges.enumerated().map { try comb(edge: $1, time: Int64($0 * 40), isMarked: isMarked) }
        let filter = try Deinterlacer(for: frames[0], isForced: isForced)
        var shown: [Frame] = []
        for frame in frames {
            #expect(filter.suits(frame))
            shown += try filter.filter(frame)
        }
        shown += try filter.filter(nil)
        #expect(shown.map(\.pts) == [0, 40, 80, 120])
        #expect(shown.allSatisfy { $0.duration == 40 && $0.orientation.isMirrored })
        for (frame, edge) in zip(shown, edges) {
            #expect(combedLines(frame, edge: edge) == (isMarked || isForced ? 0 : 46), "\(edge)")
        }
        // The sent pictures are unchanged.
        #expect(zip(frames, edges).allSatisfy { combedLines($0, edge: $1) == 46 })
        #expect(!filter.suits(try Frame.picture(width: 32, height: 48, y: 0, u: 0, v: 0)))
    }
}
