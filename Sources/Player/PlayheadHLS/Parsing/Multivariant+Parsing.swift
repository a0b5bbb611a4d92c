extension Variant {
    /// Reads the attributes of `EXT-X-STREAM-INF` and `EXT-X-I-FRAME-STREAM-INF`.
    init(_ list: inout AttributeList, uri: String) {
        self.init(uri: uri, bandwidth: list.required("BANDWIDTH") { Numbers.natural($0, in: NumberLimits.bitRates) } ?? 0)
        averageBandwidth = list.value("AVERAGE-BANDWIDTH") { Numbers.natural($0, in: NumberLimits.bitRates) }
        score = list.value("SCORE") { Numbers.decimal($0) }
        codecs = list.string("CODECS")
        supplementalCodecs = list.string("SUPPLEMENTAL-CODECS")
        resolution = list.value("RESOLUTION") { Resolution(parsing: $0) }
        frameRate = list.value("FRAME-RATE") { Numbers.decimal($0, in: NumberLimits.frameRates) }
        hdcpLevel = list.string("HDCP-LEVEL")
        allowedCPC = list.string("ALLOWED-CPC")
        videoRange = list.string("VIDEO-RANGE").map { VideoRange(rawValue: $0) }
        requiredVideoLayout = list.string("REQ-VIDEO-LAYOUT")
        stableID = list.string("STABLE-VARIANT-ID")
        audio = list.string("AUDIO")
        video = list.string("VIDEO")
        subtitles = list.string("SUBTITLES")
        if let captions = list.remove("CLOSED-CAPTIONS") {
            closedCaptions = !captions.isQuoted && captions.value == "NONE" ? ClosedCaptions.none : .group(captions.value)
        }
        pathwayID = list.string("PATHWAY-ID")
        otherAttributes = list.rest
    }
}

extension Resolution {
    /// Parses `<width>x<height>`.
    init?(parsing text: String) {
        let sides = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "X" }
        guard sides.count == 2, let width = Numbers.natural(String(sides[0]), in: NumberLimits.dimensions),
            let height = Numbers.natural(String(sides[1]), in: NumberLimits.dimensions)
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension Rendition {
    /// Reads the attributes of `EXT-X-MEDIA`; nil if the type is unknown, or the group is absent.
    init?(_ list: inout AttributeList) {
        guard let type = list.required("TYPE", { MediaType(rawValue: $0) }) else { return nil }
        guard let groupID = list.required("GROUP-ID") else { return nil }
        self.init(type: type, groupID: groupID, name: list.required("NAME") ?? "")
        uri = list.string("URI")
        language = list.string("LANGUAGE")
        associatedLanguage = list.string("ASSOC-LANGUAGE")
        stableID = list.string("STABLE-RENDITION-ID")
        isDefault = list.flag("DEFAULT")
        let autoselect = list.optionalFlag("AUTOSELECT")
        isAutoselect = autoselect ?? false
        // RFC 8216bis §4.4.6.1: the default must be selectable, if AUTOSELECT is present.
        if autoselect == false, isDefault { list.addProblem("AUTOSELECT=NO contradicts DEFAULT=YES") }
        isForced = list.flag("FORCED")
        instreamID = list.string("INSTREAM-ID")
        bitDepth = list.value("BIT-DEPTH") { Numbers.natural($0, in: NumberLimits.counts) }
        sampleRate = list.value("SAMPLE-RATE") { Numbers.natural($0, in: NumberLimits.counts) }
        characteristics = (list.string("CHARACTERISTICS") ?? "").split(separator: ",").map { $0.trimmingSpaces() }
        channels = list.string("CHANNELS")
        otherAttributes = list.rest
        // RFC 8216bis §4.4.6.1.
        if isForced, type != .subtitles { list.addProblem("FORCED is valid for subtitles only") }
        if type == .closedCaptions, let instreamID, !Self.isCaptionChannel(instreamID) {
            list.addProblem("INSTREAM-ID is neither CC1 to CC4 nor SERVICE1 to SERVICE63")
        }
        if type == .closedCaptions, instreamID == nil { list.addProblem("attribute INSTREAM-ID is missing") }
        if type == .closedCaptions, uri != nil { list.addProblem("closed captions can't have a URI") }
        if type == .subtitles, uri == nil { list.addProblem("attribute URI is missing") }
    }
}

extension Rendition {
    private static func isCaptionChannel(_ id: String) -> Bool {
        if id.hasPrefix("SERVICE") { return Numbers.natural(String(id.dropFirst(7))).map { (1...63).contains($0) } ?? false }
        return ["CC1", "CC2", "CC3", "CC4"].contains(id)
    }
}

extension SessionData {
    /// Reads the attributes of `EXT-X-SESSION-DATA`; nil without an identifier.
    init?(_ list: inout AttributeList) {
        guard let dataID = list.required("DATA-ID") else { return nil }
        self.init(dataID: dataID)
        value = list.string("VALUE")
        uri = list.string("URI")
        format = list.string("FORMAT")
        language = list.string("LANGUAGE")
        otherAttributes = list.rest
        if let format, format != "JSON", format != "RAW" { list.addProblem("FORMAT is neither JSON nor RAW") }
        if (value == nil) == (uri == nil) { list.addProblem("exactly one of VALUE and URI is required") }
    }
}

extension ContentSteering {
    /// Reads the attributes of `EXT-X-CONTENT-STEERING`; nil without a server.
    init?(_ list: inout AttributeList) {
        guard let serverURI = list.required("SERVER-URI") else { return nil }
        self.init(serverURI: serverURI, pathwayID: list.string("PATHWAY-ID"))
        otherAttributes = list.rest
    }
}
