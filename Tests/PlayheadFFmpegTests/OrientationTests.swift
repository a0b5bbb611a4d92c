import CFFmpeg
import Foundation
import Testing

@testable import PlayheadFFmpeg

/// Pictures that are shown rotated or reflected (ISO/IEC 14496-12 §6.2.2).
struct OrientationTests {
    /// The values a, b, c, d of a display matrix, and the shown order of the quarters of a picture: top left, top right, bottom left, bottom
    /// right.
    private static let matrices: [(values: [Int32], shown: [Int])] = [
        ([1, 0, 0, 1], [0, 1, 2, 3]), ([0, 1, -1, 0], [2, 0, 3, 1]), ([-1, 0, 0, -1], [3, 2, 1, 0]), ([0, -1, 1, 0], [1, 3, 0, 2]),
        ([-1, 0, 0, 1], [1, 0, 3, 2]), ([1, 0, 0, -1], [2, 3, 0, 1]), ([0, 1, 1, 0], [0, 2, 1, 3]), ([0, -1, -1, 0], [3, 1, 2, 0]),
    ]

    private func orientation(_ values: [Int32]) -> Orientation {
        let unit: Int32 = 1 << 16
        let matrix = [values[0] * unit, values[1] * unit, 0, values[2] * unit, values[3] * unit, 0, 0, 0, 1 << 30]
        return matrix.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { Orientation(matrix: $0) } ?? Orientation() }
    }

    @Test("Each multiple of 90° and each reflection is applied to size, aspect and pixels", arguments: 0..<8)
    func quarters(number: Int) throws {
        let (values, shown) = Self.matrices[number]
        // Each quarter has its own grey.
        let (width, height) = (48, 32)
        let frame = try Frame.picture(width: width, height: height, y: 40, u: 128, v: 128)
        let luma = try #require(frame.pointer.pointee.data.0)
        let stride = Int(frame.pointer.pointee.linesize.0)
        for y in 0..<height {
            for x in 0..<width { luma[y * stride + x] = UInt8(40 + 50 * ((y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1))) }
        }
        frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 2, den: 1)
        frame.orientation = orientation(values)
        let isTurned = values[0] == 0
        #expect((frame.width, frame.height) == (isTurned ? (height, width) : (width, height)))
        #expect(frame.pixelAspect == (isTurned ? 0.5 : 2))
        let pixels = try PictureScaler().rgba(frame, width: frame.width, height: frame.height)
        let corners = [(2, 2), (frame.width - 3, 2), (2, frame.height - 3), (frame.width - 3, frame.height - 3)]
        let greys = corners.map { (x, y) in Int(pixels[(y * frame.width + x) * 4]) }
        #expect(greys.map { Int(checked: ((Double($0) * 219 / 255 + 16 - 40) / 50).rounded()) } == shown)
        let screen = try PictureScaler().bgra(frame, width: frame.width, height: frame.height)
        defer { free(screen.memory) }
        for (x, y) in corners {
            let pixel = screen.memory.load(fromByteOffset: y * screen.bytesPerRow + x * 4, as: UInt8.self)
            #expect(pixel == pixels[(y * frame.width + x) * 4])
        }
    }
}
