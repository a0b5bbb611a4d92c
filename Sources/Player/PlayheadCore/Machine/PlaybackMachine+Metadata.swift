extension PlaybackMachine {
    /// Handles timed metadata: emits onMetaParsed when it was read, onMeta when the playhead enters it.
    mutating func handleMetadata(_ metadata: TimedMetadata, _ phase: TimedMetadata.Phase) {
        guard metadata.start.isFinite else { return }
        if phase == .entered {
            // What lies at the target follows its report.
            guard content.startSeek == nil || metadata.kind.isOfWholeItem else { return }
            advance(to: metadata.start)
        }
        let fields = metadata.metaData(on: timeline)
        switch phase {
        case .parsed: emit(MetaParsedEvent(metaData: fields))
        case .entered: emit(MetaEvent(metaData: fields))
        }
    }

    /// Emits onChapter if the playhead has entered a chapter.
    mutating func emitChapter() {
        guard let chapters = media?.chapters, timeline.kind == .onDemand, position < duration else { return }
        // Containers round times.
        let tolerance = 0.01
        let (now, before) = (position + tolerance, item.chapter)
        // A chapter whose file gives no end ends with the next one.
        let index = chapters.lastIndex { $0.range.start <= now && (now < $0.range.end || $0.range.isEmpty) }
        item.chapter = index.map { chapters[$0] }
        guard let index, chapters[index] != before else { return }
        emit(ChapterEvent(index: index, chapter: chapters[index]))
    }

    /// Emits onVisualQuality, and for all except the first one onMeta of kind `quality`.
    mutating func emitQuality(_ level: QualityLevel, _ mode: QualityMode, _ reason: QualityReason) {
        let before = item.shownQuality?.level
        guard level != before else { return }
        // An engine that restarts after its end reports an initial choice again, which is not the initial choice of the item.
        let isFirstAgain = before != nil && reason == .initialChoice
        let reason = isFirstAgain ? mode == .auto ? .auto : .api : reason
        item.shownQuality = .init(level: level, mode: mode, reason: reason)
        emit(VisualQualityEvent(mode: mode, reason: reason, level: level))
        guard let before else { return }
        emit(
            MetaEvent(metaData: [
                "metadataType": "quality", "from": before.eventValue, "to": level.eventValue, "mode": .string(mode.rawValue),
                "reason": .string(reason.rawValue),
            ]))
    }
}

extension TimedMetadata {
    /// Returns the payload of onMeta: times on the playback's timeline become positions at the time of the event.
    func metaData(on timeline: Timeline) -> EventFields {
        var result: EventFields = ["metadataType": .string(kind.rawValue), "metadataTime": .double(timeline.position(at: start))]
        for field in fields.fields where result[field.key] == nil { result[field.key] = field.value }
        guard timeline.kind != .onDemand, case .object(var content)? = result["metadata"] else { return result }
        if case .double? = content["start"] { content["start"] = .double(timeline.position(at: start)) }
        if let end, case .double? = content["end"] { content["end"] = .double(timeline.position(at: end)) }
        result["metadata"] = .object(content)
        return result
    }
}
