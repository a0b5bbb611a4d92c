extension PlaybackMachine {
    /// Timed metadata was read (onMetaParsed), or the playhead entered it (onMeta).
    mutating func takeMetadata(_ metadata: TimedMetadata, _ phase: TimedMetadata.Phase) {
        guard metadata.start.isFinite else { return }
        if phase == .entered { advance(to: metadata.start) }
        let fields = metadata.metaData(on: timeline)
        switch phase {
        case .parsed: tell(MetaParsedEvent(metaData: fields))
        case .entered: tell(MetaEvent(metaData: fields))
        }
    }

    /// Tells onVisualQuality, and of all but the first one onMeta's kind `quality`.
    mutating func tellQuality(_ level: QualityLevel, _ mode: QualityMode, _ reason: QualityReason) {
        let before = item.shownLevel
        guard level != before else { return }
        // An engine that starts again after its end makes its first choice once more; of the item it is none.
        let isFirstAgain = before != nil && reason == .initialChoice
        let reason = isFirstAgain ? mode == .auto ? .auto : .api : reason
        item.shownLevel = level
        tell(VisualQualityEvent(mode: mode, reason: reason, level: level))
        guard let before else { return }
        tell(
            MetaEvent(metaData: [
                "metadataType": "quality", "from": before.eventValue, "to": level.eventValue, "mode": .string(mode.rawValue),
                "reason": .string(reason.rawValue),
            ]))
    }
}

extension TimedMetadata {
    /// The payload of onMeta: times on the playback's timeline become positions, as they are at the moment of telling.
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
