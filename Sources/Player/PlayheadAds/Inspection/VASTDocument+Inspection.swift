import PlayheadCore

private typealias Value = InspectionValue

extension VASTDocument {
    /// The contents for `playhead inspect`.
    package var inspection: EventFields {
        var fields: EventFields = ["kind": "vast"]
        fields["version"] = Value.string(version)
        fields["ads"] = .array(ads.map { .object($0.inspection) })
        fields["errors"] = Value.strings(errorURLs)
        fields["warnings"] = Value.warnings(warnings)
        return fields
    }
}

extension VASTAd {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["id"] = Value.string(id)
        fields["sequence"] = Value.number(sequence)
        fields["type"] = wrapper == nil ? "inline" : "wrapper"
        fields["adType"] = Value.string(adType)
        fields["conditionalAd"] = Value.bool(isConditional)
        fields["adSystem"] = Value.string(system?.name)
        fields["adSystemVersion"] = Value.string(system?.version)
        fields["title"] = Value.string(title)
        fields["adServingId"] = Value.string(servingID)
        fields["description"] = Value.string(details)
        fields["advertiser"] = Value.string(advertiser?.name)
        fields["pricing"] = pricing.map { .object($0.inspection) }
        if !categories.isEmpty { fields["categories"] = .array(categories.map { .object($0.inspection) }) }
        fields["expires"] = Value.number(expires)
        fields["impressions"] = .array(impressions.map(Value.link))
        fields["viewableImpression"] = viewableImpression.map { .object($0.inspection) }
        fields["errors"] = Value.strings(errorURLs)
        if !surveys.isEmpty { fields["surveys"] = Value.strings(surveys) }
        fields["creatives"] = .array(creatives.map { .object($0.inspection) })
        fields["wrapper"] = wrapper.map { .object($0.inspection) }
        fields["extensions"] = Value.extensions(extensions)
        if !verifications.isEmpty { fields["verifications"] = .array(verifications.map { .object($0.inspection) }) }
        return fields
    }
}

extension VASTAd.Pricing {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["model"] = Value.string(model)
        fields["currency"] = Value.string(currency)
        fields["value"] = Value.number(value)
        return fields
    }
}

extension VASTAd.Category {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["authority"] = Value.string(authority)
        fields["name"] = .string(name)
        return fields
    }
}

extension VASTAd.Wrapper {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["url"] = Value.string(url)
        fields["followAdditionalWrappers"] = .bool(followsAdditionalWrappers)
        fields["allowMultipleAds"] = .bool(allowsMultipleAds)
        fields["fallbackOnNoAd"] = Value.bool(fallsBackOnNoAd)
        if !blockedCategories.isEmpty { fields["blockedAdCategories"] = .array(blockedCategories.map { .object($0.inspection) }) }
        return fields
    }
}

extension VASTViewableImpression {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["id"] = Value.string(id)
        fields["viewable"] = Value.strings(viewable)
        fields["notViewable"] = Value.strings(notViewable)
        fields["viewUndetermined"] = Value.strings(viewUndetermined)
        return fields
    }
}

extension VASTVerification {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["vendor"] = Value.string(vendor)
        fields["scripts"] = .array(scripts.map { .object($0.inspection) })
        fields["executables"] = .array(executables.map { .object($0.inspection) })
        fields["parameters"] = Value.string(parameters)
        fields["trackingEvents"] = Value.tracking(trackingEvents)
        return fields
    }
}

extension VASTVerification.Resource {
    fileprivate var inspection: EventFields {
        var fields: EventFields = ["url": .string(url)]
        fields["apiFramework"] = Value.string(apiFramework)
        fields["browserOptional"] = Value.bool(isBrowserOptional)
        fields["type"] = Value.string(type)
        return fields
    }
}
