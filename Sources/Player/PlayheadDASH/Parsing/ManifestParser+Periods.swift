import Foundation
import PlayheadXML

/// Periods and adaptation sets.
extension ManifestParser {
    /// A period on the timeline of the manifest, in seconds.
    private struct PlacedPeriod {
        let element: XMLElement
        let start: Double
        var duration: Double?
        var end: Double? { duration.map { start + $0 } }
    }

    /// Parses the periods and places them (ISO/IEC 23009-1 §5.3.2.1).
    mutating func periods(in root: XMLElement, of manifest: Manifest) throws(ManifestError) -> [Period] {
        var placed: [PlacedPeriod] = []
        for element in root.children(named: "Period") {
            if isRemote(element) { continue }
            let duration = positiveDuration(element, "duration")
            if let start = start(of: element, after: placed.last) {
                place(PlacedPeriod(element: element, start: start, duration: duration), behind: &placed)
            } else if !isDynamic {
                // Live, it is an early available period, which a later version places.
                warn(element, "the start of a period is unknown")
            }
        }
        guard let first = placed.first, let last = placed.last else {
            throw ManifestError("the MPD has no period", line: root.line)
        }
        if last.duration == nil, let duration = manifest.duration {
            // The end of the presentation on its timeline; if that is impossible, the duration is meant from the first period on.
            let end = [duration, first.start + duration].first { $0 > last.start }
            if let end, end == duration || !isDynamic { placed[placed.count - 1].duration = end - last.start }
        }
        var periods: [Period] = []
        for found in placed where found.duration != 0 || placed.count == 1 {
            periods.append(period(found.element, start: found.start, duration: found.duration, of: manifest))
        }
        guard !periods.isEmpty else { throw ManifestError("all periods are empty", line: first.element.line) }
        return periods
    }

    /// Returns the start of a period in seconds: declared, or the end of the previous one; `nil` if neither is known.
    private mutating func start(of element: XMLElement, after last: PlacedPeriod?) -> Double? {
        if let text = element[attribute: "start"] {
            if let start = ManifestText.duration(text), start >= 0 { return start }
            warn(element, "@start of a period is invalid")
        }
        if let last { return last.end }
        if isDynamic { warn(element, "the first period has no @start") }
        return 0
    }

    /// Adds a period, whose start ends the previous one.
    private mutating func place(_ period: PlacedPeriod, behind placed: inout [PlacedPeriod]) {
        if let last = placed.last {
            guard period.start >= last.start else {
                return warn(period.element, "a period starts before the previous one, and is left out")
            }
            let (rounding, gap) = (0.001, 0.1)
            if let end = last.end, end > period.start + rounding {
                warn(period.element, "a period starts before the end of the previous one, which is cut")
            }
            // A gap that is not only rounding stays a gap.
            if (last.end ?? period.start) > period.start - gap { placed[placed.count - 1].duration = period.start - last.start }
        }
        placed.append(period)
    }

    private mutating func period(_ element: XMLElement, start: Double, duration: Double?, of manifest: Manifest) -> Period {
        var period = Period(id: element[attribute: "id"], start: start, duration: duration)
        period.line = element.line
        var inherited = InheritedProperties(baseURLs: baseURLs(in: element, below: manifest.baseURLs))
        inherited.periodStart = start
        inherited.periodDuration = duration
        inherit(element, into: &inherited)
        let children = element.children(named: "AdaptationSet")
        if children.count > Self.maximumCount { warn(element, "only \(Self.maximumCount) of \(children.count) adaptation sets are used") }
        for child in children.prefix(Self.maximumCount) {
            if isRemote(child) { continue }
            if let set = adaptationSet(child, below: inherited) { period.adaptationSets.append(set) }
        }
        period.eventStreams = element.children(named: "EventStream").compactMap { isRemote($0) ? nil : eventStream($0) }
        period.assetIdentifiers = descriptors("AssetIdentifier", in: element)
        period.preselections = element.children(named: "Preselection").map { child in
            warn(child, "<Preselection> is not used: its sets are played one by one")
            return Preselection(
                id: child[attribute: "id"],
                components: (child[attribute: "preselectionComponents"] ?? "").split(separator: " ").map(String.init),
                language: child[attribute: "lang"])
        }
        period.subsets = element.children(named: "Subset").map { child in
            (child[attribute: "contains"] ?? "").split(separator: " ").map(String.init)
        }
        return period
    }

