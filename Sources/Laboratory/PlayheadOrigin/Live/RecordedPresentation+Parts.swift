import PlayheadHLS

extension RecordedPresentation {
    /// Reads a presentation from a folder.
    ///
    /// - Parameters:
    ///   - entry: The path of the playlist to open first.
    ///   - folder: The files.
    ///   - hasParts: Whether to divide the segments into parts, for low latency.
    ///   - hasManifest: Whether to read the times in the media, for a manifest of DASH.
    /// - Throws: ``RecordedPresentationError``.
    package init(
        entry: String, in folder: MediaFolder, hasParts: Bool = false, hasManifest: Bool = false
    ) throws(RecordedPresentationError) {
        try self.init(entry: entry) { folder.text($0) }
        if hasManifest { try readStarts(folder) }
        if hasParts { try cutParts(folder) }
    }

    /// Divides every segment into parts at its fragments. Text has no parts.
    mutating func cutParts(_ folder: MediaFolder) throws(RecordedPresentationError) {
        for path in order {
            guard var track = tracks[path], !track.isText else { continue }
            var maps: [InitializationSection: InitializationBoxes] = [:]
            for index in track.segments.indices {
                let segment = track.segments[index]
                guard let map = segment.map else {
                    throw .unusable(path, "its segments are not fragmented MP4, which low latency needs")
                }
                let initialization: InitializationBoxes
                if let known = maps[map] {
                    initialization = known
                } else {
                    guard let file = Self.path(of: map.uri, in: path),
                        let bytes = folder.bytes(file, map.byteRange.map { $0.offset..<$0.end })
                    else { throw .missing(map.uri) }
                    initialization = InitializationBoxes(bytes)
                    maps[map] = initialization
                }
                guard let slice = segment.slice, let bytes = folder.bytes(slice.path, slice.range) else { throw .missing(segment.uri) }
                track.segments[index].parts = Self.parts(of: bytes, initialization, duration: segment.duration)
            }
            let parts = track.segments.map(\.parts.count)
            guard parts.allSatisfy({ $0 > 0 }), parts.contains(where: { $0 > 1 }) else {
                throw .unusable(path, "its segments are of one fragment each: low latency needs several")
            }
            tracks[path] = track
        }
    }

    /// Returns the fragments of a segment as contiguous parts; the last one ends with the segment.
    private static func parts(of bytes: [UInt8], _ initialization: InitializationBoxes, duration: Int) -> [RecordedPart] {
        let fragments = FragmentIndex(bytes, initialization: initialization).fragments
        guard let timescale = fragments.first?.timescale else { return [] }
        var ticks = 0
        var parts: [RecordedPart] = []
        for (index, fragment) in fragments.enumerated() {
            let start = parts.last?.end ?? 0
            ticks += fragment.duration
            let isLast = index == fragments.count - 1
            let end = isLast ? duration : Int(saturating: Double(ticks) / Double(timescale) * 1e6)
            // A fragment of no duration, or one after the end of the segment, is added to the part before it.
            guard end > start, isLast || end < duration else {
                if let last = parts.indices.last { parts[last].range = parts[last].range.lowerBound..<fragment.range.upperBound }
                continue
            }
            let lower = parts.last?.range.upperBound ?? 0
            parts.append(
                RecordedPart(
                    start: start, duration: end - start, range: lower..<fragment.range.upperBound, isIndependent: fragment.isIndependent))
        }
        if let last = parts.indices.last {
            parts[last].range = parts[last].range.lowerBound..<bytes.count
            parts[last].duration = duration - parts[last].start
        }
        return parts
    }
}
