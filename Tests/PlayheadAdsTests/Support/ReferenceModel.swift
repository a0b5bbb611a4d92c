import PlayheadAds

/// Converts documents to the model of another parser for comparison.
enum ReferenceModel {
    typealias Object = [String: Any]

    static func model(_ document: VASTDocument) -> Object {
        var object: Object = ["version": document.version as Any, "errors": document.errorURLs]
        object["ads"] = ["_value": document.ads.filter { $0.sequence == nil }.map(ad)]
        if !document.pod.isEmpty { object["adPod"] = ["ads": ["_value": document.pod.map(ad)]] }
        return object
    }

    /// Removes `nil` values.
    private static func compact(_ pairs: KeyValuePairs<String, Any?>) -> Object {
        var object: Object = [:]
        for (key, value) in pairs { if let value { object[key] = value } }
        return object
    }

    private static func ad(_ ad: VASTAd) -> Object {
        var object = compact([
            "id": ad.id, "sequence": ad.sequence, "conditionalAd": ad.isConditional.map { String($0) }, "adTitle": ad.title,
            "description": ad.details, "advertiser": ad.advertiser?.name, "vastAdTagURI": ad.wrapper?.url,
            "adSystem": ad.system.map { compact(["name": $0.name, "version": $0.version]) },
            "pricing": ad.pricing.map { compact(["model": $0.model, "currency": $0.currency, "value": $0.value]) },
            "viewableImpression": ad.viewableImpression.map {
                compact([
                    "id": $0.id, "viewables": $0.viewable, "notViewables": $0.notViewable, "viewUndetermineds": $0.viewUndetermined,
                ])
            },
        ])
        if let wrapper = ad.wrapper {
            object["followAdditionalWrappers"] = wrapper.followsAdditionalWrappers
            object["allowMultipleAds"] = wrapper.allowsMultipleAds
            object["fallbackOnNoAd"] = wrapper.fallsBackOnNoAd
        } else {
            object["categories"] = ad.categories.map { compact(["authority": $0.authority, "code": $0.name]) }
            object["surveys"] = ad.surveys.map { ["uri": $0] }
        }
        object["impressions"] = ad.impressions.map(link)
        object["errors"] = ad.errorURLs
        object["extensions"] = ad.extensions.map { compact(["type": $0[attribute: "type"]]) }
        object["verifications"] = ad.verifications.map { verification in
            ["javaScriptResources": verification.scripts.map { compact(["uri": $0.url]) }, "flashResources": []] as Object
        }
        object["creatives"] = ["_value": ad.creatives.sorted { ($0.sequence ?? .max) < ($1.sequence ?? .max) }.map(creative)]
        return object
    }

    private static func link(_ link: VASTLink) -> Object { compact(["id": link.id, "uri": link.url]) }

    private static func creative(_ creative: VASTCreative) -> Object {
        var object = compact([
            "id": creative.id, "sequence": creative.sequence, "adID": creative.adID, "apiFramework": creative.apiFramework,
            "linear": creative.linear.map(linear),
        ])
        object["extensions"] = creative.extensions.map { compact(["type": $0[attribute: "type"]]) }
        if let id = creative.universalAdIDs.first {
            object["universalAdId"] = ["idRegistry": id.registry, "idValue": id.value]
        }
        if !creative.nonLinears.isEmpty || !creative.nonLinearTracking.isEmpty {
            object["nonLinearAds"] = compact([
                "nonLinears": creative.nonLinears.map(nonLinear), "trackingEvents": tracking(creative.nonLinearTracking),
            ])
        }
        if !creative.companions.isEmpty {
            object["companionAds"] = compact(["companions": creative.companions.map(companion), "required": creative.companionsRequired])
        }
        return object
    }