    private mutating func adaptationSet(_ element: XMLElement, below parent: InheritedProperties) -> AdaptationSet? {
        var set = AdaptationSet()
        set.line = element.line
        set.id = element[attribute: "id"]
        set.language = element[attribute: "lang"].flatMap { $0.lowercased() == "und" ? nil : $0 }
        set.labels = element.children(named: "Label").map(\.text).filter { !$0.isEmpty }
        set.roles = descriptors("Role", in: element)
        set.accessibility = descriptors("Accessibility", in: element)
        set.viewpoints = descriptors("Viewpoint", in: element)
        set.essentialProperties = descriptors("EssentialProperty", in: element)
        set.supplementalProperties = descriptors("SupplementalProperty", in: element)
        set.selectionPriority = number(element, "selectionPriority", in: NumberLimits.counts) ?? 1
        var inherited = parent
        inherited.baseURLs = baseURLs(in: element, below: parent.baseURLs)
        inherited.common = CommonAttributes(element, above: parent.common)
        inherited.protections = protections(in: element)
        inherited.inbandEventStreams = descriptors("InbandEventStream", in: element)
        inherited.referenceTimes = referenceTimes(in: element)
        inherited.resyncs = resyncs(in: element)
        inherit(element, into: &inherited)
        let children = element.children(named: "Representation")
        if children.count > Self.maximumCount { warn(element, "only \(Self.maximumCount) of \(children.count) representations are used") }
        for child in children.prefix(Self.maximumCount) {
            if let representation = representation(child, below: inherited) { set.representations.append(representation) }
        }
        let declared = element[attribute: "contentType"] ?? element.first("ContentComponent")?[attribute: "contentType"]
        set.contentType = contentType(declared, of: set.representations.first)
        set.language = set.language ?? element.first("ContentComponent")?[attribute: "lang"]
        if set.representations.isEmpty {
            warn(element, "an adaptation set has no usable representation")
            return nil
        }
        return set
    }

    private func contentType(_ declared: String?, of representation: Representation?) -> AdaptationSet.ContentType {
        if let declared, let type = AdaptationSet.ContentType(rawValue: declared.lowercased()) { return type }
        let codec = representation?.codecs.first?.lowercased() ?? ""
        if ["wvtt", "stpp"].contains(where: { codec.hasPrefix($0) }) { return .text }
        switch representation?.mimeType?.lowercased() ?? "" {
        case let type where type.hasPrefix("video/"): return .video
        case let type where type.hasPrefix("audio/"): return .audio
        case let type where type.hasPrefix("image/"): return .image
        case let type where type.hasPrefix("text/") || type.hasPrefix("application/ttml"): return .text
        default: return .other
        }
    }

    func protections(in element: XMLElement) -> [ContentProtection] {
        element.children(named: "ContentProtection").compactMap { child in
            guard let scheme = child[attribute: "schemeIdUri"] else { return nil }
            let license = child.first("Laurl") ?? child.first("laurl")
            return ContentProtection(
                scheme: scheme, value: child[attribute: "value"] ?? "",
                keyID: child[attribute: "default_KID"].flatMap { $0.split(separator: " ").first }.flatMap {
                    ManifestText.keyID(String($0))
                },
                initializationData: child.first("pssh")?.text,
                licenseURL: license?.text)
        }
    }

    private mutating func eventStream(_ element: XMLElement) -> EventStream? {
        guard let scheme = element[attribute: "schemeIdUri"] else {
            warn(element, "an event stream has no @schemeIdUri")
            return nil
        }
        guard let timescale = self.timescale(element) else { return nil }
        var stream = EventStream(scheme: scheme, value: element[attribute: "value"] ?? "", timescale: timescale)
        let offset = ticks(element, "presentationTimeOffset") ?? 0
        for child in element.children(named: "Event") {
            let time = ticks(child, "presentationTime") ?? 0
            stream.events.append(
                EventStream.Event(
                    start: Double(time.saturatingSubtracting(offset)) / Double(timescale),
                    duration: ticks(child, "duration").map { Double($0) / Double(timescale) },
                    id: child[attribute: "id"].flatMap { Int($0) }, data: content(of: child)))
        }
        return stream
    }

    private func content(of event: XMLElement) -> [UInt8] {
        let message = event[attribute: "messageData"]
        if event[attribute: "contentEncoding"]?.equalsIgnoringCase("base64") == true {
            return [UInt8](Data(base64Encoded: message ?? event.text, options: .ignoreUnknownCharacters) ?? Data())
        }
        if let message { return Array(message.utf8) }
        let inner = event.children
        // SCTE 214-1 §6.7: the section is in Base64 inside <Signal><Binary>.
        if let binary = inner.first?.isNamed("Signal") == true ? inner.first?.first("Binary") : nil {
            return [UInt8](Data(base64Encoded: binary.text, options: .ignoreUnknownCharacters) ?? Data())
        }
        return Array((inner.isEmpty ? event.text : inner.map(\.xml).joined()).utf8)
    }
}
