import PlayheadDASH

/// Parses DASH manifests, patches (after a zero byte) and indices: tables of segments are ordered, and nothing takes long or much memory.
enum ManifestTarget {
    static func run(_ input: [UInt8]) {
        if let index = try? SegmentIndex(input, at: 0) {
            require(index.entries.allSatisfy { $0.offset >= index.end && $0.size > 0 }, "an index points at itself")
        }
        if let index = try? SegmentIndex(cues: input, at: 1 << 20, header: input) {
            require(zip(index.entries, index.entries.dropFirst()).allSatisfy { $0.offset < $1.offset && $0.time < $1.time }, "cues go back")
        }
        let parts = input.split(separator: 0, maxSplits: 1)
        guard let first = parts.first, let manifest = try? Manifest.parse(Array(first), url: "http://a.example/b.mpd") else { return }
        require(!manifest.periods.isEmpty, "a manifest without a period")
        for period in manifest.periods {
            require(period.start.isFinite && period.duration.map { $0 >= 0 } ?? true, "a period without a place")
            for track in period.adaptationSets.flatMap(\.representations) { check(track) }
        }
        if parts.count > 1, let document = manifest.document, let patch = try? ManifestPatch(Array(parts[1])),
            let patched = try? patch.applied(to: document)
        {
            _ = try? Manifest.parse(patched, url: "http://a.example/b.mpd")
        }
    }

    private static func check(_ track: Representation) {
        let table = track.segments
        require(table.timescale > 0 && !track.baseURLs.isEmpty, "a table without ticks")
        var last = Int64.min
        for index in 0..<min(4, table.count ?? 4) {
            guard let segment = table.segment(at: index) else { continue }
            require(segment.time >= last && segment.duration > 0, "segments are not in order")
            require(table.url(of: segment, in: track, base: "http://a.example/").url.utf8.count < 1 << 16, "a URL grows")
            last = segment.time
        }
        if let count = table.count, count > 0 { require(table.segment(at: count - 1) != nil, "the last segment is missing") }
        for time in [-1, 0, 1, 1e6, 1e18] as [Double] { require(table.index(at: time) >= 0, "a negative index") }
    }
}
