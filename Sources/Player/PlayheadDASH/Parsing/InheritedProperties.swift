import PlayheadXML

/// The properties that the elements above a representation determine.
struct InheritedProperties {
    var baseURLs: [BaseURL]
    var common = CommonAttributes()
    var segments = SegmentInformation()
    var protections: [ContentProtection] = []
    var inbandEventStreams: [Descriptor] = []
    var referenceTimes: [ProducerReferenceTime] = []
    var resyncs: [Resync] = []
    /// The sum of the availability time offsets in seconds.
    var availabilityTimeOffset = 0.0
    var periodStart = 0.0
    var periodDuration: Double?
}

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

    private subscript(name: String) -> String? { values[name] }

    /// Sets the properties of a representation that the attributes declare.
    func describe(_ representation: inout Representation) {
        representation.mimeType = self["mimeType"]
        representation.codecs = Self.codecs(self["codecs"])
        representation.width = side("width")
        representation.height = side("height")
        representation.frameRate = self["frameRate"].flatMap(ManifestText.rate)
        representation.audioSamplingRate = self["audioSamplingRate"].flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
        representation.channels = channels
    }

    private func side(_ name: String) -> Int? {
        self[name].flatMap { Int($0) }.flatMap { $0 > 0 && NumberLimits.dimensions.contains($0) ? $0 : nil }
    }

    /// Returns the codecs of an attribute.
    static func codecs(_ text: String?) -> [String] { (text ?? "").split(separator: ",").map { String($0).trimmed } }
}
