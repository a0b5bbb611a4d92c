import Foundation
import PlayheadFFmpeg

/// The number of threads of a video decoder for which none was configured.
///
/// Each thread beyond the first delays the output by a picture, keeps one more in memory, and adds up to a tenth to the processor time. One
/// thread decodes 1080p30 several times faster than real time; larger and faster streams may need more than one processor. The search for
/// the target of a seek uses more of them, because it decodes many pictures at once.
enum DecodingThreads {
    private static let maximum = 4

    /// Returns the number for `stream` on this machine, in playback or for a search.
    static func count(for stream: StreamInfo, isSearching: Bool) -> Int {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        guard !isSearching else { return min(maximum, max(1, processors)) }
        return count(width: stream.width, height: stream.height, frameRate: stream.frameRate, processors: processors)
    }

    /// Returns the number for pictures of `width` by `height` pixels, `frameRate` per second or 30 if it is unknown.
    static func count(width: Int, height: Int, frameRate: Double?, processors: Int) -> Int {
        let pixelsPerSecond = Double(width) * Double(height) * (frameRate ?? 30)
        let wanted =
            switch pixelsPerSecond {
            case ...(1920 * 1088 * 31): 1
            case ...(1920 * 1088 * 61): 2
            default: maximum
            }
        return min(wanted, max(1, processors))
    }
}
