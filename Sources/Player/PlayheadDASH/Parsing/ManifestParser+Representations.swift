import PlayheadXML

/// The attributes that representations inherit from adaptation sets (ISO/IEC 23009-1 §5.3.7).
struct CommonAttributes {
    private var values: [String: String] = [:]
    private static let names = ["mimeType", "codecs", "width", "height", "frameRate", "audioSamplingRate"]
    private(set) var channels: [Descriptor] = []

    init() {}

    init(_ element: XMLElement, above parent: Self) {
        self = parent
        for name in Self.names { if let value = element[attribute: name] { values[name] = value } }
        let own = element.children(named: "AudioChannelConfiguration").compactMap { child in
            child[attribute: "schemeIdUri"].map { Descriptor(scheme: $0, value: child[attribute: "value"] ?? "") }
        }
        if !own.isEmpty { channels = own }
    }

    subscript(name: String) -> String? { values[name] }

    /// Returns the codecs of an attribute.
    static func codecs(_ text: String?) -> [String] { (text ?? "").split(separator: ",").map { String($0).trimmed } }
}

/// The properties that the elements above a representation determine.
struct Level {
    var baseURLs: [BaseURL]
    var common = CommonAttributes()
    var segments = SegmentInformation()
    var protections: [ContentProtection] = []
    var inbandEventStreams: [Descriptor] = []
    var referenceTimes: [ProducerReferenceTime] = []
    var resyncs: [Resync] = []
    /// The sum of the availability time offsets in seconds.
    var availabilityTimeOffset = 0.0
    var periodDuration: Double?
}

/// Representations.
extension ManifestParser {
    /// Adds what an element says about segments.
    mutating func inherit(_ element: XMLElement, into level: inout Level) {
        guard let own = SegmentInformation.element(of: element) else { return }
        // Once for all representations below the element.
        var runs: [SegmentTable.Run]?
        if let timeline = own.first("SegmentTimeline") { runs = self.runs(in: timeline) }
        level.segments = SegmentInformation(own, runs: runs, below: level.segments)
        if let offset = self.offset(own) { level.availabilityTimeOffset += offset }
    }

    mutating func representation(_ element: XMLElement, below parent: Level) -> Representation? {
        var level = parent
        level.baseURLs = baseURLs(in: element, below: parent.baseURLs)
        level.common = CommonAttributes(element, above: parent.common)
        inherit(element, into: &level)
        let table: SegmentTable
        do throws(ManifestError) {
            table = try segmentTable(level, of: element)
        } catch {
            warn(element, "a representation is left out: \(error)")
            return nil
        }
        var representation = Representation(segments: table)
        representation.line = element.line
        representation.id = element[attribute: "id"] ?? ""
        representation.bandwidth = number(element, "bandwidth", in: NumberLimits.bitRates) ?? 0
        representation.mimeType = level.common["mimeType"]
        representation.codecs = CommonAttributes.codecs(level.common["codecs"])
        func side(_ name: String) -> Int? {
            level.common[name].flatMap { Int($0) }.flatMap { $0 > 0 && NumberLimits.dimensions.contains($0) ? $0 : nil }
        }
        representation.width = side("width")
        representation.height = side("height")
        representation.frameRate = level.common["frameRate"].flatMap(ManifestText.rate)
        representation.audioSamplingRate = level.common["audioSamplingRate"].flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
        representation.channels = level.common.channels
        representation.essentialProperties = descriptors("EssentialProperty", in: element)
        representation.supplementalProperties = descriptors("SupplementalProperty", in: element)
        representation.inbandEventStreams = parent.inbandEventStreams + descriptors("InbandEventStream", in: element)
        representation.protections = parent.protections + protections(in: element)
        representation.referenceTimes = referenceTimes(in: element) + parent.referenceTimes
        representation.resyncs = resyncs(in: element) + parent.resyncs
        representation.dependencies = (element[attribute: "dependencyId"] ?? "").split(separator: " ").map(String.init)
        representation.baseURLs = level.baseURLs
        let bases = level.baseURLs.first
        representation.availabilityTimeOffset = level.availabilityTimeOffset + (bases?.availabilityTimeOffset ?? 0)
        representation.isAvailabilityComplete =
            level.segments["availabilityTimeComplete"].flatMap(ManifestText.flag) ?? bases?.isComplete ?? true
        return representation
    }

