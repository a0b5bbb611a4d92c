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
        let picture = try await rig.display.picture(x: 0, y: 0, width: width, height: height)
        // The weights of BT.601.
        let bytes = stride(from: 0, to: picture.count - 2, by: 3).map { (index: Int) -> UInt8 in
            let (red, green, blue) = (Int(picture[index]), Int(picture[index + 1]), Int(picture[index + 2]))
            return UInt8(clamping: (299 * red + 587 * green + 114 * blue) / 1000)
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