    private static func linear(_ linear: VASTLinear) -> Object {
        var object = compact([
            "duration": linear.duration, "adParameters": linear.adParameters, "trackingEvents": tracking(linear.trackingEvents),
            "skipoffset": linear.skipOffset.map(offset), "mezzanine": linear.mezzanines.first?.url,
        ])
        object["mediaFiles"] = linear.mediaFiles.map(mediaFile)
        object["interactiveCreativeFiles"] = linear.interactiveFiles.map { compact(["uri": $0.url, "type": $0.type]) }
        object["icons"] = linear.icons.map(icon)
        if linear.clickThrough != nil || !linear.clickTracking.isEmpty || !linear.customClicks.isEmpty {
            object["videoClicks"] = compact([
                "clickThrough": linear.clickThrough.map(link), "clickTrackings": linear.clickTracking.map(link),
                "customClicks": linear.customClicks.map(link),
            ])
        }
        return object
    }

    private static func mediaFile(_ file: VASTLinear.MediaFile) -> Object {
        compact([
            "id": file.id, "uri": file.url, "delivery": file.delivery, "type": file.type, "codec": file.codec, "width": file.width,
            "height": file.height, "bitrate": file.bitrate, "minBitrate": file.minBitrate, "maxBitrate": file.maxBitrate,
            "scalable": file.isScalable, "maintainAspectRatio": file.maintainsAspectRatio, "apiFramework": file.apiFramework,
        ])
    }

    private static func icon(_ icon: VASTIcon) -> Object {
        func place(_ place: VASTIcon.Place?, _ start: String, _ end: String) -> Any? {
            switch place {
            case .pixels(let number): number
            case .start: start
            case .end: end
            case nil: nil
            }
        }
        return compact([
            "program": icon.program, "width": icon.width, "height": icon.height, "xPosition": place(icon.x, "left", "right"),
            "yPosition": place(icon.y, "top", "bottom"), "viewTrackings": icon.viewTracking,
            "clicks": compact([
                "clickThrough": icon.clickThrough.map { ["uri": $0] }, "clickTrackings": icon.clickTracking.map(link),
            ]),
        ])
    }

    private static func resource(_ resources: [VASTResource]) -> Object? {
        resources.first.map { compact(["uri": $0.content, "creativeType": $0.creativeType]) }
    }

    private static func nonLinear(_ nonLinear: VASTNonLinear) -> Object {
        compact([
            "id": nonLinear.id, "width": nonLinear.width, "height": nonLinear.height, "apiFramework": nonLinear.apiFramework,
            "scalable": nonLinear.isScalable, "maintainAspectRatio": nonLinear.maintainsAspectRatio,
            "minSuggestedDuration": nonLinear.minSuggestedDuration, "resource": resource(nonLinear.resources),
            "clickThrough": nonLinear.clickThrough.map { ["uri": $0] },
            "clickTrackings": nonLinear.clickTracking.map(link),
        ])
    }

    private static func companion(_ companion: VASTCompanion) -> Object {
        compact([
            "id": companion.id, "width": companion.width, "height": companion.height, "apiFramework": companion.apiFramework,
            "assetWidth": companion.assetWidth.map { String($0) }, "assetHeight": companion.assetHeight.map { String($0) },
            "expandedWidth": companion.expandedWidth, "expandedHeight": companion.expandedHeight,
            "adSlotID": companion.adSlotID, "pxratio": companion.pixelRatio.map { String(Int(saturating: $0, rounding: .towardZero)) },
            "resource": resource(companion.resources), "clickThrough": companion.clickThrough.map { ["uri": $0] },
            "clickTrackings": companion.clickTracking.map(link), "trackingEvents": tracking(companion.trackingEvents),
        ])
    }

    private static func tracking(_ events: [VASTTracking]) -> Object? {
        guard !events.isEmpty else { return nil }
        let named = Dictionary(grouping: events, by: \.event)
        return ["_value": named.mapValues { $0.map { compact(["uri": $0.url, "offset": $0.offset.map(offset)]) } }]
    }

    private static func offset(_ offset: AdOffset) -> Object {
        switch offset {
        case .seconds(let seconds): ["value": seconds]
        case .fraction(let fraction): ["value": fraction * 100]
        }
    }
}
