/// The formats of caption segments that are recognized and not supported.
enum CaptionFormat {
    /// Returns the name of the format of a segment, from its bytes or those of its initialization segment; `nil` if it may be WebVTT.
    static func unsupported(_ bytes: [UInt8]) -> String? {
        if SegmentShape(bytes) == .boxes { return nameInBoxes(bytes) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        let start = text.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        guard start.first == UInt8(ascii: "<") else { return nil }
        let head = String(decoding: start.prefix(headSize), as: UTF8.self)
        return head.contains("<tt") || head.contains(":tt ") ? "TTML" : nil
    }

    private static let headSize = 1024

    private static func nameInBoxes(_ bytes: [UInt8]) -> String {
        // The box, its version, the number of its entries and the size of the first one precede the type (ISO/IEC 14496-12 §8.5.2).
        let place = 16
        guard let start = bytes.firstRange(of: Array("stsd".utf8))?.lowerBound else { return "captions in MP4" }
        let type = bytes.dropFirst(start + place).prefix(4)
        return switch String(decoding: type, as: UTF8.self) {
        case "wvtt": "WebVTT in MP4 (wvtt)"
        case "stpp": "TTML in MP4 (stpp)"
        case let name: type.count == 4 && SegmentShape.isType(type) ? "captions in MP4 (\(name))" : "captions in MP4"
        }
    }
}
