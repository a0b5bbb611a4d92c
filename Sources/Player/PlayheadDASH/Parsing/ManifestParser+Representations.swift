import PlayheadXML

/// Representations.
extension ManifestParser {
    /// Adds what an element says about segments.
    mutating func inherit(_ element: XMLElement, into inherited: inout InheritedProperties) {
        guard let own = SegmentInformation.element(of: element) else { return }
        // Once for all representations below the element.
        var runs: [SegmentTable.Run]?
        if let timeline = own.first("SegmentTimeline") { runs = self.runs(in: timeline) }
        inherited.segments = SegmentInformation(own, runs: runs, below: inherited.segments)
        if let offset = self.offset(own) { inherited.availabilityTimeOffset += offset }
    }

    mutating func representation(_ element: XMLElement, below parent: InheritedProperties) -> Representation? {
        var inherited = parent
        inherited.baseURLs = baseURLs(in: element, below: parent.baseURLs)
        inherited.common = CommonAttributes(element, above: parent.common)
        inherit(element, into: &inherited)
        let table: SegmentTable
        do throws(ManifestError) {
            table = try SegmentTable(
                inherited.segments, of: element, periodStart: inherited.periodStart, periodDuration: inherited.periodDuration,
                isDynamic: isDynamic)
        } catch {
            warn(element, "a representation is left out: \(error)")
            return nil
        }
        var representation = Representation(segments: table)
        representation.line = element.line
        representation.id = element[attribute: "id"] ?? ""
        representation.bandwidth = number(element, "bandwidth", in: NumberLimits.bitRates) ?? 0
        inherited.common.describe(&representation)
        representation.essentialProperties = descriptors("EssentialProperty", in: element)
        representation.supplementalProperties = descriptors("SupplementalProperty", in: element)
        representation.inbandEventStreams = parent.inbandEventStreams + descriptors("InbandEventStream", in: element)
        representation.protections = parent.protections + protections(in: element)
        representation.referenceTimes = referenceTimes(in: element) + parent.referenceTimes
        representation.resyncs = resyncs(in: element) + parent.resyncs
        representation.dependencies = (element[attribute: "dependencyId"] ?? "").split(separator: " ").map(String.init)
        representation.baseURLs = inherited.baseURLs
        let base = inherited.baseURLs.first
        representation.availabilityTimeOffset = inherited.availabilityTimeOffset + (base?.availabilityTimeOffset ?? 0)
        representation.isAvailabilityComplete =
            inherited.segments["availabilityTimeComplete"].flatMap(ManifestText.flag) ?? base?.isComplete ?? true
        return representation
    }
}
