import PlayheadCaptions

/// The formats of caption segments.
enum CaptionFormat {
    /// Returns the name of the format of a segment that is recognized and not supported, from its bytes or those of its initialization segment;
    /// `nil` for other segments.
    static func unsupported(_ bytes: [UInt8]) -> String? {
        guard SegmentShape(bytes) == .boxes, !isTTML(bytes) else { return nil }
        guard let type = type(in: bytes) else { return "captions in MP4" }
        return switch String(decoding: type, as: UTF8.self) {
        case "wvtt", "stpp": nil
        case let name: type.count == 4 && SegmentShape.isType(type) ? "captions in MP4 (\(name))" : "captions in MP4"
        }
    }

    /// Returns the bytes of a segment as WebVTT: those in MP4 and TTML are converted.
    static func webVTT(_ bytes: [UInt8], initialization: [UInt8]?) -> [UInt8] {
        let head = initialization ?? bytes
        guard !isTTML(head), SegmentShape(head) == .boxes, let type = type(in: head) else {
            return isTTML(bytes) ? TTMLText.webVTT(of: bytes).map { Array($0.utf8) } ?? bytes : bytes
        }
        let isText = type.elementsEqual("stpp".utf8)
        let text =
            isText
            ? TTMLText.webVTT(ofSegment: bytes, initialization: initialization ?? []) ?? "WEBVTT\n"
            : WebVTTBoxes.text(of: bytes, initialization: initialization ?? [])
        return Array(text.utf8)
    }

    /// Whether the first element of a document is that of TTML.
    private static func isTTML(_ bytes: [UInt8]) -> Bool {
        // In UTF-16 every second byte of markup is zero.
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0)
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        guard let first = bytes.first(where: { $0 != 0 && !marks.contains($0) && !spaces.contains($0) }), first == UInt8(ascii: "<") else {
            return false
        }
        var rest = (isWide ? bytes.filter { $0 != 0 } : bytes).drop { $0 != first }
        // The declaration, comments and a document type precede the element.
        while let end = endOfProlog(rest) { rest = rest[end...].drop(while: spaces.contains) }
        guard rest.first == first else { return false }
        let name = rest.dropFirst().prefix { !spaces.contains($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.elementsEqual("tt".utf8) || name.suffix(3).elementsEqual(":tt".utf8)
    }

    /// Returns the end of the declaration or comment with which the bytes start; `nil` if they start with none that ends.
    private static func endOfProlog(_ bytes: ArraySlice<UInt8>) -> Int? {
        for (start, end) in [("<!--", "-->"), ("<?", "?>"), ("<!", ">")] where bytes.starts(with: start.utf8) {
            return bytes.firstRange(of: Array(end.utf8))?.upperBound
        }
        return nil
    }

    /// Returns the type of the first sample entry.
    private static func type(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        // The box, its version, the number of its entries and the size of the first one precede the type (ISO/IEC 14496-12 §8.5.2).
        let place = 16
        return bytes.firstRange(of: Array("stsd".utf8)).map { bytes.dropFirst($0.lowerBound + place).prefix(4) }
    }
}
