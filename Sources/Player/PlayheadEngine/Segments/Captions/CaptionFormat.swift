import PlayheadCaptions

/// The formats of caption segments.
enum CaptionFormat {
    /// Returns the name of the format of a segment that is recognized and not supported, from its bytes or those of its initialization segment;
    /// `nil` for other segments.
    static func unsupported(_ bytes: [UInt8]) -> String? {
        guard SegmentShape(bytes) == .boxes, !TTMLText.hasSignature(bytes) else { return nil }
        guard let type = type(in: bytes) else { return "captions in MP4" }
        return switch String(decoding: type, as: UTF8.self) {
        case "wvtt", "stpp": nil
        case let name: type.count == 4 && SegmentShape.isType(type) ? "captions in MP4 (\(name))" : "captions in MP4"
        }
    }

    /// Returns the bytes of a segment as WebVTT: those in MP4 and TTML are converted.
    static func webVTT(_ bytes: [UInt8], initialization: [UInt8]?) -> [UInt8] {
        let head = initialization ?? bytes
        guard !TTMLText.hasSignature(head), SegmentShape(head) == .boxes, let type = type(in: head) else {
            return TTMLText.hasSignature(bytes) ? TTMLText.webVTT(of: bytes).map { Array($0.utf8) } ?? bytes : bytes
        }
        let isText = type.elementsEqual("stpp".utf8)
        let text =
            isText
            ? TTMLText.webVTT(ofSegment: bytes, initialization: initialization ?? []) ?? "WEBVTT\n"
            : WebVTTBoxes.text(of: bytes, initialization: initialization ?? [])
        return Array(text.utf8)
    }

    /// Returns the type of the first sample entry.
    private static func type(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        // The box, its version, the number of its entries and the size of the first one precede the type (ISO/IEC 14496-12 §8.5.2).
        let place = 16
        return bytes.firstRange(of: Array("stsd".utf8)).map { bytes.dropFirst($0.lowerBound + place).prefix(4) }
    }
}
