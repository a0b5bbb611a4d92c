import Foundation
import PlayheadSamples
import TestSupport

/// The contents of the screen in grey.
struct Screenshot: Sendable {
    let width: Int
    let height: Int
    let luma: [UInt8]

    /// Takes a screenshot without the pointer.
    static func take(of rig: DesktopRig, width: Int, height: Int) async throws -> Screenshot {
        guard let program = DesktopRig.path(of: "ffmpeg") else { throw CocoaError(.executableNotLoadable) }
        let arguments = [
            "-loglevel", "error", "-nostdin", "-f", "x11grab", "-draw_mouse", "0", "-video_size", "\(width)x\(height)", "-i", rig.display,
            "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-",
        ]
        let process = try ChildProcess(
            program, arguments: arguments, environment: ["PATH": "/usr/bin:/bin"], readsOutput: true)
        let output = process.output
        let bytes: [UInt8] = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = output?.readDataToEndOfFile() ?? Data()
                withExtendedLifetime(process) {}
                continuation.resume(returning: Array(data))
            }
        }
        guard bytes.count == width * height else { throw Timeout(description: "no screenshot of \(width)x\(height): \(bytes.count) bytes") }
        return Screenshot(width: width, height: height, luma: bytes)
    }

    /// The frame number of a sample that fills the screen.
    var frame: Int? { FrameStamp.read(luma: luma, bytesPerRow: width, width: width, height: height) }

    /// Returns the number that a page has drawn as black or white squares of `side` pixels from the upper left corner, the highest bit
    /// first.
    func number(bits: Int, side: Int) -> Int? {
        var number = 0
        for bit in 0..<bits {
            switch luma[side / 2 * width + bit * side + side / 2] {
            case ..<80: number <<= 1
            case 176...: number = number << 1 | 1
            default: return nil
            }
        }
        return number
    }
}
