import PlayheadCore

private typealias Value = InspectionValue

extension VASTCreative {
    var inspection: EventFields {
        var fields: EventFields = [:]
        fields["id"] = Value.string(id)
        fields["sequence"] = Value.number(sequence)
        fields["adId"] = Value.string(adID)
        fields["apiFramework"] = Value.string(apiFramework)
        if !universalAdIDs.isEmpty {
            fields["universalAdIds"] = .array(
                universalAdIDs.map { .object(["idRegistry": .string($0.registry), "value": .string($0.value)]) })
        }
        fields["linear"] = linear.map { .object($0.inspection) }
        fields["companions"] = .array(companions.map { .object($0.inspection) })
        fields["companionsRequired"] = Value.string(companionsRequired)
        fields["nonLinear"] = .array(nonLinears.map { .object($0.inspection) })
        if !nonLinearTracking.isEmpty { fields["nonLinearTrackingEvents"] = Value.tracking(nonLinearTracking) }
        if !extensions.isEmpty { fields["extensions"] = Value.extensions(extensions) }
        return fields
    }
}

extension VASTLinear {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["duration"] = Value.number(duration)
        fields["skipOffset"] = Value.offset(skipOffset)
        fields["mediaFiles"] = .array(mediaFiles.map { .object($0.inspection) })
        if !mezzanines.isEmpty { fields["mezzanines"] = .array(mezzanines.map { .object($0.inspection) }) }
        if !interactiveFiles.isEmpty { fields["interactiveCreativeFiles"] = .array(interactiveFiles.map { .object($0.inspection) }) }
        if !captionFiles.isEmpty { fields["closedCaptionFiles"] = .array(captionFiles.map { .object($0.inspection) }) }
        fields["adParameters"] = Value.string(adParameters)
        fields["trackingEvents"] = Value.tracking(trackingEvents)
        fields["clickThrough"] = Value.string(clickThrough?.url)
        fields["clickTracking"] = Value.strings(clickTracking.map(\.url))
        if !customClicks.isEmpty { fields["customClicks"] = Value.strings(customClicks.map(\.url)) }
        if !icons.isEmpty { fields["icons"] = .array(icons.map { .object($0.inspection) }) }
        return fields
    }
}

extension VASTLinear.MediaFile {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["id"] = Value.string(id)
        fields["url"] = .string(url)
        fields["type"] = Value.string(type)
        fields["width"] = Value.number(width)
        fields["height"] = Value.number(height)
        fields["bitrate"] = Value.number(bitrate)
        fields["minBitrate"] = Value.number(minBitrate)
        fields["maxBitrate"] = Value.number(maxBitrate)
        fields["delivery"] = Value.string(delivery)
        fields["apiFramework"] = Value.string(apiFramework)
        fields["codec"] = Value.string(codec)
        fields["scalable"] = Value.bool(isScalable)
        fields["maintainAspectRatio"] = Value.bool(maintainsAspectRatio)
        fields["fileSize"] = Value.number(fileSize)
        fields["mediaType"] = Value.string(mediaType)
        return fields
    }
}

extension VASTLinear.InteractiveFile {
    fileprivate var inspection: EventFields {
        var fields: EventFields = ["url": .string(url)]
        fields["type"] = Value.string(type)
        fields["apiFramework"] = Value.string(apiFramework)
        fields["variableDuration"] = Value.bool(isVariableDuration)
        return fields
    }
}

extension VASTLinear.CaptionFile {
    fileprivate var inspection: EventFields {
        var fields: EventFields = ["url": .string(url)]
        fields["type"] = Value.string(type)
        fields["language"] = Value.string(language)
        return fields
    }
}

extension VASTResource {
    fileprivate var inspection: EventFields {
        var fields: EventFields = ["type": .string(kind.rawValue)]
        fields[kind == .html ? "html" : "url"] = .string(content)
        fields["creativeType"] = Value.string(creativeType)
        return fields
    }
}

extension VASTCompanion {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["id"] = Value.string(id)
        fields["width"] = Value.number(width)
        fields["height"] = Value.number(height)
        fields["assetWidth"] = Value.number(assetWidth)
        fields["assetHeight"] = Value.number(assetHeight)
        fields["expandedWidth"] = Value.number(expandedWidth)
        fields["expandedHeight"] = Value.number(expandedHeight)
        fields["apiFramework"] = Value.string(apiFramework)
        fields["adSlotId"] = Value.string(adSlotID)
        fields["pxratio"] = Value.number(pixelRatio)
        fields["renderingMode"] = Value.string(renderingMode)
        fields["resources"] = .array(resources.map { .object($0.inspection) })
        fields["adParameters"] = Value.string(adParameters)
        fields["altText"] = Value.string(alternativeText)
        fields["clickThrough"] = Value.string(clickThrough)
        fields["clickTracking"] = Value.strings(clickTracking.map(\.url))
        fields["trackingEvents"] = Value.tracking(trackingEvents)
        return fields
    }
}

extension VASTNonLinear {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["id"] = Value.string(id)
        fields["width"] = Value.number(width)
        fields["height"] = Value.number(height)
        fields["expandedWidth"] = Value.number(expandedWidth)
        fields["expandedHeight"] = Value.number(expandedHeight)
        fields["scalable"] = Value.bool(isScalable)
        fields["maintainAspectRatio"] = Value.bool(maintainsAspectRatio)
        fields["minSuggestedDuration"] = Value.number(minSuggestedDuration)
        fields["apiFramework"] = Value.string(apiFramework)
        fields["resources"] = .array(resources.map { .object($0.inspection) })
        fields["adParameters"] = Value.string(adParameters)
        fields["clickThrough"] = Value.string(clickThrough)
        fields["clickTracking"] = Value.strings(clickTracking.map(\.url))
        return fields
    }
}

extension VASTIcon {
    fileprivate var inspection: EventFields {
        var fields: EventFields = [:]
        fields["program"] = Value.string(program)
        fields["width"] = Value.number(width)
        fields["height"] = Value.number(height)
        fields["xPosition"] = Self.text(of: x, start: "left", end: "right")
        fields["yPosition"] = Self.text(of: y, start: "top", end: "bottom")
        fields["offset"] = Value.number(offset)
        fields["duration"] = Value.number(duration)
        fields["apiFramework"] = Value.string(apiFramework)
        fields["altText"] = Value.string(alternativeText)
        fields["resources"] = .array(resources.map { .object($0.inspection) })
        fields["clickThrough"] = Value.string(clickThrough)
        fields["clickTracking"] = Value.strings(clickTracking.map(\.url))
        fields["viewTracking"] = Value.strings(viewTracking)
        return fields
    }

    private static func text(of place: Place?, start: String, end: String) -> EventValue? {
        switch place {
        case .pixels(let pixels): .int(pixels)
        case .start: .string(start)
        case .end: .string(end)
        case nil: nil
        }
    }
}
