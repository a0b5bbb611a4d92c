/// The header of an image file, read in order to reject an image before it is decoded.
package struct ImageHeader: Sendable, Equatable {
    /// The supported image formats.
    package enum Format: Sendable, Equatable {
        case png, jpeg, gif
    }

    /// The format.
    package var format: Format
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int

    /// The maximum width and height that is decoded, because a small file can contain a huge image.
    package static let largest = 4096

    /// Whether the size is within the limits.
    package var isSensible: Bool { (1...Self.largest).contains(width) && (1...Self.largest).contains(height) }

    /// Parses the beginning of a file; `nil` if it has none of these formats.
    package init?(_ bytes: [UInt8]) {
        func number(_ offset: Int, isBigEndian: Bool = true, count: Int = 2) -> Int? {
            guard offset >= 0, offset + count <= bytes.count else { return nil }
            let part = bytes[offset..<offset + count]
            return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        let size: (Int?, Int?)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            format = .png
            size = (number(16, count: 4), number(20, count: 4))
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            format = .gif
            size = (number(6, isBigEndian: false), number(8, isBigEndian: false))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
            size = Self.startOfFrame(bytes).map { (number($0 + 7), number($0 + 5)) } ?? (nil, nil)
        } else {
            return nil
        }
        guard let width = size.0, let height = size.1 else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// Returns the offset of the marker with a JPEG's size (ITU-T T.81 §B.2.2): C0 to CF without DHT, JPG and DAC.
    private static func startOfFrame(_ bytes: [UInt8]) -> Int? {
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) { return offset }
            // A fill byte has no length.
            offset += marker == 0xFF ? 1 : 2 + (Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
        }
        return nil
    }
}
