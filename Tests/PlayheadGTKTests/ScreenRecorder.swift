import Foundation
import PlayheadSamples
import Synchronization
import TestSupport

/// Reads the number in a sample's picture from the screen about fifty times per second.
final class ScreenRecorder: Sendable {
    /// A number that was read at a time in seconds of the system's uptime; `nil` if there was none.
    struct Sight: Sendable {
        var time: Double
        var frame: Int?
    }

    private let process: ChildProcess
    private let frames = Mutex([Int?]())
    /// The file with the capture times, which are one frame early.
    private let times: URL

    /// Starts to record the picture, which begins at `top` on the screen and has the screen's width.
    init(_ rig: DesktopRig, top: Int, width: Int, height: Int) throws {
        guard let program = DesktopRig.path(of: "ffmpeg"), let display = rig.display as? X11Display else {
            throw CocoaError(.executableNotLoadable)
        }
        times = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-screen-\(UUID().uuidString)")
        process = try ChildProcess(
            program,
            arguments: [
                "-loglevel", "error", "-nostdin", "-copyts", "-probesize", "32", "-analyzeduration", "0", "-f", "x11grab",
                "-framerate", "50", "-draw_mouse", "0", "-video_size", "\(width)x\(height)", "-i", "\(display.name)+0,\(top)",
                "-fps_mode", "passthrough", "-flush_packets", "1", "-pix_fmt", "gray", "-f", "rawvideo", "-",
                "-fps_mode", "passthrough", "-flush_packets", "1", "-vf", "scale=16:16", "-enc_time_base", "1:1000000", "-f", "framecrc",
                times.path,
            ], environment: ["PATH": "/usr/bin:/bin"], readsOutput: true)
        guard let output = process.output else { return }
        Thread.detachNewThread { [weak self] in
            var pending = Data()
            while case let data = output.availableData, !data.isEmpty {
                pending.append(data)
                while pending.count >= width * height {
                    let picture = [UInt8](pending.prefix(width * height))
                    pending = Data(pending.dropFirst(width * height))
                    let frame = FrameStamp.read(luma: picture, bytesPerRow: width, width: width, height: height)
                    self?.frames.withLock { $0.append(frame) }
                }
            }
        }
    }

    deinit { try? FileManager.default.removeItem(at: times) }

    /// Returns everything recorded so far.
    func sights() throws -> [Sight] {
        let lines = try String(contentsOf: times, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        // The third field is the capture time in microseconds since 1970.
        let taken = lines.compactMap { line in
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return fields.count > 2 ? Double(fields[2]) : nil
        }
        let sinceStart = Date().timeIntervalSince1970 - ProcessInfo.processInfo.systemUptime
        return zip(taken, frames.withLock { $0 }).map { Sight(time: $0 / 1_000_000 - sinceStart, frame: $1) }
    }
}
