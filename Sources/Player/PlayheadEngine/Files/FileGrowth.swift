import Foundation
import PlayheadFFmpeg

/// The part of a file that is written while the file plays: its duration, and reading it.
struct FileGrowth {
    /// The minimum time between two attempts to open the container again, and between two estimates, in seconds.
    static let interval = 1.0

    private let bytes: any ByteSource
    /// The size in bytes when the container was opened, and its duration then, in seconds.
    private var opened: (size: Int64, seconds: Double)
    /// The longest duration so far, in seconds.
    private var seconds: Double
    private var nextEstimate = -Double.infinity
    /// Whether ``seconds`` is an estimate.
    private var isEstimated = false
    /// The end of the packets so far, in seconds.
    private var lastEnd = 0.0
    private let report: (Double) -> Void

    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - size: The size before the container was opened.
    ///   - seconds: The duration of the container.
    ///   - report: Receives the duration in seconds when it has become longer.
    init(_ bytes: any ByteSource, size: Int64, seconds: Double, report: @escaping (Double) -> Void) {
        self.report = report
        self.bytes = bytes
        opened = (size, seconds)
        self.seconds = seconds
    }

    /// Estimates the duration by the number of bytes, once in ``interval``, and where the known duration ends.
    /// - Parameters:
    ///   - end: The end of the last packet, in seconds.
    ///   - position: The number of bytes that were read.
    ///   - now: The monotonic time, in seconds.
    mutating func note(_ end: Double, position: Int64, now: Double) {
        lastEnd = max(lastEnd, end)
        guard now >= nextEstimate || end > seconds, opened.seconds < .infinity else { return }
        nextEstimate = now + Self.interval
        guard let size = bytes.size, size > opened.size, opened.size > 0 else { return }
        let known = position > opened.size ? (size: position, seconds: end) : opened
        extend(to: max(end, known.seconds * Double(size) / Double(known.size)), isEstimate: true)
    }

    /// Replaces an estimate by the end of the last packet, where the file has ended.
    mutating func finish() {
        guard isEstimated, lastEnd > 0, lastEnd.isFinite else { return }
        (seconds, isEstimated) = (lastEnd, false)
        report(lastEnd)
    }

    /// Opens a container again that grew beyond its index, as fragmented MP4 does, and continues after the last packet. Waits for growth.
    /// - Returns: Whether it grew.
    /// - Throws: `CancellationError` if the wait is interrupted.
    mutating func reopen(_ reader: inout ContainerReader) throws -> Bool {
        let known = reader.isIndexed ? opened.size : max(opened.size, reader.position)
        guard try bytes.waitForGrowth(beyond: known), let size = bytes.size else { return false }
        opened.size = size
        let position = reader.position
        do {
            try bytes.seek(to: 0)
            let demuxer = try Demuxer(source: bytes, decrypter: reader.decrypter)
            guard try reader.resume(with: demuxer) else { return false }
            opened.seconds = demuxer.duration ?? opened.seconds
            extend(to: opened.seconds, isEstimate: false)
        } catch let error as CancellationError {
            throw error
        } catch {
            // The last part is incomplete.
            try bytes.seek(to: position)
        }
        return true
    }

    private mutating func extend(to new: Double, isEstimate: Bool) {
        let tolerance = 0.1
        guard new.isFinite, new > seconds + tolerance else { return }
        (seconds, isEstimated) = (new, isEstimate)
        report(new)
    }
}
