@_exported import PlayheadNumbers
import PlayheadXML

extension Manifest {
    /// The maximum number of elements and attributes of a document.
    static let maximumItems = 400_000

    /// Parses a manifest.
    /// - Parameters:
    ///   - bytes: The document.
    ///   - url: The absolute URL of the document, after redirects.
    /// - Returns: The manifest.
    /// - Throws: `ManifestError` if the document is not XML, or has no period that can be used.
    package static func parse(_ bytes: [UInt8], url: String) throws(ManifestError) -> Manifest {
        var limits = XMLLimits()
        limits.items = maximumItems
        let document: XMLReader.Document
        do throws(XMLError) {
            document = try XMLReader.read(bytes, limits: limits, tolerance: .lenient)
        } catch {
            throw ManifestError(error.reason, line: error.line, column: error.column)
        }
        return try parse(document.root, url: url, warnings: document.warnings.map { ManifestWarning(line: $0.line, message: $0.message) })
    }

    /// Parses a manifest that was read as a tree, such as one to which a patch was applied.
    package static func parse(
        _ root: XMLElement, url: String, warnings: [ManifestWarning] = []
    ) throws(ManifestError) -> Manifest {
        var parser = ManifestParser(url: url, warnings: warnings)
        return try parser.parse(root)
    }
}

/// Parses the elements of a manifest.
struct ManifestParser {
    /// The maximum number of warnings.
    private static let maximumWarnings = 100
    /// The maximum number of representations of a set, and of sets of a period.
    static let maximumCount = 128
    /// The maximum number of alternative base URLs.
    static let maximumBaseURLs = 8
    /// The maximum number of times of production of an element, and of kinds of positions inside its segments.
    private static let (maximumReferenceTimes, maximumResyncs) = (8, 8)

    let url: String
    var warnings: [ManifestWarning]
    var isDynamic = false

    init(url: String, warnings: [ManifestWarning] = []) {
        self.url = url
        self.warnings = warnings
    }

    mutating func warn(_ element: XMLElement, _ message: String) {
        guard warnings.count < Self.maximumWarnings else { return }
        warnings.append(ManifestWarning(line: element.line, message: message))
    }

    mutating func parse(_ root: XMLElement) throws(ManifestError) -> Manifest {
        guard root.isNamed("MPD") else {
            throw ManifestError("the outermost element is <\(root.name.prefix(80))>, not <MPD>", line: root.line)
        }
        var manifest = Manifest()
        manifest.id = root[attribute: "id"]
        manifest.profiles = (root[attribute: "profiles"] ?? "").split(separator: ",").map { String($0).trimmed }
        isDynamic = root[attribute: "type"]?.equalsIgnoringCase("dynamic") == true
        manifest.isDynamic = isDynamic
        manifest.availabilityStartTime = date(root, "availabilityStartTime")
        manifest.availabilityEndTime = date(root, "availabilityEndTime")
        manifest.publishTime = date(root, "publishTime")
        manifest.publishTimeText = root[attribute: "publishTime"]
        manifest.duration = positiveDuration(root, "mediaPresentationDuration")
        manifest.minimumUpdatePeriod = positiveDuration(root, "minimumUpdatePeriod")
        manifest.minBufferTime = positiveDuration(root, "minBufferTime")
        manifest.timeShiftBufferDepth = positiveDuration(root, "timeShiftBufferDepth")
        manifest.suggestedPresentationDelay = positiveDuration(root, "suggestedPresentationDelay")
        manifest.maxSegmentDuration = positiveDuration(root, "maxSegmentDuration")
        manifest.title = root.first("ProgramInformation")?.first("Title")?.text
        manifest.baseURLs = baseURLs(in: root, below: [BaseURL(url: url)])
        manifest.locations = root.children(named: "Location").filter { !$0.text.isEmpty }.map { element in
            ManifestLocation(url: URLText.resolve(element.text, against: url), serviceLocation: element[attribute: "serviceLocation"])
        }
        manifest.patchLocations = root.children(named: "PatchLocation").filter { !$0.text.isEmpty }.map { element in
            PatchLocation(
                url: URLText.resolve(element.text, against: url), serviceLocation: element[attribute: "serviceLocation"],
                timeToLive: element[attribute: "ttl"].flatMap(Double.init))
        }
        manifest.utcTimings = root.children(named: "UTCTiming").compactMap { descriptor($0) }
        manifest.serviceDescription = root.first("ServiceDescription").map { serviceDescription($0) }
        manifest.steering = steering(in: root)
        manifest.initializationSets = root.children(named: "InitializationSet").map { element in
            InitializationSet(
                id: element[attribute: "id"], isInAllPeriods: flag(element, "inAllPeriods") ?? true,
                contentType: element[attribute: "contentType"], mimeType: element[attribute: "mimeType"],
                codecs: CommonAttributes.codecs(element[attribute: "codecs"]),
                url: element[attribute: "initialization"].map { URLText.resolve($0, against: manifest.baseURLs.first?.url ?? url) })
        }
        manifest.periods = try periods(in: root, of: manifest)
        if !manifest.patchLocations.isEmpty { manifest.document = root }
        manifest.warnings = warnings
        return manifest
    }

