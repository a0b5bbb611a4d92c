import TestSupport

@testable import PlayheadHLS

/// Converts a playlist to the shape of the expectations of the m3u8-videojs corpus.
enum VideojsShape {
    static func of(_ playlist: HLSPlaylist) -> [String: Any] {
        switch playlist {
        case .media(let playlist): of(playlist)
        case .multivariant(let playlist): of(playlist)
        }
    }

    private static func of(_ playlist: MediaPlaylist) -> [String: Any] {
        var shape: [String: Any] = [
            "dateRanges": playlist.dateRanges.map(\.id), "iFramePlaylists": [Any](),
            "discontinuityStarts": playlist.segments.indices.filter { playlist.segments[$0].hasDiscontinuity },
            "segments": playlist.segments.map { of($0) },
        ]
        // The library sets these only if there is a segment.
        if !playlist.segments.isEmpty {
            shape["mediaSequence"] = playlist.mediaSequence
            shape["discontinuitySequence"] = playlist.discontinuitySequence
        }
        shape["playlistType"] = playlist.playlistType?.rawValue
        shape["targetDuration"] = playlist.declaredTargetDuration
        shape["version"] = playlist.version
        if playlist.hasEndList { shape["endList"] = true }
        if playlist.hasIndependentSegments { shape["independentSegments"] = true }
        if playlist.isIFramesOnly { shape["iFramesOnly"] = true }
        if let start = playlist.start { shape["start"] = ["timeOffset": start.timeOffset, "precise": start.isPrecise] as [String: Any] }
        shape["dateTimeString"] = playlist.segments.lazy.compactMap(\.programDateTimeText).first
        if let target = playlist.partTargetDuration {
            shape["partInf"] = ["partTarget": target]
            shape["partTargetDuration"] = target
        }
        if let control = playlist.serverControl { shape["serverControl"] = of(control) }
        if let skipped = playlist.skipped {
            var value: [String: Any] = ["skippedSegments": skipped.count]
            if !skipped.recentlyRemovedDateRanges.isEmpty { value["recentlyRemovedDateranges"] = skipped.recentlyRemovedDateRanges }
            shape["skip"] = value
        }
        if !playlist.renditionReports.isEmpty {
            shape["renditionReports"] = playlist.renditionReports.map { report in
                ["uri": report.uri, "lastMsn": report.lastMediaSequence ?? -1, "lastPart": report.lastPart ?? -1] as [String: Any]
            }
        }
        if playlist.openSegment != nil || !playlist.preloadHints.isEmpty {
            var open: [String: Any] = ["timeline": playlist.openSegment?.discontinuitySequence ?? 0]
            if let parts = playlist.openSegment?.parts { open["parts"] = parts.map { of($0) } }
            if let map = playlist.openSegment?.map { open["map"] = of(map) }
            if !playlist.preloadHints.isEmpty { open["preloadHints"] = playlist.preloadHints.map { of($0) } }
            shape["preloadSegment"] = open
        }
        return shape
    }

    private static func of(_ segment: MediaSegment) -> [String: Any] {
        var shape: [String: Any] = ["uri": segment.uri, "duration": segment.duration, "timeline": segment.discontinuitySequence]
        shape["title"] = segment.title.isEmpty ? nil : segment.title
        shape["byterange"] = segment.byteRange.map { of($0) }
        shape["map"] = segment.map.map { of($0) }
        shape["key"] = segment.keys.first.map { of($0) }
        shape["dateTimeString"] = segment.programDateTimeText
        shape["programDateTime"] = segment.programDateTime.map { $0 * 1000 }
        if segment.hasDiscontinuity { shape["discontinuity"] = true }
        if !segment.parts.isEmpty { shape["parts"] = segment.parts.map { of($0) } }
        return shape
    }

    private static func of(_ part: PartialSegment) -> [String: Any] {
        var shape: [String: Any] = ["uri": part.uri, "duration": part.duration]
        shape["byterange"] = part.byteRange.map { of($0) }
        if part.isIndependent { shape["independent"] = true }
        if part.isGap { shape["gap"] = true }
        return shape
    }

    private static func of(_ range: ByteRange) -> [String: Any] { ["length": range.length, "offset": range.offset] }

