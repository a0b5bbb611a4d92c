import PlayheadCore

private typealias Value = InspectionValue

extension VMAPDocument {
    /// The contents for `playhead inspect`.
    package var inspection: EventFields {
        var fields: EventFields = ["kind": "vmap"]
        fields["version"] = Value.string(version)
        fields["adBreaks"] = .array(adBreaks.map { .object($0.inspection) })
        if !extensions.isEmpty { fields["extensions"] = Value.extensions(extensions) }
        fields["warnings"] = Value.warnings(warnings)
        return fields
    }
}

extension VMAPBreak {
    fileprivate var inspection: EventFields {
        var fields: EventFields = ["timeOffset": .string(timeOffsetText), "breakType": .string(breakTypeText)]
        fields["breakId"] = Value.string(id)
        fields["repeatAfter"] = Value.number(repeatAfter)
        fields["adSource"] = adSource.map { .object($0.inspection) }
        fields["trackingEvents"] = Value.tracking(trackingEvents)
        if !extensions.isEmpty { fields["extensions"] = Value.extensions(extensions) }
        return fields
    }
}

extension VMAPBreak.AdSource {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["id"] = Value.string(id)
        fields["allowMultipleAds"] = .bool(allowsMultipleAds)
        fields["followRedirects"] = .bool(followsRedirects)
        switch content {
        case .vast(let document): fields["vastAdData"] = .object(document.inspection)
        case .tag(let url, let templateType):
            fields["adTagURI"] = .string(url)
            fields["templateType"] = Value.string(templateType)
        case .custom(let data, let templateType):
            fields["customAdData"] = .string(data)
            fields["templateType"] = Value.string(templateType)
        case .invalid(let error): fields["error"] = .object(["code": .int(error.code.rawValue), "message": .string(error.reason)])
        }
        return fields
    }
}

/// A VAST or VMAP document.
package enum AdDocument: Sendable, Hashable {
    /// A VAST document.
    case vast(VASTDocument)
    /// A VMAP document.
    case vmap(VMAPDocument)

    /// Parses a document by its root element.
    /// - Returns: `nil` for XML of another kind.
    /// - Throws: `AdError` with 100 if the text is not XML, and the errors of ``VASTParser`` and ``VMAPParser``.
    package static func parse(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(AdError) -> AdDocument? {
        let document = try AdXML.read(bytes, limits: limits, code: .xmlParsing)
        if VASTParser.isVAST(document.root) { return .vast(try VASTParser.parse(document.root, warnings: document.warnings)) }
        guard VMAPParser.isVMAP(document.root) else { return nil }
        return .vmap(try VMAPParser.parse(document.root, warnings: document.warnings))
    }
}
