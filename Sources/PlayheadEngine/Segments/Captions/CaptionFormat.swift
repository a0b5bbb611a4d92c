/// The formats of caption segments that are recognized and not supported.
enum CaptionFormat {
    /// Returns the name of the format of a segment, from its bytes or those of its initialization segment; `nil` if it may be WebVTT.
    static func unsupported(_ bytes: [UInt8]) -> String? {
        if SegmentShape(bytes) == .boxes { return isWebVTTInBoxes(bytes) ? nil : nameInBoxes(bytes) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        let start = text.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        guard start.first == UInt8(ascii: "<") else { return nil }
        let head = String(decoding: start.prefix(headSize), as: UTF8.self)
        return head.contains("<tt") || head.contains(":tt ") ? "TTML" : nil
    }

    /// Whether an initialization segment declares WebVTT (ISO/IEC 14496-30 §7).
    static func isWebVTTInBoxes(_ bytes: [UInt8]) -> Bool {
        SegmentShape(bytes) == .boxes && type(in: bytes)?.elementsEqual("wvtt".utf8) == true
    }

    private static let headSize = 1024

    /// Returns the type of the first sample entry.
    private static func type(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        // The box, its version, the number of its entries and the size of the first one precede the type (ISO/IEC 14496-12 §8.5.2).
        let place = 16
        return bytes.firstRange(of: Array("stsd".utf8)).map { bytes.dropFirst($0.lowerBound + place).prefix(4) }
    }

    private static func nameInBoxes(_ bytes: [UInt8]) -> String {
        guard let type = type(in: bytes) else { return "captions in MP4" }
        return switch String(decoding: type, as: UTF8.self) {
        case "stpp": "TTML in MP4 (stpp)"
        case let name: type.count == 4 && SegmentShape.isType(type) ? "captions in MP4 (\(name))" : "captions in MP4"
        }
    }
}
