/// Parses VAST documents, 2.0 to 4.3. The parser is tolerant: deviations in the order of elements, in prefixes and in the case of names,
/// and missing elements are warnings as long as an ad is usable.
package struct VASTParser {
    /// The newest supported version.
    package static let newestVersion = "4.3"
    /// The supported versions, numbered for the macro `[VASTVERSIONS]`: 2.0, 3.0, 4.0, 4.1, 4.2, 4.3.
    static let versionNumbers = [2, 3, 7, 11, 13, 15]
    /// The maximum number of ads of a document; further ones are ignored.
    static let maximumAds = 200

    var warnings: [AdWarning] = []

    /// Parses a document.
    /// - Throws: `AdError` with 100 if the text is not XML, 101 if it is not VAST, 102 if its version is not supported.
    package static func parse(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(AdError) -> VASTDocument {
        let document = try AdXML.read(bytes, limits: limits, code: .xmlParsing)
        return try parse(document.root, warnings: document.warnings)
    }

    /// Parses a document that is an element of another one, as in VMAP.
    static func parse(_ root: XMLElement, warnings: [AdWarning] = []) throws(AdError) -> VASTDocument {
        guard !root.isNamed("VideoAdServingTemplate") else {
            throw AdError(.vastVersion, "VAST 1.0 is not supported", line: root.line)
        }
        guard root.isNamed("VAST") else {
            throw AdError(.vastSchema, "the outermost element is <\(root.name)> and not <VAST>", line: root.line)
        }
        var parser = VASTParser(warnings: warnings)
        return try parser.document(root)
    }

    /// Returns whether a root element is one of VAST.
    package static func isVAST(_ root: XMLElement) -> Bool { root.isNamed("VAST") || root.isNamed("VideoAdServingTemplate") }

    private mutating func document(_ root: XMLElement) throws(AdError) -> VASTDocument {
        var document = VASTDocument(version: root[attribute: "version"])
        try check(version: document.version, line: root.line)
        document.errorURLs = urls(root.children(named: "Error"))
        let elements = root.children(named: "Ad")
        if elements.count > Self.maximumAds { warn(root, "has more than \(Self.maximumAds) ads; the rest is ignored") }
        document.ads = elements.prefix(Self.maximumAds).compactMap { ad($0) }
        document.warnings = Array(warnings.prefix(XMLReader.maximumWarnings))
        document.hasUnusableAds = document.ads.count < elements.prefix(Self.maximumAds).count
        return document
    }

    private mutating func check(version: String?, line: Int) throws(AdError) {
        guard let version else { return warnings.append(AdWarning(line: line, message: "the document has no version")) }
        guard let major = version.split(separator: ".").first.flatMap({ Int($0) }) else {
            return warnings.append(AdWarning(line: line, message: "the version \(version) is invalid"))
        }
        guard (2...4).contains(major) else { throw AdError(.vastVersion, "VAST \(version) is not supported", line: line) }
        if let number = Double(version), let newest = Double(Self.newestVersion), number > newest {
            warnings.append(AdWarning(line: line, message: "VAST \(version) is newer than the supported versions"))
        }
    }

    private mutating func ad(_ element: XMLElement) -> VASTAd? {
        let inline = element.first("InLine")
        let wrapper = element.first("Wrapper")
        if inline != nil, wrapper != nil { warn(element, "has both an <InLine> and a <Wrapper>; the <InLine> is used") }
        guard let body = inline ?? wrapper else {
            warn(element, "has neither an <InLine> nor a <Wrapper> and is ignored")
            return nil
        }
        var ad = VASTAd()
        ad.line = element.line
        ad.id = element[attribute: "id"]
        ad.sequence = integer(element, "sequence")
        ad.adType = element[attribute: "adType"]
        ad.isConditional = boolean(element, "conditionalAd")
        if inline == nil { ad.wrapper = self.wrapper(body) }
        describe(&ad, body)
        require(ad, body)
        return ad
    }

    private mutating func wrapper(_ element: XMLElement) -> VASTAd.Wrapper {
        var wrapper = VASTAd.Wrapper()
        wrapper.url = text(element, "VASTAdTagURI")
        wrapper.followsAdditionalWrappers = boolean(element, "followAdditionalWrappers") ?? true
        wrapper.allowsMultipleAds = boolean(element, "allowMultipleAds") ?? false
        wrapper.fallsBackOnNoAd = boolean(element, "fallbackOnNoAd")
        // Each element has a list of categories (VAST 4.3 §3.19.2).
        wrapper.blockedCategories = categories(element.children(named: "BlockedAdCategories")).flatMap { list in
            list.name.split(separator: ",").map { VASTAd.Category(authority: list.authority, name: $0.trimmed) }
        }.filter { !$0.name.isEmpty }
        return wrapper
    }

    private mutating func describe(_ ad: inout VASTAd, _ body: XMLElement) {
        ad.system = body.first("AdSystem").flatMap { element in
            element.text.isEmpty ? nil : VASTAd.System(name: element.text, version: element[attribute: "version"])
        }
        ad.title = text(body, "AdTitle")
        ad.servingID = text(body, "AdServingId")
        ad.details = text(body, "Description")
        ad.advertiser = body.first("Advertiser").flatMap { element in
            element.text.isEmpty ? nil : VASTAd.Advertiser(id: element[attribute: "id"], name: element.text)
        }
        ad.pricing = body.first("Pricing").flatMap { pricing($0) }
        ad.categories = categories(body.children(named: "Category"))
        ad.expires = body.first("Expires").flatMap { AdTime.decimal($0.text) }
        ad.impressions = links(body.children(named: "Impression"))
        ad.viewableImpression = body.first("ViewableImpression").map { viewableImpression($0) }
        ad.errorURLs = urls(body.children(named: "Error"))
        ad.surveys = urls(body.children(named: "Survey"))
        ad.creatives = (body.first("Creatives")?.children(named: "Creative") ?? []).map { creative($0, inWrapper: ad.wrapper != nil) }
        ad.extensions = body.first("Extensions")?.children(named: "Extension") ?? []
        ad.verifications = verifications(body, ad.extensions)
    }

    /// Adds warnings for elements that the schema requires but that are not needed.
    private mutating func require(_ ad: VASTAd, _ body: XMLElement) {
        if ad.system == nil { warn(body, "has no <AdSystem>") }
        if ad.impressions.isEmpty { warn(body, "has no <Impression>") }
        if let wrapper = ad.wrapper {
            if wrapper.url == nil { warn(body, "has no <VASTAdTagURI>") }
        } else {
            if ad.title == nil { warn(body, "has no <AdTitle>") }
            if ad.creatives.isEmpty { warn(body, "has no <Creative>") }
        }
    }

    private mutating func pricing(_ element: XMLElement) -> VASTAd.Pricing? {
        guard let value = AdTime.decimal(element.text) else {
            warn(element, "has no price")
            return nil
        }
        return VASTAd.Pricing(model: element[attribute: "model"], currency: element[attribute: "currency"], value: value)
    }

    private func categories(_ elements: [XMLElement]) -> [VASTAd.Category] {
        elements.filter { !$0.text.isEmpty }.map { VASTAd.Category(authority: $0[attribute: "authority"], name: $0.text) }
    }

    private mutating func viewableImpression(_ element: XMLElement) -> VASTViewableImpression {
        var impression = VASTViewableImpression(id: element[attribute: "id"])
        impression.viewable = urls(element.children(named: "Viewable"))
        impression.notViewable = urls(element.children(named: "NotViewable"))
        impression.viewUndetermined = urls(element.children(named: "ViewUndetermined"))
        return impression
    }
}
