import PlayheadOrigin

/// Finds the end of the first I-frame of a segment, including all data needed to decode it.
enum FirstIFrame {
    private static let packetSize = 188

    /// Returns the number of bytes from the start of a segment to the end of its first picture, a key frame in the samples; nil if absent.
    static func end(in segment: [UInt8]) -> Int? {
        segment.first == 0x47 ? endInTransportStream(segment) : endInFragment(segment)
    }

    /// Transport streams (ISO/IEC 13818-1 §2.4.3): up to the packet that starts the second picture of the elementary stream. The program's
    /// tables come before the first picture.
    private static func endInTransportStream(_ bytes: [UInt8]) -> Int? {
        var picture: Int?
        for start in stride(from: 0, through: bytes.count - packetSize, by: packetSize) {
            guard bytes[start + 1] & 0x40 != 0 else { continue }
            let pid = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
            if pid == picture { return start }
            let hasField = bytes[start + 3] & 0x20 != 0
            let payload = start + 4 + (hasField ? 1 + Int(bytes[start + 4]) : 0)
            let isVideo =
                payload + 3 < start + packetSize && bytes[payload..<(payload + 3)] == [0, 0, 1] && bytes[payload + 3] & 0xF0 == 0xE0
            if picture == nil, isVideo { picture = pid }
        }
        return picture == nil ? nil : bytes.count
    }

    /// Fragments (ISO/IEC 14496-12 §8.8): up to the end of the first sample of the first track, which is the video track in the samples.
    private static func endInFragment(_ bytes: [UInt8]) -> Int? {
        let reader = BoxReader(bytes: bytes)
        guard let fragment = reader.boxes.first(where: { $0.type == "moof" }),
            let track = reader.find(["traf"], in: fragment.content).first?.content,
            let header = reader.find(["tfhd"], in: track).first?.content, let run = reader.find(["trun"], in: track).first?.content,
            let headerFlags = reader.uint32(header.lowerBound, header.upperBound),
            let flags = reader.uint32(run.lowerBound, run.upperBound), flags & 0x01 != 0,
            let offset = reader.uint32(run.lowerBound + 8, run.upperBound)
        else { return nil }
        var place = run.lowerBound + 12 + (flags & 0x04 != 0 ? 4 : 0)
        if flags & 0x100 != 0 { place += 4 }
        var size: Int?
        if flags & 0x200 != 0 {
            size = reader.uint32(place, run.upperBound)
        } else {
            // The default size follows the optional fields of the header.
            var field = header.lowerBound + 8
            for (bit, width) in [(0x01, 8), (0x02, 4), (0x08, 4)] where headerFlags & bit != 0 { field += width }
            if headerFlags & 0x10 != 0 { size = reader.uint32(field, header.upperBound) }
        }
        guard let size else { return nil }
        return min(bytes.count, fragment.whole.lowerBound + offset + size)
    }
}
