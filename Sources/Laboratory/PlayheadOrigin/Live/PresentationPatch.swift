/// The text of a patch (ISO/IEC 23009-1 §5.15) that turns a manifest of a broadcast into a later one.
struct PresentationPatch {
    /// The identifier of the manifest.
    var manifestID: String
    private let old: PresentationManifest
    private let new: PresentationManifest

    /// - Returns: Nil if the manifests differ in more than their attributes, periods and segments.
    init?(from old: PresentationManifest, to new: PresentationManifest) {
        guard let id = old.id, id == new.id, old.patch != nil, old.location == new.location, old.clock == new.clock,
            old.lowLatency == new.lowLatency, !old.periods.isEmpty, !new.periods.isEmpty
        else { return nil }
        manifestID = id
        self.old = old
        self.new = new
    }

    var text: String {
        func publishTime(_ manifest: PresentationManifest) -> String { manifest.attributes.first { $0.name == "publishTime" }?.value ?? "" }
        let attributes = [
            ("xmlns", "urn:mpeg:dash:schema:mpd-patch:2020"), ("mpdId", manifestID), ("originalPublishTime", publishTime(old)),
            ("publishTime", publishTime(new)),
        ]
        let changes = attributeChanges + [patchLocationChange] + periodChanges
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Patch\(PresentationManifest.text(attributes))>\n\(changes.joined())</Patch>\n"
    }

    private static func operation(_ name: String, _ path: String, _ content: String, _ more: [(name: String, value: String)] = [])
        -> String
    {
        "<\(name)\(PresentationManifest.text([("sel", path)] + more))>\(content)</\(name)>\n"
    }

    private static func removal(of path: String) -> String { "<remove\(PresentationManifest.text([("sel", path)]))/>\n" }

    private var attributeChanges: [String] {
        let known = Dictionary(old.attributes.map { ($0.name, $0.value) }) { first, _ in first }
        let names = Set(new.attributes.map(\.name))
        return new.attributes.compactMap { name, value in
            guard let before = known[name] else { return Self.operation("add", "/MPD", value, [("type", "@\(name)")]) }
            // A patch has at least one operation.
            return before != value || name == "publishTime" ? Self.operation("replace", "/MPD/@\(name)", value) : nil
        } + old.attributes.filter { !names.contains($0.name) }.map { Self.removal(of: "/MPD/@\($0.name)") }
    }

    private var patchLocationChange: String {
        let path = "/MPD/PatchLocation[1]"
        return new.patchLocation.map { Self.operation("replace", path, $0) } ?? Self.removal(of: path)
    }

    private static func path(_ period: PresentationManifest.Period) -> String { "/MPD/Period[@id='\(period.id)']" }

    private var periodChanges: [String] {
        var changes: [String] = []
        // New periods follow the last one that they are after.
        var last = old.periods.last
        for period in new.periods {
            if let before = old.periods.first(where: { $0.id == period.id }) {
                changes += listChanges(from: before, to: period)
            } else if let last {
                changes.append(Self.operation("add", Self.path(last), new.text(period), [("pos", "after")]))
            }
            last = period
        }
        let kept = Set(new.periods.map(\.id))
        return changes + old.periods.filter { !kept.contains($0.id) }.map { Self.removal(of: Self.path($0)) }
    }

    private func listChanges(from before: PresentationManifest.Period, to after: PresentationManifest.Period) -> [String] {
        let replacement = [Self.operation("replace", Self.path(after), new.text(after))]
        guard before.start == after.start, before.lists.map(\.track.path) == after.lists.map(\.track.path) else { return replacement }
        var changes: [String] = []
        for (index, set) in new.recording.adaptationSets.enumerated() {
            for representation in set.representations {
                guard let old = before.lists.first(where: { $0.track.path == representation.path }),
                    let new = after.lists.first(where: { $0.track.path == representation.path })
                else { continue }
                let path = "\(Self.path(after))/AdaptationSet[@id='\(index + 1)']/Representation[@id='\(representation.id)']/SegmentList"
                guard let change = Self.changes(from: old, to: new, at: path) else { return replacement }
                changes += change
            }
        }
        return changes
    }

    /// Returns the operations for the segments of a list; nil if the list has not only moved on.
    private static func changes(from old: PresentationManifest.List, to new: PresentationManifest.List, at path: String) -> [String]? {
        guard old.offset == new.offset, old.initialization?.uri == new.initialization?.uri,
            let first = new.segments.first, let dropped = old.segments.firstIndex(of: first),
            case let kept = old.segments[dropped...], new.segments.starts(with: kept)
        else { return nil }
        let added = new.segments.dropFirst(kept.count)
        let removals = [removal(of: "\(path)/SegmentTimeline/S[1]"), removal(of: "\(path)/SegmentURL[1]")]
        guard !added.isEmpty else { return Array(repeatElement(removals, count: dropped).joined()) }
        return Array(repeatElement(removals, count: dropped).joined()) + [
            operation("add", "\(path)/SegmentTimeline", PresentationManifest.times(added)),
            operation("add", path, PresentationManifest.urls(added)),
        ]
    }
}
