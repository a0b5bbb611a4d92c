import CFFmpeg
import Testing

@testable import PlayheadFFmpeg

struct FFmpegErrorTests {
    @Test func `an error contains the operation and the reason`() {
        let error = FFmpegError(playhead_averror_invaliddata, "avformat_open_input")
        #expect(error.description == "avformat_open_input: Invalid data found when processing input")
        #expect(error.isInvalidData)
        #expect(!FFmpegError(playhead_averror_io, "av_read_frame").isInvalidData)
    }

    @Test(arguments: [0, 1, Int32.max]) func `results from 0 on are not errors`(_ result: Int32) throws {
        #expect(try FFmpegError.check(result, "call") == result)
    }

    @Test(arguments: [-1, playhead_averror_eof, Int32.min]) func `all results below 0 are errors`(_ result: Int32) {
        #expect(throws: FFmpegError(result, "call")) { try FFmpegError.check(result, "call") }
        #expect(FFmpegError(result, "call").description.hasPrefix("call: "))
    }

    @Test func `the library has a version`() {
        #expect(!FFmpegLibrary.version.isEmpty)
    }
}
