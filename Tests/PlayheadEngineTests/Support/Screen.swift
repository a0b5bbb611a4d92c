import CFFmpeg
import PlayheadEngine
import PlayheadSamples
import Synchronization

@testable import PlayheadFFmpeg

/// Records the pictures that are presented.
final class Screen: VideoOutput {
    struct Shown: Sendable, Equatable {
        var time: Double
        var duration: Double
        /// The number in the picture, or `nil` if there is none.
        var stamp: Int?
        var level: Int?
        var width: Int
        /// The value of ``Screen/probe`` at that time.
        var probed: Double?
    }

    private let pictures = Mutex<[Shown]>([])
    private let clears = Mutex(0)
    private let probe: @Sendable () -> Double?
    private let onPresent: @Sendable () -> Void

    /// - Parameters:
    ///   - probe: Called at each picture.
    ///   - onPresent: Called with each picture; may be slow.
    init(probe: @escaping @Sendable () -> Double? = { nil }, onPresent: @escaping @Sendable () -> Void = {}) {
        self.probe = probe
        self.onPresent = onPresent
    }

    var shown: [Shown] { pictures.withLock { $0 } }
    var stamps: [Int?] { shown.map(\.stamp) }
    var clearCount: Int { clears.withLock { $0 } }

    func present(_ picture: VideoPicture) {
        let shown = Shown(
            time: picture.time, duration: picture.duration, stamp: Self.stamp(picture.frame), level: picture.level?.index,
            width: picture.width, probed: probe())
        pictures.withLock { $0.append(shown) }
        onPresent()
    }

    func clear() { clears.withLock { $0 += 1 } }

    /// Drops the recorded pictures.
    func wipe() { pictures.withLock { $0 = [] } }

    private static func stamp(_ frame: Frame) -> Int? {
        // The size of the frame is that of the shown picture, which may be rotated.
        let stored = frame.pointer.pointee
        let (width, height, row) = (Int(stored.width), Int(stored.height), Int(stored.linesize.0))
        guard let luma = frame.pointer.pointee.data.0, row >= width else { return nil }
        return FrameStamp.read(luma: UnsafeBufferPointer(start: luma, count: row * height), bytesPerRow: row, width: width, height: height)
    }
}
