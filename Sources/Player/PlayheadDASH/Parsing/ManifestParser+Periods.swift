import Foundation
import PlayheadXML

/// Periods and adaptation sets.
extension ManifestParser {
    /// Parses the periods and places them (ISO/IEC 23009-1 §5.3.2.1).
    mutating func periods(in root: XMLElement, of manifest: Manifest) throws(ManifestError) -> [Period] {
        var placed: [(element: XMLElement, start: Double, duration: Double?)] = []
        for element in root.children(named: "Period") {
            if isRemote(element) { continue }
            let duration = positiveDuration(element, "duration")
            var start = element[attribute: "start"].flatMap(ManifestText.duration)
            if element[attribute: "start"] != nil, start.map({ $0 < 0 }) != false {
                warn(element, "@start of a period is invalid")
                start = nil
            }
            if start == nil {
                if let last = placed.last {
                    start = last.duration.map { last.start + $0 }
                } else {
                    start = 0
                    if isDynamic { warn(element, "the first period has no @start") }
                }
            }
            guard let start else {
                // An early available period (§5.3.2.1): its start is not known yet.
                warn(element, "the start of a period is unknown")
                continue
            }
            if let last = placed.last {
                guard start >= last.start else {
                    warn(element, "a period starts before the previous one, and is left out")
                    continue
                }
                if last.duration.map({ last.start + $0 > start + 0.001 }) == true {
                    warn(element, "a period starts before the end of the previous one, which is cut")
                }
                let gap = 0.1
                let known = last.duration.map { last.start + $0 } ?? start
                // A gap that is not only rounding stays a gap.
                if known > start || known > start - gap { placed[placed.count - 1].duration = start - last.start }
            }
            placed.append((element, start, duration))
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
        for (element, start, duration) in placed where duration != 0 || placed.count == 1 {
            periods.append(period(element, start: start, duration: duration, of: manifest))
        }
        guard !periods.isEmpty else { throw ManifestError("all periods are empty", line: first.element.line) }
        return periods
    }

    private mutating func period(_ element: XMLElement, start: Double, duration: Double?, of manifest: Manifest) -> Period {
        var period = Period(id: element[attribute: "id"], start: start, duration: duration)
        period.line = element.line
        var level = Level(baseURLs: baseURLs(in: element, below: manifest.baseURLs))
        level.periodDuration = duration
        inherit(element, into: &level)
        let children = element.children(named: "AdaptationSet")
        if children.count > Self.maximumCount { warn(element, "only \(Self.maximumCount) of \(children.count) adaptation sets are used") }
        for child in children.prefix(Self.maximumCount) {
            if isRemote(child) { continue }
            if let set = adaptationSet(child, below: level) { period.adaptationSets.append(set) }
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

    private mutating func adaptationSet(_ element: XMLElement, below parent: Level) -> AdaptationSet? {
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
        var level = parent
        level.baseURLs = baseURLs(in: element, below: parent.baseURLs)
        level.common = CommonAttributes(element, above: parent.common)
        level.protections = protections(in: element)
        level.inbandEventStreams = descriptors("InbandEventStream", in: element)
        level.referenceTimes = referenceTimes(in: element)
        level.resyncs = resyncs(in: element)
        inherit(element, into: &level)
        let children = element.children(named: "Representation")
        if children.count > Self.maximumCount { warn(element, "only \(Self.maximumCount) of \(children.count) representations are used") }
        for child in children.prefix(Self.maximumCount) {
            if let representation = representation(child, below: level) { set.representations.append(representation) }
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
