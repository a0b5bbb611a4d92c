import Foundation
import PlayheadEngine
import Testing

/// Mono sound at 48,000 Hz, which is written as fast as the output accepts it.
struct Feed {
    static let rate = 48_000
    var samples: [Float] = []
    var offset = 0

    static func silence(_ seconds: Double) -> [Float] {
        [Float](repeating: 0, count: Int(saturating: seconds * Double(rate), rounding: .towardZero))
    }

    /// Returns a square wave of 1 kHz, which has full amplitude from the first sample to the last.
    static func beep(_ seconds: Double) -> [Float] {
        (0..<Int(saturating: seconds * Double(rate), rounding: .towardZero)).map { $0 / 24 % 2 == 0 ? 0.5 : -0.5 }
    }

    var isWritten: Bool { offset == samples.count }

    mutating func write(to output: some AudioOutput) {
        offset += samples[offset...].withUnsafeBufferPointer { output.write($0) }
    }
}
