/// The format of a segment, as far as its first bytes determine it.
enum SegmentShape: Sendable, Hashable {
    /// Boxes (ISO/IEC 14496-12 §4.2): fragmented MP4.
    case boxes
    /// Packets of 188 bytes (ISO/IEC 13818-1 §2.4.3).
    case transportStream
    /// Matroska, from its header or a cluster on (RFC 9559 §4.5).
    case matroska
    /// Any other format that may be media or text.
    case other

    /// The number of bytes that are sufficient to detect the format.
    static let sample = 189
    private static let packet = 188
    static let sync: UInt8 = 0x47

    /// Detects the format from the first bytes; `nil` if neither media nor text starts with these bytes.
    init?(_ bytes: [UInt8]) {
        if bytes.first == Self.sync, bytes.count <= Self.packet || bytes[Self.packet] == Self.sync {
            self = .transportStream
        } else if Self.textStarts.contains(where: { bytes.starts(with: $0) }) {
            // The text behind it may look like the type of a box.
            self = .other
        } else if bytes.count >= 8, Self.isType(bytes[4..<8]), SegmentCheck.boxSize(bytes[..<4]).map({ $0 < 2 || $0 >= 8 }) == true {
            self = .boxes
        } else if Self.matroskaStarts.contains(where: { bytes.starts(with: $0) }) {
            self = .matroska
        } else if Self.isSound(bytes) || Self.starts.contains(where: { bytes.starts(with: $0) }) || Self.isText(bytes)
            || Self.containsFrames(bytes)
        {
            self = .other
        } else {
            return nil
        }
    }

    /// Whether the bytes begin a file of boxes, and not only a segment of one: with its type or its initialization.
    static func beginsFile(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 8 && (bytes[4..<8].elementsEqual("ftyp".utf8) || bytes[4..<8].elementsEqual("moov".utf8))
    }

    /// The number of bytes that are sufficient to find frames of sound behind the rest of one.
    static let soundSample = 16 << 10
    /// The number of bytes that are sufficient to find a transport stream after other bytes.
    static let longSample = furthestSync + 2 * packet + 1
    private static let furthestSync = 5 * packet

    /// Returns the number of other bytes before a transport stream; `nil` if none starts within the first packets.
    static func bytesBeforeTransportStream(_ bytes: [UInt8]) -> Int? {
        (0..<min(furthestSync, max(0, bytes.count - 2 * packet))).first { place in
            (0...2).allSatisfy { bytes[place + $0 * packet] == sync }
        }
    }

    /// Byte-order marks, and the starts of WebVTT and XML.
    private static let textStarts: [[UInt8]] = [
        [0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE, 0x3C], Array("WEBVTT".utf8), Array("<".utf8),
    ]

    /// The signature of a file of Matroska and that of a cluster.
    private static let matroskaStarts: [[UInt8]] = [[0x1A, 0x45, 0xDF, 0xA3], [0x1F, 0x43, 0xB6, 0x75]]

    /// The signatures of ID3, Ogg, FLAC, RIFF, program and elementary streams.
    private static let starts: [[UInt8]] = [
        [0x49, 0x44, 0x33], [0x4F, 0x67, 0x67, 0x53], [0x66, 0x4C, 0x61, 0x43], [0x52, 0x49, 0x46, 0x46], [0, 0, 1], [0, 0, 0, 1], [sync],
    ]

    /// Whether the bytes start with a sync word of AAC, MP3, AC-3 or DTS.
    private static func isSound(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 1 else { return false }
        return bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0 || bytes[0] == 0x0B && bytes[1] == 0x77 || bytes[0] == 0x7F && bytes[1] == 0xFE
    }

    /// Whether a frame of AAC (ADTS) that another one follows begins within the bytes: the segment begins in the middle of a frame.
    private static func containsFrames(_ bytes: [UInt8]) -> Bool {
        func isFrame(_ place: Int) -> Bool {
            place + 1 < bytes.count && bytes[place] == 0xFF && bytes[place + 1] & 0xF6 == 0xF0
        }
        let headerSize = 7
        return (0..<max(0, bytes.count - headerSize)).contains { place in
            guard isFrame(place) else { return false }
            let size = Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5] >> 5)
            return size >= headerSize && isFrame(place + size)
        }
    }

    /// Whether the bytes are text, such as captions.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let space: ClosedRange<UInt8> = 0x09...0x0D
        return bytes.allSatisfy { (0x20...0x7E).contains($0) || space.contains($0) }
    }

    /// Whether four bytes can be the type of a box.
    static func isType(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: " ") || byte == 0xA9
        }
    }
}
