extension VASTParser {
    mutating func creative(_ element: XMLElement, inWrapper: Bool) -> VASTCreative {
        var creative = VASTCreative()
        creative.id = element[attribute: "id"]
        creative.sequence = integer(element, "sequence")
        creative.adID = element[attribute: "adId"]
        creative.apiFramework = element[attribute: "apiFramework"]
        creative.universalAdIDs = element.children(named: "UniversalAdId").compactMap { universalAdID($0) }
        creative.linear = element.first("Linear").map { linear($0, inWrapper: inWrapper) }
        if let list = element.first("NonLinearAds") {
            creative.nonLinears = list.children(named: "NonLinear").map { nonLinear($0) }
            creative.nonLinearTracking = trackingEvents(list)
        }
        if let list = element.first("CompanionAds") {
            creative.companionsRequired = list[attribute: "required"]
            creative.companions = list.children(named: "Companion").map { companion($0) }
        }
        creative.extensions = element.first("CreativeExtensions")?.children(named: "CreativeExtension") ?? []
        return creative
    }

    /// Parses a universal ad id: the content, which takes precedence (VAST 4.3 §3.7.1), or the attribute of VAST 4.0.
    private func universalAdID(_ element: XMLElement) -> VASTCreative.UniversalAdID? {
        let value = element.text.isEmpty ? element[attribute: "idValue"] : element.text
        return value.map { VASTCreative.UniversalAdID(registry: element[attribute: "idRegistry"] ?? "unknown", value: $0) }
    }

    private mutating func linear(_ element: XMLElement, inWrapper: Bool) -> VASTLinear {
        var linear = VASTLinear()
        linear.skipOffset = offset(element, "skipoffset")
        if let text = text(element, "Duration") {
            linear.duration = AdTime.seconds(text)
            if linear.duration == nil { warn(element, "has the invalid duration \(text.prefix(40))") }
        } else if !inWrapper {
            warn(element, "has no duration")
        }
        if let list = element.first("MediaFiles") { mediaFiles(&linear, list) }
        linear.interactiveFiles += interactiveFiles(element)
        linear.adParameters = text(element, "AdParameters")
        linear.trackingEvents = trackingEvents(element)
        for clicks in element.children(named: "VideoClicks") {
            linear.clickThrough = linear.clickThrough ?? links(clicks.children(named: "ClickThrough")).first
            linear.clickTracking += links(clicks.children(named: "ClickTracking"))
            linear.customClicks += links(clicks.children(named: "CustomClick"))
        }
        linear.icons = (element.first("Icons")?.children(named: "Icon") ?? []).map { icon($0) }
        if !inWrapper, linear.mediaFiles.isEmpty { warn(element, "has no <MediaFile>") }
        return linear
    }

    private mutating func mediaFiles(_ linear: inout VASTLinear, _ list: XMLElement) {
        linear.mediaFiles = list.children(named: "MediaFile").compactMap { mediaFile($0) }
        linear.mezzanines = list.children(named: "Mezzanine").compactMap { mediaFile($0) }
        linear.interactiveFiles = interactiveFiles(list)
        linear.captionFiles = (list.first("ClosedCaptionFiles")?.children(named: "ClosedCaptionFile") ?? []).compactMap { file in
            guard !file.text.isEmpty else { return nil }
            return VASTLinear.CaptionFile(url: file.text, type: file[attribute: "type"], language: file[attribute: "language"])
        }
    }

    private mutating func mediaFile(_ element: XMLElement) -> VASTLinear.MediaFile? {
        guard !element.text.isEmpty else {
            warn(element, "has no URL")
            return nil
        }
        var file = VASTLinear.MediaFile(url: element.text, type: element[attribute: "type"])
        file.id = element[attribute: "id"]
        file.delivery = element[attribute: "delivery"]
        file.codec = element[attribute: "codec"]
        file.width = integer(element, "width")
        file.height = integer(element, "height")
        file.bitrate = integer(element, "bitrate")
        file.minBitrate = integer(element, "minBitrate")
        file.maxBitrate = integer(element, "maxBitrate")
        file.isScalable = boolean(element, "scalable")
        file.maintainsAspectRatio = boolean(element, "maintainAspectRatio")
        file.apiFramework = element[attribute: "apiFramework"]
        file.fileSize = integer(element, "fileSize")
        file.mediaType = element[attribute: "mediaType"]
        return file
    }

    private mutating func interactiveFiles(_ list: XMLElement) -> [VASTLinear.InteractiveFile] {
        list.children(named: "InteractiveCreativeFile").compactMap { file in
            guard !file.text.isEmpty else { return nil }
            return VASTLinear.InteractiveFile(
                url: file.text, type: file[attribute: "type"], apiFramework: file[attribute: "apiFramework"],
                isVariableDuration: boolean(file, "variableDuration"))
        }
    }

