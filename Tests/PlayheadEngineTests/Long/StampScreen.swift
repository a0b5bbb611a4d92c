import CFFmpeg
import PlayheadEngine
import PlayheadSamples
import Synchronization

@testable import PlayheadFFmpeg

/// Reads the numbers in the pictures, and keeps only the last one.
final class StampScreen: VideoOutput {
    struct State: Sendable, Equatable {
        /// The number of pictures.
        var count = 0
        /// The number of pictures that do not follow the previous one.
        var jumps = 0
        /// The number of pictures whose number is not readable.
        var illegible = 0
        var time = 0.0
        var stamp: Int?
        /// The first jumps: the time in seconds of the presentation, and the two pictures.
        var jumpTexts: [String] = []
    }

    private let length: Int
    private let state = Mutex(State())

    /// - Parameter length: The number of pictures after which the numbers restart.
    init(length: Int) { self.length = length }

    var seen: State { state.withLock { $0 } }

    func present(_ picture: VideoPicture) {
        let stamp = Self.stamp(picture.frame)
        state.withLock { state in
            state.count += 1
            if let stamp, let last = state.stamp, stamp != (last + 1) % length {
                let kept = 30
                state.jumps += 1
                if state.jumpTexts.count < kept { state.jumpTexts.append("\(picture.time.rounded()) s: \(last) to \(stamp)") }
            }
            if stamp == nil { state.illegible += 1 }
            state.stamp = stamp
            state.time = picture.time
        }
    }

    func clear() {}

    private static func stamp(_ frame: Frame) -> Int? {
        let (width, height, row) = (frame.width, frame.height, Int(frame.pointer.pointee.linesize.0))
        guard let luma = frame.pointer.pointee.data.0, row >= width else { return nil }
        return FrameStamp.read(luma: UnsafeBufferPointer(start: luma, count: row * height), bytesPerRow: row, width: width, height: height)
    }
}
