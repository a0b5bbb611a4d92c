extension MediaPlaylistParser {
    /// Handles the tags about the playlist as a whole (RFC 8216bis §4.4.3, §4.4.5).
    mutating func handlePlaylistTag(_ tag: TagName, value: Range<Int>?) throws(PlaylistError) {
        switch tag {
        case .targetDuration: readTargetDuration(value)
        case .mediaSequence: playlist.mediaSequence = readSequence(tag, value) ?? playlist.mediaSequence
        case .discontinuitySequence: playlist.discontinuitySequence = readSequence(tag, value) ?? playlist.discontinuitySequence
        case .endList: playlist.hasEndList = true
        case .iFramesOnly: playlist.isIFramesOnly = true
        case .playlistType:
            context.expectOnce(tag)
            playlist.playlistType = value.flatMap { MediaPlaylist.PlaylistType(rawValue: context.text($0)) }
            if playlist.playlistType == nil { context.warn("#EXT-X-PLAYLIST-TYPE is neither EVENT nor VOD") }
        case .cueOut: addCue(.out, value)
        case .cueOutContinued: addCue(.outContinued, value)
        case .cueIn: addCue(.in, value)
        default: try readAttributes(tag, value)
        }
    }

    private mutating func readTargetDuration(_ value: Range<Int>?) {
        context.expectOnce(.targetDuration)
        guard let value, let duration = Numbers.decimal(context.bytes, value), duration >= 0, duration <= Numbers.maximumTime else {
            context.warn("#EXT-X-TARGETDURATION without a valid number is ignored")
            return
        }
        if duration != Numbers.rounded(duration) { context.warn("the target duration is not an integer") }
        playlist.declaredTargetDuration = duration
    }

    private mutating func readSequence(_ tag: TagName, _ value: Range<Int>?) -> Int? {
        context.expectOnce(tag)
        if !playlist.segments.isEmpty {
            hasLateNumbers = true
            context.warn("#\(tag.rawValue) after the first segment")
        }
        guard let value, let number = Numbers.integer(context.bytes, value) else {
            context.warn("#\(tag.rawValue) without a valid number is ignored")
            return nil
        }
        if number < 0 { context.warn("#\(tag.rawValue) is negative") }
        return number
    }

    private mutating func addCue(_ kind: CueMarker.Kind, _ value: Range<Int>?) {
        var marker = CueMarker(kind: kind, text: value.map { context.text($0) })
        marker.mediaSequence = segmentIndex
        playlist.cueMarkers.append(marker)
    }

    private mutating func readAttributes(_ tag: TagName, _ value: Range<Int>?) throws(PlaylistError) {
        var list = try context.attributes(value)
        switch tag {
        case .partInf:
            context.expectOnce(tag)
            playlist.partTargetDuration = list.required("PART-TARGET") { Numbers.duration($0) }
        case .serverControl:
            context.expectOnce(tag)
            playlist.serverControl = ServerControl(&list)
        case .skip:
            context.expectOnce(tag)
            if !playlist.segments.isEmpty {
                hasLateNumbers = true
                list.addProblem("after the first segment")
            }
            playlist.skipped = SkippedSegments(&list) ?? playlist.skipped
            applyStateOfSkipped()
        case .dateRange:
            if playlist.dateRanges.count >= MediaPlaylist.maximumDateRanges {
                hasIgnoredDateRanges = true
            } else if var range = DateRange(&list) {
                range.mediaSequence = segmentIndex
                playlist.dateRanges.append(range)
            }
        case .preloadHint:
            if let hint = PreloadHint(&list) { playlist.preloadHints.append(hint) }
        case .renditionReport:
            if let report = RenditionReport(&list) { playlist.renditionReports.append(report) }
        default:
            break
        }
        context.note(list, in: tag)
    }

    private var hasParts: Bool { playlist.openSegment?.parts.isEmpty == false || playlist.segments.last?.parts.isEmpty == false }

    /// Checks that a playlist with date ranges has a segment with a date (RFC 8216bis §4.4.5.1).
    mutating func checkDates() {
        if hasIgnoredDateRanges { context.warnOfWhole(MediaPlaylist.dateRangesWarning) }
        // Only a completely read list can be checked.
        guard passedOver == 0, !playlist.dateRanges.isEmpty, playlist.skipped == nil else { return }
        let hasDate = playlist.openSegment?.programDateTimeText != nil || playlist.segments.contains { $0.programDateTimeText != nil }
        if !hasDate { context.warnOfWhole("#EXT-X-DATERANGE without any #EXT-X-PROGRAM-DATE-TIME") }
    }

    /// Checks the low-latency tags together (RFC 8216bis §4.4.3.7, §4.4.3.8).
    mutating func checkLowLatency() {
        if playlist.partTargetDuration == nil, hasParts { context.warnOfWhole("#EXT-X-PART without #EXT-X-PART-INF") }
        if let target = playlist.partTargetDuration {
            if let holdBack = playlist.serverControl?.partHoldBack {
                if holdBack < 2 * target { context.warnOfWhole("PART-HOLD-BACK is below twice the part target duration") }
            } else {
                context.warnOfWhole("#EXT-X-PART-INF without PART-HOLD-BACK")
            }
        }
        guard let control = playlist.serverControl else { return }
        if let holdBack = control.holdBack, holdBack < 3 * playlist.targetDuration {
            context.warnOfWhole("HOLD-BACK is below three target durations")
        }
        if let skipUntil = control.canSkipUntil {
            if skipUntil < 6 * playlist.targetDuration { context.warnOfWhole("CAN-SKIP-UNTIL is below six target durations") }
        } else if control.canSkipDateRanges {
            context.warnOfWhole("CAN-SKIP-DATERANGES without CAN-SKIP-UNTIL")
        }
    }
}
