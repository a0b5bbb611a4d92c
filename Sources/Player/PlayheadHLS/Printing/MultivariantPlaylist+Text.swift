extension MultivariantPlaylist {
    /// The playlist as text. Parsing the text gives the same playlist, except for its warnings.
    package var text: String {
        var writer = PlaylistWriter()
        writer.common(version: version, variables: variables, hasIndependentSegments: hasIndependentSegments, start: start)
        for tag in unknownTags { writer.tag(named: tag.name, tag.value) }
        if let contentSteering {
            var list = AttributeWriter()
            list.quoted("SERVER-URI", contentSteering.serverURI)
            list.quoted("PATHWAY-ID", contentSteering.pathwayID)
            list.others(contentSteering.otherAttributes)
            writer.tag(.contentSteering, list)
        }
        for data in sessionData { writer.tag(.sessionData, data.attributeList) }
        for key in sessionKeys { writer.tag(.sessionKey, key.attributeList) }
        for rendition in renditions { writer.tag(.media, rendition.attributeList) }
        for variant in variants {
            writer.tag(.streamInf, variant.attributeList())
            writer.uri(variant.uri)
        }
        for variant in iFrameVariants { writer.tag(.iFrameStreamInf, variant.attributeList(uri: variant.uri)) }
        return writer.text
    }
}

extension SessionData {
    fileprivate var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.quoted("DATA-ID", dataID)
        list.quoted("VALUE", value)
        list.quoted("URI", uri)
        list.bare("FORMAT", format)
        list.quoted("LANGUAGE", language)
        list.others(otherAttributes)
        return list
    }
}

extension Rendition {
    fileprivate var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.bare("TYPE", type.rawValue)
        list.quoted("GROUP-ID", groupID)
        list.quoted("NAME", name)
        list.quoted("LANGUAGE", language)
        list.quoted("ASSOC-LANGUAGE", associatedLanguage)
        list.quoted("STABLE-RENDITION-ID", stableID)
        list.flag("DEFAULT", isDefault)
        list.flag("AUTOSELECT", isAutoselect)
        list.flag("FORCED", isForced)
        list.quoted("INSTREAM-ID", instreamID)
        list.number("BIT-DEPTH", bitDepth)
        list.number("SAMPLE-RATE", sampleRate)
        if !characteristics.isEmpty { list.quoted("CHARACTERISTICS", characteristics.joined(separator: ",")) }
        list.quoted("CHANNELS", channels)
        list.quoted("URI", uri)
        list.others(otherAttributes)
        return list
    }
}

extension Variant {
    fileprivate func attributeList(uri: String? = nil) -> AttributeWriter {
        var list = AttributeWriter()
        if bandwidth != 0 { list.number("BANDWIDTH", bandwidth) }
        list.number("AVERAGE-BANDWIDTH", averageBandwidth)
        list.number("SCORE", score)
        list.quoted("CODECS", codecs)
        list.quoted("SUPPLEMENTAL-CODECS", supplementalCodecs)
        list.bare("RESOLUTION", resolution.map { "\($0.width)x\($0.height)" })
        list.number("FRAME-RATE", frameRate)
        list.bare("HDCP-LEVEL", hdcpLevel)
        list.quoted("ALLOWED-CPC", allowedCPC)
        list.bare("VIDEO-RANGE", videoRange?.rawValue)
        list.quoted("REQ-VIDEO-LAYOUT", requiredVideoLayout)
        list.quoted("STABLE-VARIANT-ID", stableID)
        list.quoted("AUDIO", audio)
        list.quoted("VIDEO", video)
        list.quoted("SUBTITLES", subtitles)
        switch closedCaptions {
        case ClosedCaptions.none?: list.bare("CLOSED-CAPTIONS", "NONE")
        case .group(let id): list.quoted("CLOSED-CAPTIONS", id)
        case nil: break
        }
        list.quoted("PATHWAY-ID", pathwayID)
        list.quoted("URI", uri)
        list.others(otherAttributes)
        return list
    }
}