    // MARK: Values

    func date(_ element: XMLElement, _ name: String) -> Double? { element[attribute: name].flatMap(ManifestText.date) }

    func flag(_ element: XMLElement, _ name: String) -> Bool? { element[attribute: name].flatMap(ManifestText.flag) }

    /// Returns a duration in seconds; warns about an invalid or negative one.
    mutating func positiveDuration(_ element: XMLElement, _ name: String) -> Double? {
        guard let text = element[attribute: name] else { return nil }
        guard let value = ManifestText.duration(text), value >= 0 else {
            warn(element, "@\(name) is invalid: \(text.prefix(40))")
            return nil
        }
        return value
    }

    /// Returns a number within limits; warns about an invalid one.
    mutating func number(_ element: XMLElement, _ name: String, in limits: ClosedRange<Int>) -> Int? {
        guard let text = element[attribute: name] else { return nil }
        guard let value = Int(text), limits.contains(value) else {
            warn(element, "@\(name) is invalid: \(text.prefix(40))")
            return nil
        }
        return value
    }

    func descriptor(_ element: XMLElement) -> Descriptor? {
        guard let scheme = element[attribute: "schemeIdUri"] else { return nil }
        return Descriptor(scheme: scheme, value: element[attribute: "value"] ?? "", id: element[attribute: "id"])
    }

    func descriptors(_ name: String, in element: XMLElement) -> [Descriptor] {
        element.children(named: name).compactMap { descriptor($0) }
    }

    // MARK: Base URLs

    /// Returns the base URLs of an element: its own, resolved against those above it, or those above it.
    func baseURLs(in element: XMLElement, below parents: [BaseURL]) -> [BaseURL] {
        let own = best(element.children(named: "BaseURL").filter { !$0.text.isEmpty })
        guard !own.isEmpty else { return parents }
        var found: [BaseURL] = []
        for child in own {
            for parent in URLText.isAbsolute(child.text) ? Array(parents.prefix(1)) : parents {
                var base = parent
                base.url = URLText.resolve(child.text, against: parent.url)
                base.serviceLocation = child[attribute: "serviceLocation"] ?? parent.serviceLocation
                base.availabilityTimeOffset = offset(child) ?? parent.availabilityTimeOffset
                base.isComplete = flag(child, "availabilityTimeComplete") ?? parent.isComplete
                base.priority = priority(child) ?? parent.priority
                if !found.contains(where: { $0.url == base.url }) { found.append(base) }
            }
        }
        let sorted = found.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
        return Array(sorted.map(\.element).prefix(Self.maximumBaseURLs))
    }

    private func priority(_ element: XMLElement) -> Int? { element[attribute: "priority"].flatMap { Int($0) } }

