import CFFmpeg

/// The rotation by a multiple of 90°, and the reflection, with which a picture is shown.
struct Orientation: Sendable, Hashable {
    /// The side of the squares of pixels that are turned at once, so that rows and columns stay in the processor's cache.
    private static let tile = 16

    /// Whether the columns of the stored picture are the rows of the shown one.
    var isTransposed = false
    /// Whether left and right are exchanged, after the transposition.
    var isMirrored = false
    /// Whether top and bottom are exchanged, after the transposition.
    var isUpsideDown = false

    /// Makes the orientation of a picture that is shown as it is stored.
    init() {}

    /// Reads a display matrix of nine values (`libavutil/display.h`): a pixel (p, q) is shown at (a·p + c·q, b·p + d·q). An angle that is no
    /// multiple of 90° is rounded to the nearest one.
    init(matrix: UnsafePointer<Int32>) {
        let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
        isTransposed = max(b.magnitude, c.magnitude) > max(a.magnitude, d.magnitude)
        isMirrored = (isTransposed ? c : a) < 0
        isUpsideDown = (isTransposed ? b : d) < 0
    }

    /// Reads the orientation that a decoder found in the stream; `nil` if absent.
    init?(frame: UnsafeMutablePointer<AVFrame>) {
        guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX), data.pointee.size >= 9 * MemoryLayout<Int32>.size,
            let bytes = data.pointee.data
        else { return nil }
        self = bytes.withMemoryRebound(to: Int32.self, capacity: 9) { Orientation(matrix: $0) }
    }

    /// Copies a picture of 4 bytes per pixel as it is shown.
    /// - Parameters:
    ///   - source: The stored picture.
    ///   - sourceStride: The bytes of a row of `source`.
    ///   - target: The shown picture.
    ///   - targetStride: The bytes of a row of `target`.
    ///   - width: The width of `target` in pixels.
    ///   - height: The height of `target` in pixels.
    func copy(
        _ source: UnsafeRawPointer, sourceStride: Int, to target: UnsafeMutableRawPointer, targetStride: Int, width: Int, height: Int
    ) {
        guard isTransposed || isMirrored else {
            for y in 0..<height {
                let row = isUpsideDown ? height &- 1 &- y : y
                (target + y &* targetStride).copyMemory(from: source + row &* sourceStride, byteCount: width &* 4)
            }
            return
        }
        for top in stride(from: 0, to: height, by: Self.tile) {
            for left in stride(from: 0, to: width, by: Self.tile) {
                for y in top..<min(top &+ Self.tile, height) {
                    let row = isUpsideDown ? height &- 1 &- y : y
                    for x in left..<min(left &+ Self.tile, width) {
                        let column = isMirrored ? width &- 1 &- x : x
                        let place = isTransposed ? column &* sourceStride &+ row &* 4 : row &* sourceStride &+ column &* 4
                        let pixel = source.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                        target.storeBytes(of: pixel, toByteOffset: y &* targetStride &+ x &* 4, as: UInt32.self)
                    }
                }
            }
        }
    }
}