    private mutating func icon(_ element: XMLElement) -> VASTIcon {
        var icon = VASTIcon()
        icon.program = element[attribute: "program"]
        icon.width = integer(element, "width")
        icon.height = integer(element, "height")
        icon.x = place(element, "xPosition", start: "left", end: "right")
        icon.y = place(element, "yPosition", start: "top", end: "bottom")
        icon.offset = time(element, "offset")
        icon.duration = time(element, "duration")
        icon.apiFramework = element[attribute: "apiFramework"]
        icon.pixelRatio = decimal(element, "pxratio")
        icon.alternativeText = element[attribute: "altText"]
        icon.resources = resources(element)
        if let clicks = element.first("IconClicks") {
            icon.clickThrough = text(clicks, "IconClickThrough")
            icon.clickTracking = links(clicks.children(named: "IconClickTracking"))
        }
        icon.viewTracking = urls(element.children(named: "IconViewTracking"))
        return icon
    }

    private mutating func place(_ element: XMLElement, _ name: String, start: String, end: String) -> VASTIcon.Place? {
        switch element[attribute: name]?.lowercased() {
        case start: .start
        case end: .end
        default: integer(element, name).map { .pixels($0) }
        }
    }

    private mutating func nonLinear(_ element: XMLElement) -> VASTNonLinear {
        var nonLinear = VASTNonLinear()
        nonLinear.id = element[attribute: "id"]
        nonLinear.width = integer(element, "width")
        nonLinear.height = integer(element, "height")
        nonLinear.expandedWidth = integer(element, "expandedWidth")
        nonLinear.expandedHeight = integer(element, "expandedHeight")
        nonLinear.isScalable = boolean(element, "scalable")
        nonLinear.maintainsAspectRatio = boolean(element, "maintainAspectRatio")
        nonLinear.minSuggestedDuration = time(element, "minSuggestedDuration")
        nonLinear.apiFramework = element[attribute: "apiFramework"]
        nonLinear.resources = resources(element)
        nonLinear.adParameters = text(element, "AdParameters")
        nonLinear.clickThrough = text(element, "NonLinearClickThrough")
        nonLinear.clickTracking = links(element.children(named: "NonLinearClickTracking"))
        return nonLinear
    }

    private mutating func companion(_ element: XMLElement) -> VASTCompanion {
        var companion = VASTCompanion()
        companion.id = element[attribute: "id"]
        companion.width = integer(element, "width")
        companion.height = integer(element, "height")
        companion.assetWidth = integer(element, "assetWidth")
        companion.assetHeight = integer(element, "assetHeight")
        companion.expandedWidth = integer(element, "expandedWidth")
        companion.expandedHeight = integer(element, "expandedHeight")
        companion.apiFramework = element[attribute: "apiFramework"]
        companion.adSlotID = element[attribute: "adSlotId"]
        companion.pixelRatio = decimal(element, "pxratio")
        companion.renderingMode = element[attribute: "renderingMode"]
        companion.resources = resources(element)
        companion.adParameters = text(element, "AdParameters")
        companion.alternativeText = text(element, "AltText")
        companion.clickThrough = text(element, "CompanionClickThrough")
        companion.clickTracking = links(element.children(named: "CompanionClickTracking"))
        companion.trackingEvents = trackingEvents(element)
        return companion
    }

    // MARK: verification

    /// Parses the verifications of an ad, and those in the extension that was used before VAST 4.1.
    mutating func verifications(_ body: XMLElement, _ extensions: [XMLElement]) -> [VASTVerification] {
        let holders = [body] + extensions.filter { $0[attribute: "type"]?.equalsIgnoringCase("AdVerifications") == true }
        return holders.flatMap { $0.children(named: "AdVerifications") }.flatMap { $0.children(named: "Verification") }.map {
            verification($0)
        }
    }

    private mutating func verification(_ element: XMLElement) -> VASTVerification {
        var verification = VASTVerification(vendor: element[attribute: "vendor"])
        verification.scripts = element.children(named: "JavaScriptResource").compactMap { verificationResource($0) }
        verification.executables = element.children(named: "ExecutableResource").compactMap { verificationResource($0) }
        verification.parameters = text(element, "VerificationParameters")
        verification.trackingEvents = trackingEvents(element)
        return verification
    }

    private mutating func verificationResource(_ element: XMLElement) -> VASTVerification.Resource? {
        guard !element.text.isEmpty else { return nil }
        return VASTVerification.Resource(
            url: element.text, apiFramework: element[attribute: "apiFramework"],
            isBrowserOptional: boolean(element, "browserOptional"), type: element[attribute: "type"])
    }
}