    /// Returns the elements with the best priorities, up to the maximum number, in the order of the document.
    private func best(_ elements: [XMLElement]) -> [XMLElement] {
        guard elements.count > Self.maximumBaseURLs else { return elements }
        let numbers = elements.enumerated().map { (priority: priority($0.element) ?? 1, index: $0.offset) }
        let sorted = numbers.sorted { ($0.priority, $0.index) < ($1.priority, $1.index) }
        return sorted.prefix(Self.maximumBaseURLs).map { $0.index }.sorted().map { elements[$0] }
    }

    /// Returns the availability time offset of an element in seconds; infinity for INF.
    func offset(_ element: XMLElement) -> Double? {
        guard let text = element[attribute: "availabilityTimeOffset"] else { return nil }
        if text.equalsIgnoringCase("INF") { return .infinity }
        return Double(text).flatMap { $0 >= 0 && NumberLimits.durations.contains($0) ? $0 : nil }
    }

    // MARK: The service

    private func serviceDescription(_ element: XMLElement) -> ServiceDescription {
        func milliseconds(_ element: XMLElement?, _ name: String) -> Double? {
            element?[attribute: name].flatMap(Double.init).flatMap { $0 >= 0 && $0 < 1e9 ? $0 / 1000 : nil }
        }
        func rate(_ element: XMLElement?, _ name: String) -> Double? {
            element?[attribute: name].flatMap(Double.init).flatMap { $0 > 0 && $0 <= 16 ? $0 : nil }
        }
        let (latency, rates) = (element.first("Latency"), element.first("PlaybackRate"))
        return ServiceDescription(
            targetLatency: milliseconds(latency, "target"), minimumLatency: milliseconds(latency, "min"),
            maximumLatency: milliseconds(latency, "max"), minimumRate: rate(rates, "min"), maximumRate: rate(rates, "max"),
            latencyReference: latency?[attribute: "referenceId"])
    }

    /// Returns the times of production that an element contains; those that no latency can refer to are left out.
    func referenceTimes(in element: XMLElement) -> [ProducerReferenceTime] {
        element.children(named: "ProducerReferenceTime").prefix(Self.maximumReferenceTimes).compactMap { child in
            guard let id = child[attribute: "id"], let produced = self.date(child, "wallClockTime") else { return nil }
            return ProducerReferenceTime(id: id, mediaTime: self.ticks(child, "presentationTime") ?? 0, date: produced)
        }
    }

    /// Returns the positions inside segments that an element describes.
    func resyncs(in element: XMLElement) -> [Resync] {
        func distance(_ child: XMLElement, _ name: String) -> Double? {
            child[attribute: name].flatMap(Double.init).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        }
        return element.children(named: "Resync").prefix(Self.maximumResyncs).map { child in
            Resync(
                type: child[attribute: "type"].flatMap { Int($0) } ?? 0, maximumInterval: ticks(child, "dT"),
                minimumDistance: distance(child, "dImin"), maximumDistance: distance(child, "dImax"),
                hasMarkers: flag(child, "marker") ?? false)
        }
    }

    private func steering(in root: XMLElement) -> ContentSteering? {
        let element = root.first("ContentSteering") ?? root.first("ServiceDescription")?.first("ContentSteering")
        guard let element, !element.text.isEmpty else { return nil }
        let address = element.text.trimmed
        return ContentSteering(
            serverURL: address.hasPrefix("data:") ? address : URLText.resolve(address, against: url),
            defaultLocations: (element[attribute: "defaultServiceLocation"] ?? "").split(separator: " ").map(String.init),
            isQueriedBeforeStart: flag(element, "queryBeforeStart") ?? false, isRequired: flag(element, "clientRequirement") ?? true)
    }

    /// Warns about content that would have to be loaded from elsewhere.
    /// - Returns: Whether the element is to be left out.
    mutating func isRemote(_ element: XMLElement) -> Bool {
        guard let reference = element.attributes.first(where: { $0.name.hasSuffix(":href") })?.value else { return false }
        if reference != Scheme.resolveToZero {
            warn(element, "the XLink of <\(element.localName)> is not followed: \(reference.prefix(120))")
        }
        // What is inside the element is what is played without the link.
        return reference == Scheme.resolveToZero || element.children.isEmpty
    }
}
