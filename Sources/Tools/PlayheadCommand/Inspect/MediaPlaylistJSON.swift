import PlayheadCore
import PlayheadHLS

/// Converts a media playlist to JSON.
enum MediaPlaylistJSON {
    static func fields(of playlist: MediaPlaylist) -> EventFields {
        var fields: EventFields = ["kind": "media"]
        fields["version"] = PlaylistJSON.number(playlist.version)
        fields["targetDuration"] = PlaylistJSON.number(playlist.declaredTargetDuration)
        fields["mediaSequence"] = .int(playlist.mediaSequence)
        fields["discontinuitySequence"] = .int(playlist.discontinuitySequence)
        fields["playlistType"] = PlaylistJSON.string(playlist.playlistType?.rawValue)
        fields["endList"] = .bool(playlist.hasEndList)
        fields["independentSegments"] = .bool(playlist.hasIndependentSegments)
        fields["iFramesOnly"] = .bool(playlist.isIFramesOnly)
        fields["partTarget"] = PlaylistJSON.number(playlist.partTargetDuration)
        fields["serverControl"] = playlist.serverControl.map { value(of: $0) }
        fields["segments"] = .array(playlist.segments.map { .object(Self.fields(of: $0)) })
        fields["openSegment"] = playlist.openSegment.map { .object(Self.fields(of: $0)) }
        fields["dateRanges"] = .array(playlist.dateRanges.map { value(of: $0) })
        fields["preloadHints"] = .array(playlist.preloadHints.map { value(of: $0) })
        fields["renditionReports"] = .array(playlist.renditionReports.map { value(of: $0) })
        fields["skip"] = playlist.skipped.map { skipped in
            .object([
                "skippedSegments": .int(skipped.count),
                "recentlyRemovedDateRanges": .array(skipped.recentlyRemovedDateRanges.map { .string($0) }),
            ])
        }
        fields["start"] = playlist.start.map { PlaylistJSON.value(of: $0) }
        fields["defines"] = .array(playlist.variables.map { PlaylistJSON.value(of: $0) })
        fields["cueMarkers"] = .array(playlist.cueMarkers.map { value(of: $0) })
        fields["unknownTags"] = .array(playlist.unknownTags.map { PlaylistJSON.value(of: $0) })
        fields["warnings"] = .array(playlist.warnings.map { PlaylistJSON.value(of: $0) })
        return fields
    }

    private static func fields(of segment: MediaSegment) -> EventFields {
        var fields = EventFields()
        // A segment that is not complete has no URI.
        fields["uri"] = segment.uri.isEmpty ? nil : .string(segment.uri)
        fields["duration"] = .double(segment.duration)
        fields["title"] = segment.title.isEmpty ? nil : .string(segment.title)
        fields["byteRange"] = segment.byteRange.map { PlaylistJSON.value(of: $0) }
        fields["discontinuity"] = PlaylistJSON.flag(segment.hasDiscontinuity)
        fields["programDateTime"] = PlaylistJSON.string(segment.programDateTimeText)
        fields["key"] = segment.keys.first.map { PlaylistJSON.value(of: $0) }
        if segment.keys.count > 1 { fields["keys"] = .array(segment.keys.map { PlaylistJSON.value(of: $0) }) }
        fields["map"] = segment.map.map { map in
            var fields: EventFields = ["uri": .string(map.uri)]
            fields["byteRange"] = map.byteRange.map { PlaylistJSON.value(of: $0) }
            return .object(fields)
        }
        fields["gap"] = PlaylistJSON.flag(segment.isGap)
        fields["bitrate"] = PlaylistJSON.number(segment.bitrate)
        fields["parts"] = .array(segment.parts.map { value(of: $0) })
        return fields
    }

    private static func value(of part: PartialSegment) -> EventValue {
        var fields: EventFields = ["uri": .string(part.uri), "duration": .double(part.duration)]
        fields["independent"] = PlaylistJSON.flag(part.isIndependent)
        fields["byteRange"] = part.byteRange.map { PlaylistJSON.value(of: $0) }
        fields["gap"] = PlaylistJSON.flag(part.isGap)
        return .object(fields)
    }

    private static func value(of control: ServerControl) -> EventValue {
        var fields: EventFields = ["canBlockReload": .bool(control.canBlockReload)]
        fields["canSkipUntil"] = PlaylistJSON.number(control.canSkipUntil)
        fields["canSkipDateRanges"] = .bool(control.canSkipDateRanges)
        fields["holdBack"] = PlaylistJSON.number(control.holdBack)
        fields["partHoldBack"] = PlaylistJSON.number(control.partHoldBack)
        return .object(fields)
    }

    private static func value(of range: DateRange) -> EventValue {
        var fields: EventFields = ["id": .string(range.id)]
        fields["class"] = PlaylistJSON.string(range.rangeClass)
        fields["startDate"] = PlaylistJSON.string(range.startDateText)
        if !range.cue.isEmpty { fields["cue"] = .array(range.cue.map { .string($0) }) }
        fields["endDate"] = PlaylistJSON.string(range.endDateText)
        fields["duration"] = PlaylistJSON.number(range.duration)
        fields["plannedDuration"] = PlaylistJSON.number(range.plannedDuration)
        fields["endOnNext"] = PlaylistJSON.flag(range.endsOnNext)
        fields["scte35Cmd"] = PlaylistJSON.string(range.scte35Command)
        fields["scte35Out"] = PlaylistJSON.string(range.scte35Out)
        fields["scte35In"] = PlaylistJSON.string(range.scte35In)
        fields["attributes"] = PlaylistJSON.value(of: range.otherAttributes)
        return .object(fields)
    }

    private static func value(of hint: PreloadHint) -> EventValue {
        var fields: EventFields = ["type": .string(hint.type.rawValue), "uri": .string(hint.uri)]
        if hint.byteRangeStart != 0 || hint.byteRangeLength != nil { fields["byteRangeStart"] = .int(hint.byteRangeStart) }
        fields["byteRangeLength"] = PlaylistJSON.number(hint.byteRangeLength)
        return .object(fields)
    }

    private static func value(of report: RenditionReport) -> EventValue {
        var fields: EventFields = ["uri": .string(report.uri)]
        fields["lastMsn"] = PlaylistJSON.number(report.lastMediaSequence)
        fields["lastPart"] = PlaylistJSON.number(report.lastPart)
        return .object(fields)
    }

    private static func value(of marker: CueMarker) -> EventValue {
        var fields = EventFields()
        switch marker.kind {
        case .out: fields["kind"] = "out"
        case .outContinued: fields["kind"] = "outContinued"
        case .in: fields["kind"] = "in"
        }
        fields["duration"] = PlaylistJSON.number(marker.duration)
        fields["elapsed"] = PlaylistJSON.number(marker.elapsed)
        fields["mediaSequence"] = .int(marker.mediaSequence)
        return .object(fields)
    }
}