    /// Creates the table of segments.
    /// - Throws: `ManifestError` with the line if the segments cannot be addressed.
    private mutating func segmentTable(_ level: Level, of representation: XMLElement) throws(ManifestError) -> SegmentTable {
        let information = level.segments
        let line = information.line ?? representation.line
        func failure(_ reason: String) -> ManifestError { ManifestError(reason, line: line) }
        var table = SegmentTable()
        table.periodDuration = level.periodDuration
        guard let kind = information.kind else {
            table.initialization = nil
            return table
        }
        if let text = information["timescale"] {
            guard let value = Int64(text), value > 0, value <= UInt32.max else {
                throw failure("@timescale is invalid: \(text.prefix(40))")
            }
            table.timescale = value
        }
        if let text = information["presentationTimeOffset"] {
            guard let value = Int64(text), NumberLimits.timestamps.contains(value) else {
                throw failure("@presentationTimeOffset is invalid: \(text.prefix(40))")
            }
            table.presentationTimeOffset = value
        }
        for (name, path) in [("startNumber", \SegmentTable.startNumber), ("endNumber", nil)] {
            guard let text = information[name] else { continue }
            guard let value = Int(text), NumberLimits.sequenceNumbers.contains(value) else {
                throw failure("@\(name) is invalid: \(text.prefix(40))")
            }
            if let path { table[keyPath: path] = value } else { table.endNumber = value }
        }
        if let runs = information.runs {
            table.timing = .runs(runs)
        } else if let text = information["duration"] {
            guard let value = Int64(text) ?? Double(text).flatMap({ Int64(checked: $0) }), value > 0,
                NumberLimits.timestamps.contains(value)
            else { throw failure("@duration is invalid: \(text.prefix(40))") }
            table.timing = .constant(value)
        }
        if let element = information.initialization {
            table.initialization = SegmentTable.Initialization(
                source: element[attribute: "sourceURL"], range: element[attribute: "range"].flatMap(ManifestText.byteRange))
        }
        switch kind {
        case .base:
            table.timing = .single
            table.location = .resource(index: information["indexRange"].flatMap(ManifestText.byteRange))
        case .list:
            guard !information.urls.isEmpty else { throw failure("the SegmentList has no SegmentURL") }
            table.location = .list(information.urls)
            if table.timing == .single, information.urls.count > 1 { throw failure("the SegmentList has neither @duration nor a timeline") }
        case .template:
            if let text = information["initialization"] {
                let template = try located(text, line)
                let known = Representation(
                    id: representation[attribute: "id"] ?? "", bandwidth: representation[attribute: "bandwidth"].flatMap { Int($0) } ?? 0,
                    segments: SegmentTable())
                table.initialization = SegmentTable.Initialization(source: template.url(for: known, nil), range: nil)
            }
            guard let media = information["media"] else {
                // A template for the initialization only: the base URL has the media.
                table.location = .resource(index: information["indexRange"].flatMap(ManifestText.byteRange))
                if table.timing != .single { throw failure("the SegmentTemplate has no @media") }
                break
            }
            let template = try located(media, line)
            if table.timing != .single, !template.dependsOnSegment, table.count != 1 {
                throw failure("the template has neither $Number$ nor $Time$")
            }
            table.location = .template(template)
        }
        guard isDynamic || table.count != nil else {
            throw failure("the segments have no end, because the duration of the period is unknown")
        }
        return table
    }

    private func located(_ text: String, _ line: Int) throws(ManifestError) -> URLTemplate {
        do throws(ManifestError) {
            return try URLTemplate(text)
        } catch {
            throw ManifestError(error.reason, line: line)
        }
    }
}
