import Foundation
import PlayheadFFmpeg

/// The number of threads of a video decoder for which none was configured.
///
/// Each thread beyond the first delays the output by a picture, keeps one more in memory, and adds up to a tenth to the processor time. One
/// thread decodes 1080p30 several times faster than real time; larger and faster streams may need more than one processor.
enum DecodingThreads {
    /// Returns the number for `stream` on this machine.
    static func count(for stream: StreamInfo) -> Int {
        count(
            width: stream.width, height: stream.height, frameRate: stream.frameRate,
            processors: ProcessInfo.processInfo.activeProcessorCount)
    }

    /// Returns the number for pictures of `width` by `height` pixels, `frameRate` per second or 30 if it is unknown.
    static func count(width: Int, height: Int, frameRate: Double?, processors: Int) -> Int {
        let pixelsPerSecond = Double(width) * Double(height) * (frameRate ?? 30)
        let maximum =
            switch pixelsPerSecond {
            case ...(1920 * 1088 * 31): 1
            case ...(1920 * 1088 * 61): 2
            default: 4
            }
        return min(maximum, max(1, processors))
    }
}
