/// The index of a WebM resource: its cues (RFC 9559 §5.1.5).
extension SegmentIndex {
    /// The identifiers of elements.
    private enum Element {
        static let segment: UInt64 = 0x1853_8067
        static let info: UInt64 = 0x1549_A966
        static let timestampScale: UInt64 = 0x2A_D7B1
        static let duration: UInt64 = 0x4489
        static let cues: UInt64 = 0x1C53_BB6B
        static let cuePoint: UInt64 = 0xBB
        static let cueTime: UInt64 = 0xB3
        static let trackPositions: UInt64 = 0xB7
        static let clusterPosition: UInt64 = 0xF1
    }

    /// Parses the cues in `bytes`, which are at `offset` of the resource.
    /// - Parameters:
    ///   - bytes: The bytes of the index.
    ///   - offset: The offset of the index in the resource.
    ///   - header: The bytes from the start of the resource to the first cluster.
    /// - Throws: `ManifestError` with the element as its reason.
    package init(cues bytes: [UInt8], at offset: Int64, header: [UInt8]) throws(ManifestError) {
        guard let segment = EBMLReader.elements(in: header[...]).first(where: { $0.id == Element.segment }) else {
            throw ManifestError("the WebM header has no segment")
        }
        let info =
            EBMLReader.elements(in: segment.content).first { $0.id == Element.info }.map { EBMLReader.elements(in: $0.content) } ?? []
        let scale = info.first { $0.id == Element.timestampScale }.map { Double($0.number) } ?? 1_000_000
        guard let cues = EBMLReader.elements(in: bytes[...]).first(where: { $0.id == Element.cues }) else {
            throw ManifestError("the index has no cues")
        }
        // Times are in milliseconds; the scale is in nanoseconds.
        func time(_ stamp: Double) -> Int64 { Int64(saturating: stamp * scale / 1_000_000) }
        var points: [(time: Int64, offset: Int64)] = []
        for point in EBMLReader.elements(in: cues.content) where point.id == Element.cuePoint {
            let parts = EBMLReader.elements(in: point.content)
            let positions = parts.first { $0.id == Element.trackPositions }.map { EBMLReader.elements(in: $0.content) } ?? []
            guard let stamp = parts.first(where: { $0.id == Element.cueTime }), points.count < Self.maximumEntries,
                let position = positions.first(where: { $0.id == Element.clusterPosition })
            else { continue }
            let place = Int64(segment.content.startIndex).saturatingAdding(Int64(clamping: position.number))
            // Several cues may be in one cluster.
            if let last = points.last, place <= last.offset || time(Double(stamp.number)) <= last.time { continue }
            points.append((time(Double(stamp.number)), place))
        }
        guard let last = points.last, last.offset <= Int64(NumberLimits.byteCounts.upperBound),
            NumberLimits.timestamps.contains(last.time)
        else { throw ManifestError("the cues list nothing") }
        let declared = info.first { $0.id == Element.duration }.map { time($0.real) } ?? 0
        timescale = 1000
        end = 0
        entries = points.indices.map { index in
            let (point, isLast) = (points[index], index == points.count - 1)
            // The last cluster ends before the cues behind it, or with the resource.
            let behind = offset > point.offset ? offset - point.offset : 0
            return Entry(
                offset: point.offset, size: isLast ? behind : points[index + 1].offset - point.offset, time: point.time,
                duration: max(1, (isLast ? declared : points[index + 1].time).saturatingSubtracting(point.time)), isIndex: false)
        }
    }
}

/// Reads elements of EBML (RFC 8794).
enum EBMLReader {
    /// An element.
    struct Element {
        var id: UInt64
        var content: ArraySlice<UInt8>

        /// The content as an unsigned number.
        var number: UInt64 { content.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
        /// The content as a floating-point number.
        var real: Double {
            switch content.count {
            case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
            case 8: Double(bitPattern: number)
            default: 0
            }
        }
    }

    /// Returns the elements on the top level of `bytes`; the last one may be cut off, or have an unknown size.
    static func elements(in bytes: ArraySlice<UInt8>) -> [Element] {
        var (rest, found) = (bytes, [Element]())
        while let id = number(&rest, keepsMarker: true), let size = number(&rest, keepsMarker: false) {
            let content = rest.prefix(Int(clamping: size))
            found.append(Element(id: id, content: content))
            rest = rest.dropFirst(content.count)
        }
        return found
    }

    /// Reads a number of variable length, and advances past it.
    private static func number(_ bytes: inout ArraySlice<UInt8>, keepsMarker: Bool) -> UInt64? {
        guard let first = bytes.first, first != 0 else { return nil }
        let octets = first.leadingZeroBitCount + 1
        guard bytes.count >= octets else { return nil }
        let value = bytes.prefix(octets).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        bytes = bytes.dropFirst(octets)
        let marker = UInt64(1) << UInt64(7 * octets)
        // All bits set: the size is unknown, and the content lasts to the end.
        if !keepsMarker, value & (marker - 1) == marker - 1 { return .max }
        return keepsMarker ? value : value & (marker - 1)
    }
}