    private static func of(_ map: InitializationSection) -> [String: Any] {
        var shape: [String: Any] = ["uri": map.uri]
        shape["byterange"] = map.byteRange.map { of($0) }
        shape["key"] = map.keys.first.map { of($0) }
        return shape
    }

    private static func of(_ key: EncryptionKey) -> [String: Any] {
        var shape: [String: Any] = ["method": key.method.rawValue]
        shape["uri"] = key.uri
        // The library represents the vector as four words.
        shape["iv"] = key.iv.map { octets in
            stride(from: 0, to: 16, by: 4).map { start in octets[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        }
        return shape
    }

    private static func of(_ hint: PreloadHint) -> [String: Any] {
        var shape: [String: Any] = ["type": hint.type.rawValue, "uri": hint.uri]
        if let length = hint.byteRangeLength { shape["byterange"] = ["length": length, "offset": hint.byteRangeStart] }
        return shape
    }

    private static func of(_ control: ServerControl) -> [String: Any] {
        var shape: [String: Any] = ["canBlockReload": control.canBlockReload, "canSkipDateranges": control.canSkipDateRanges]
        shape["canSkipUntil"] = control.canSkipUntil
        shape["holdBack"] = control.holdBack
        shape["partHoldBack"] = control.partHoldBack
        return shape
    }

    private static func of(_ playlist: MultivariantPlaylist) -> [String: Any] {
        var groups: [String: [String: [String: Any]]] = [:]
        for type in Rendition.MediaType.allCases { groups[type.rawValue] = [:] }
        for rendition in playlist.renditions {
            groups[rendition.type.rawValue, default: [:]][rendition.groupID, default: [:]][rendition.name] = of(rendition)
        }
        var shape: [String: Any] = [
            "dateRanges": [Any](), "discontinuityStarts": [Any](), "segments": [Any](),
            "iFramePlaylists": playlist.iFrameVariants.map { variant in
                var attributes = attributes(of: variant)
                attributes["URI"] = variant.uri
                return ["uri": variant.uri, "timeline": 0, "attributes": attributes] as [String: Any]
            },
        ]
        if !playlist.variants.isEmpty {
            shape["playlists"] = playlist.variants.map { variant in
                let attributes = attributes(of: variant)
                var shape: [String: Any] = ["uri": variant.uri, "timeline": 0]
                if !attributes.isEmpty { shape["attributes"] = attributes }
                return shape
            }
            shape["mediaGroups"] = groups
        }
        shape["version"] = playlist.version
        if playlist.hasIndependentSegments { shape["independentSegments"] = true }
        return shape
    }

    private static func of(_ rendition: Rendition) -> [String: Any] {
        var shape: [String: Any] = ["default": rendition.isDefault, "autoselect": rendition.isAutoselect]
        shape["language"] = rendition.language
        shape["uri"] = rendition.uri
        shape["instreamId"] = rendition.instreamID
        if rendition.type == .subtitles { shape["forced"] = rendition.isForced }
        if !rendition.characteristics.isEmpty { shape["characteristics"] = rendition.characteristics.joined(separator: ",") }
        return shape
    }

    private static func attributes(of variant: Variant) -> [String: Any] {
        var shape: [String: Any] = [:]
        if variant.bandwidth != 0 { shape["BANDWIDTH"] = variant.bandwidth }
        shape["AVERAGE-BANDWIDTH"] = variant.averageBandwidth
        shape["CODECS"] = variant.codecs
        shape["RESOLUTION"] = variant.resolution.map { ["width": $0.width, "height": $0.height] }
        shape["FRAME-RATE"] = variant.frameRate
        shape["HDCP-LEVEL"] = variant.hdcpLevel
        shape["VIDEO-RANGE"] = variant.videoRange?.rawValue
        shape["AUDIO"] = variant.audio
        shape["VIDEO"] = variant.video
        shape["SUBTITLES"] = variant.subtitles
        if case .group(let id) = variant.closedCaptions { shape["CLOSED-CAPTIONS"] = id }
        if case Variant.ClosedCaptions.none? = variant.closedCaptions { shape["CLOSED-CAPTIONS"] = "NONE" }
        for attribute in variant.otherAttributes { shape[attribute.name] = attribute.value }
        return shape
    }
}
