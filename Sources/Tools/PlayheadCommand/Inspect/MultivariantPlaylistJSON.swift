import PlayheadCore
import PlayheadHLS

/// Converts a multivariant playlist to JSON.
enum MultivariantPlaylistJSON {
    static func fields(of playlist: MultivariantPlaylist) -> EventFields {
        var fields: EventFields = ["kind": "multivariant"]
        fields["version"] = PlaylistJSON.number(playlist.version)
        fields["independentSegments"] = .bool(playlist.hasIndependentSegments)
        fields["start"] = playlist.start.map { PlaylistJSON.value(of: $0) }
        fields["variants"] = .array(playlist.variants.map { value(of: $0) })
        fields["iFrameVariants"] = .array(playlist.iFrameVariants.map { value(of: $0) })
        fields["renditions"] = .array(playlist.renditions.map { value(of: $0) })
        fields["sessionData"] = .array(playlist.sessionData.map { value(of: $0) })
        fields["sessionKeys"] = .array(playlist.sessionKeys.map { PlaylistJSON.value(of: $0) })
        fields["contentSteering"] = playlist.contentSteering.map { steering in
            var fields: EventFields = ["serverUri": .string(steering.serverURI)]
            fields["pathwayId"] = PlaylistJSON.string(steering.pathwayID)
            return .object(fields)
        }
        fields["defines"] = .array(playlist.variables.map { PlaylistJSON.value(of: $0) })
        fields["unknownTags"] = .array(playlist.unknownTags.map { PlaylistJSON.value(of: $0) })
        fields["warnings"] = .array(playlist.warnings.map { PlaylistJSON.value(of: $0) })
        return fields
    }

    private static func value(of variant: Variant) -> EventValue {
        var fields: EventFields = ["uri": .string(variant.uri)]
        // A missing bandwidth is 0.
        fields["bandwidth"] = variant.bandwidth > 0 ? .int(variant.bandwidth) : nil
        fields["averageBandwidth"] = PlaylistJSON.number(variant.averageBandwidth)
        fields["score"] = PlaylistJSON.number(variant.score)
        fields["codecs"] = PlaylistJSON.string(variant.codecs)
        fields["supplementalCodecs"] = PlaylistJSON.string(variant.supplementalCodecs)
        fields["resolution"] = variant.resolution.map { .object(["width": .int($0.width), "height": .int($0.height)]) }
        fields["frameRate"] = PlaylistJSON.number(variant.frameRate)
        fields["hdcpLevel"] = PlaylistJSON.string(variant.hdcpLevel)
        fields["allowedCpc"] = PlaylistJSON.string(variant.allowedCPC)
        fields["videoRange"] = PlaylistJSON.string(variant.videoRange?.rawValue)
        fields["reqVideoLayout"] = PlaylistJSON.string(variant.requiredVideoLayout)
        fields["stableVariantId"] = PlaylistJSON.string(variant.stableID)
        fields["audio"] = PlaylistJSON.string(variant.audio)
        fields["video"] = PlaylistJSON.string(variant.video)
        fields["subtitles"] = PlaylistJSON.string(variant.subtitles)
        switch variant.closedCaptions {
        case .some(.none): fields["closedCaptions"] = "NONE"
        case .group(let id): fields["closedCaptions"] = .string(id)
        case nil: break
        }
        fields["pathwayId"] = PlaylistJSON.string(variant.pathwayID)
        fields["attributes"] = PlaylistJSON.value(of: variant.otherAttributes)
        return .object(fields)
    }

    private static func value(of rendition: Rendition) -> EventValue {
        var fields: EventFields = [
            "type": .string(rendition.type.rawValue), "groupId": .string(rendition.groupID), "name": .string(rendition.name),
        ]
        fields["language"] = PlaylistJSON.string(rendition.language)
        fields["assocLanguage"] = PlaylistJSON.string(rendition.associatedLanguage)
        fields["uri"] = PlaylistJSON.string(rendition.uri)
        fields["default"] = .bool(rendition.isDefault)
        fields["autoselect"] = .bool(rendition.isAutoselect)
        fields["forced"] = .bool(rendition.isForced)
        fields["instreamId"] = PlaylistJSON.string(rendition.instreamID)
        fields["bitDepth"] = PlaylistJSON.number(rendition.bitDepth)
        fields["sampleRate"] = PlaylistJSON.number(rendition.sampleRate)
        fields["channels"] = PlaylistJSON.string(rendition.channels)
        if !rendition.characteristics.isEmpty {
            fields["characteristics"] = .string(rendition.characteristics.joined(separator: ","))
        }
        fields["stableRenditionId"] = PlaylistJSON.string(rendition.stableID)
        fields["attributes"] = PlaylistJSON.value(of: rendition.otherAttributes)
        return .object(fields)
    }

    private static func value(of data: SessionData) -> EventValue {
        var fields: EventFields = ["dataId": .string(data.dataID)]
        fields["value"] = PlaylistJSON.string(data.value)
        fields["uri"] = PlaylistJSON.string(data.uri)
        fields["format"] = PlaylistJSON.string(data.format)
        fields["language"] = PlaylistJSON.string(data.language)
        return .object(fields)
    }
}
