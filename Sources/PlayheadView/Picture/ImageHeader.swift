/// What the first bytes of a picture's file say: enough to refuse one before anything decodes it.
public struct ImageHeader: Sendable, Equatable {
    /// Kinds of pictures that are shown.
    public enum Format: Sendable, Equatable {
        case png, jpeg, gif
    }

    /// What it is.
    public var format: Format
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// Larger pictures are not decoded, across or down: a small file can hold a huge one.
    public static let largest = 4096

    /// Whether it has a size that is decoded.
    public var isSensible: Bool { (1...Self.largest).contains(width) && (1...Self.largest).contains(height) }

    /// Reads a file's beginning; `nil` for anything but these formats.
    public init?(_ bytes: [UInt8]) {
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

    /// Where the marker is that tells a JPEG's size (ITU-T T.81 §B.2.2): those from C0 to CF but three.
    private static func startOfFrame(_ bytes: [UInt8]) -> Int? {
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) { return offset }
            // Fill bytes.
            offset += marker == 0xFF ? 1 : 2 + (Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
        }
        return nil
    }
}
