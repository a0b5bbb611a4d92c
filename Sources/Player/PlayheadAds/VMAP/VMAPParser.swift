/// Parses VMAP documents, as tolerantly as ``VASTParser``.
package struct VMAPParser {
    /// The maximum number of breaks of a document; further ones are ignored.
    static let maximumBreaks = 1000

    private var values: VASTParser

    /// Parses a document.
    /// - Throws: `AdError` with 1003 if the text is not XML, 1001 if it is not VMAP, 1002 if its version is not supported.
    package static func parse(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(AdError) -> VMAPDocument {
        let document = try AdXML.read(bytes, limits: limits, code: .vmapParsing)
        return try parse(document.root, warnings: document.warnings)
    }

    /// Returns whether a root element is one of VMAP.
    package static func isVMAP(_ root: XMLElement) -> Bool { root.isNamed("VMAP") }

    static func parse(_ root: XMLElement, warnings: [AdWarning]) throws(AdError) -> VMAPDocument {
        guard root.isNamed("VMAP") else {
            throw AdError(.vmapSchema, "the outermost element is <\(root.name)> and not <VMAP>", line: root.line)
        }
        var parser = VMAPParser(values: VASTParser(warnings: warnings))
        return try parser.document(root)
    }

    private mutating func document(_ root: XMLElement) throws(AdError) -> VMAPDocument {
        let version = root[attribute: "version"]
        if let version {
            guard version.split(separator: ".").first == "1" else {
                throw AdError(.vmapVersion, "VMAP \(version) is not supported", line: root.line)
            }
        } else {
            values.warn(root, "has no version")
        }
        let elements = root.children(named: "AdBreak")
        if elements.count > Self.maximumBreaks {
            values.warn(root, "has more than \(Self.maximumBreaks) breaks; the rest is ignored")
        }
        let breaks = elements.prefix(Self.maximumBreaks).compactMap { adBreak($0) }
        return VMAPDocument(
            version: version, adBreaks: breaks, extensions: extensions(root),
            warnings: Array(values.warnings.prefix(XMLReader.maximumWarnings)))
    }

    private mutating func adBreak(_ element: XMLElement) -> VMAPBreak? {
        guard let text = element[attribute: "timeOffset"] else {
            values.warn(element, "has no timeOffset and is ignored")
            return nil
        }
        guard let timeOffset = VMAPBreak.TimeOffset(text) else {
            values.warn(element, "has timeOffset=\"\(text.prefix(40))\", which is invalid, and is ignored")
            return nil
        }
        let source = element.first("AdSource").flatMap { adSource($0) }
        if source == nil { values.warn(element, "has no source of ads") }
        return VMAPBreak(
            timeOffset: timeOffset, timeOffsetText: text, breakTypes: breakTypes(element),
            breakTypeText: element[attribute: "breakType"] ?? VMAPBreak.BreakType.linear.rawValue, id: element[attribute: "breakId"],
            repeatAfter: repeatAfter(element), adSource: source, trackingEvents: values.trackingEvents(element),
            extensions: extensions(element))
    }

    private mutating func repeatAfter(_ element: XMLElement) -> Double? {
        guard let time = values.time(element, "repeatAfter") else { return nil }
        guard time > 0 else {
            values.warn(element, "has an interval of repetition that is not above 0 and is not repeated")
            return nil
        }
        return time
    }

    private mutating func breakTypes(_ element: XMLElement) -> [VMAPBreak.BreakType] {
        guard let text = element[attribute: "breakType"] else {
            values.warn(element, "has no breakType and is treated as linear")
            return [.linear]
        }
        let types = text.split(separator: ",").compactMap { VMAPBreak.BreakType(rawValue: $0.trimmed.lowercased()) }
        if types.isEmpty { values.warn(element, "has breakType=\"\(text.prefix(40))\", which is unknown") }
        return types
    }

    private func extensions(_ element: XMLElement) -> [XMLElement] {
        element.first("Extensions")?.children(named: "Extension") ?? []
    }

    private mutating func adSource(_ element: XMLElement) -> VMAPBreak.AdSource? {
        guard let content = content(element) else { return nil }
        return VMAPBreak.AdSource(
            id: element[attribute: "id"], allowsMultipleAds: values.boolean(element, "allowMultipleAds") ?? true,
            followsRedirects: values.boolean(element, "followRedirects") ?? true, content: content)
    }

    private mutating func content(_ element: XMLElement) -> VMAPBreak.AdSource.Content? {
        // VMAP 1.0 names the element VASTData.
        if let data = element.first("VASTAdData") ?? element.first("VASTData") { return vast(data) }
        if let tag = element.first("AdTagURI"), !tag.text.isEmpty {
            return .tag(url: tag.text, templateType: tag[attribute: "templateType"])
        }
        guard let custom = element.first("CustomAdData") else { return nil }
        return .custom(custom.text, templateType: custom[attribute: "templateType"])
    }

    /// Parses an embedded document, which is an element or text in a CDATA section.
    private mutating func vast(_ data: XMLElement) -> VMAPBreak.AdSource.Content {
        do {
            let document: VASTDocument
            if let root = data.children.first {
                document = try VASTParser.parse(root)
            } else {
                document = try VASTParser.parse(Array(data.text.utf8))
            }
            values.warnings += document.warnings
            return .vast(document)
        } catch {
            values.warnings.append(AdWarning(line: error.line ?? data.line, message: error.reason))
            return .invalid(AdError(.breakDocumentParsing, error.reason, line: error.line ?? data.line, column: error.column))
        }
    }
}
