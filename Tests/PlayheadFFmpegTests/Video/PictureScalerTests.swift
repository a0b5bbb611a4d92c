import CFFmpeg
import Testing

@testable import PlayheadFFmpeg

struct PictureScalerTests {
    struct Colour: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The components in limited range, BT.601 and BT.709 (ITU-R BT.601-7, BT.709-6).
        var bt601: [UInt8]
        var bt709: [UInt8]
        var rgb: [Int]
    }

    static let colours = [
        Colour(testDescription: "black", bt601: [16, 128, 128], bt709: [16, 128, 128], rgb: [0, 0, 0]),
        Colour(testDescription: "white", bt601: [235, 128, 128], bt709: [235, 128, 128], rgb: [255, 255, 255]),
        Colour(testDescription: "red", bt601: [81, 90, 240], bt709: [63, 102, 240], rgb: [255, 0, 0]),
        Colour(testDescription: "green", bt601: [145, 54, 34], bt709: [173, 42, 26], rgb: [0, 255, 0]),
        Colour(testDescription: "blue", bt601: [41, 240, 110], bt709: [32, 240, 118], rgb: [0, 0, 255]),
        Colour(testDescription: "grey", bt601: [126, 128, 128], bt709: [126, 128, 128], rgb: [128, 128, 128]),
    ]

    private func isClose(_ pixels: [UInt8], _ rgb: [Int]) -> Bool {
        pixels.indices.allSatisfy { index in
            index % 4 == 3 ? pixels[index] == 255 : abs(Int(pixels[index]) - rgb[index % 4]) <= 3
        }
    }

    @Test(arguments: colours)
    func `colours are preserved`(_ colour: Colour) throws {
        let scaler = PictureScaler()
        let frame = try Frame.picture(width: 64, height: 36, y: colour.bt601[0], u: colour.bt601[1], v: colour.bt601[2])
        #expect(isClose(try scaler.rgba(frame, width: 32, height: 18), colour.rgb))
        // The same scaler with a picture in another colour space.
        let other = try Frame.picture(width: 64, height: 36, y: colour.bt709[0], u: colour.bt709[1], v: colour.bt709[2])
        other.pointer.pointee.colorspace = AVCOL_SPC_BT709
        #expect(isClose(try scaler.rgba(other, width: 32, height: 18), colour.rgb))
        #expect(isClose(try scaler.rgba(frame, width: 32, height: 18), colour.rgb))
    }

    @Test func `high definition is BT 709 by default`() throws {
        let red = Self.colours[2]
        let frame = try Frame.picture(width: 1280, height: 720, y: red.bt709[0], u: red.bt709[1], v: red.bt709[2])
        let pixels = try PictureScaler().rgba(frame, width: 320, height: 180)
        #expect(isClose(pixels, red.rgb), "\(pixels.prefix(4))")
    }

    @Test(arguments: [0, 128, 255] as [UInt8])
    func `full range is not stretched`(_ level: UInt8) throws {
        let emitted = try Frame.picture(width: 64, height: 36, y: level, u: 128, v: 128)
        emitted.pointer.pointee.color_range = AVCOL_RANGE_JPEG
        let byFormat = try Frame.picture(width: 64, height: 36, y: level, u: 128, v: 128)
        byFormat.pointer.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
        for frame in [emitted, byFormat] {
            #expect(isClose(try PictureScaler().rgba(frame, width: 64, height: 36), [Int(level), Int(level), Int(level)]))
        }
    }

    @Test(
        arguments: [(1, 1), (2, 2), (3, 5), (15, 9), (17, 33), (33, 17), (101, 77), (319, 179)],
        [(1, 1), (3, 1), (1, 7), (17, 33), (101, 77), (319, 179), (320, 180), (333, 1)])
    func `odd sizes give all pixels and no more`(_ from: (width: Int, height: Int), _ to: (width: Int, height: Int)) throws {
        let frame = try Frame.picture(width: from.width, height: from.height, y: 81, u: 90, v: 240)
        let pixels = try PictureScaler().rgba(frame, width: to.width, height: to.height)
        #expect(pixels.count == to.width * to.height * 4)
        #expect(isClose(pixels, [255, 0, 0]))
    }

    @Test func `rows are in order from the top, pixels from the left`() throws {
        let frame = try Frame.picture(width: 64, height: 64, y: 16, u: 128, v: 128)
        let stride = Int(frame.pointer.pointee.linesize.0)
        for row in 0..<32 { frame.pointer.pointee.data.0?.advanced(by: row * stride).update(repeating: 235, count: 32) }
        let pixels = try PictureScaler().rgba(frame, width: 16, height: 16)
        func brightness(_ column: Int, _ row: Int) -> UInt8 { pixels[(row * 16 + column) * 4] }
        #expect(brightness(2, 2) > 250)
        #expect(brightness(13, 2) < 5)
        #expect(brightness(2, 13) < 5)
        #expect(brightness(13, 13) < 5)
    }

    @Test(arguments: [(0, 9), (16, 0), (-1, 9), (16, -1), (Int.min, Int.min)])
    func `a size without pixels gives none`(_ width: Int, _ height: Int) throws {
        #expect(try PictureScaler().rgba(.picture(width: 16, height: 9, y: 16, u: 128, v: 128), width: width, height: height) == [])
    }

    @Test(arguments: [(16_385, 1), (1, 16_385), (Int.max, 1), (Int.max, Int.max), (1 << 32, 1)])
    func `an absurd size is refused, and the next one succeeds`(_ width: Int, _ height: Int) throws {
        let scaler = PictureScaler()
        let frame = try Frame.picture(width: 16, height: 9, y: 235, u: 128, v: 128)
        #expect(throws: FFmpegError.self) { try scaler.rgba(frame, width: width, height: height) }
        #expect(isClose(try scaler.rgba(frame, width: 3, height: 2), [255, 255, 255]))
    }

    @Test func `an unsupported format is refused, and the next picture succeeds`() throws {
        let scaler = PictureScaler()
        let frame = try Frame.picture(width: 16, height: 9, y: 235, u: 128, v: 128)
        let odd = try Frame.picture(width: 16, height: 9, y: 235, u: 128, v: 128)
        for format in [AV_PIX_FMT_VAAPI.rawValue, -1, 100_000] {
            odd.pointer.pointee.format = format
            #expect(throws: FFmpegError.self) { try scaler.rgba(odd, width: 8, height: 8) }
            #expect(isClose(try scaler.rgba(frame, width: 3, height: 2), [255, 255, 255]))
        }
    }

    @Test func `sound has no picture`() throws {
        let sound = try Frame.sound("stereo", rate: 48_000, count: 64) { _, _ in 0 }
        #expect(try PictureScaler().rgba(sound, width: 8, height: 8) == [])
    }
}
