import PlayheadCore

extension SpliceInfoSection {
    private static let wrap = 1 << 33

    /// The command's time on the clock of the transport stream, adjusted, in seconds; `nil` if it is immediate or has no time.
    package var spliceTime: Double? {
        let ticks: Int? =
            switch command {
            case .insert(let insert): insert.ticks ?? insert.components.first?.ticks
            case .timeSignal(let ticks): ticks
            default: nil
            }
        return ticks.map { Double(($0 + adjustmentTicks) % Self.wrap) / SpliceTime.ticksPerSecond }
    }

    /// The duration of the break or the first segment, in seconds, if present.
    package var duration: Double? {
        if case .insert(let insert) = command, let pause = insert.breakDuration { return pause.duration }
        for case .segmentation(let descriptor) in descriptors {
            if let duration = descriptor.duration { return duration }
        }
        return nil
    }

    /// Returns the section as timed metadata.
    /// - Parameters:
    ///   - time: The time of the splice, in seconds on the playback's timeline.
    ///   - duration: The duration in seconds if the section has none; `nil` if unknown.
    /// - Returns: The metadata, with the fields of the section.
    package func timedMetadata(at time: Double, duration: Double? = nil) -> TimedMetadata {
        let length = self.duration ?? duration
        let end = length.map { time + $0 } ?? time
        var metadata = fields
        metadata["start"] = .double(time)
        metadata["end"] = .double(end)
        metadata["duration"] = length.map { .double($0) } ?? .null
        return TimedMetadata(kind: .scte35, start: time, end: end, fields: ["metadataTime": .double(time), "metadata": .object(metadata)])
    }

    /// The section as payloads contain it.
    package var fields: EventFields {
        var fields: EventFields = [
            "command": .string(command.name), "tier": .int(tier),
            "ptsAdjustment": .double(Double(adjustmentTicks) / SpliceTime.ticksPerSecond),
        ]
        if let spliceTime { fields["spliceTime"] = .double(spliceTime) }
        if let encryptionAlgorithm { fields["encryptionAlgorithm"] = .int(encryptionAlgorithm) }
        if case .insert(let insert) = command { insert.add(to: &fields) }
        if case .unknown(let type, _) = command { fields["commandType"] = .int(type) }
        if case .privateCommand(let identifier, _) = command { fields["identifier"] = .int(identifier) }
        fields["descriptors"] = .array(descriptors.map { .object($0.fields) })
        fields["checksumValid"] = .bool(isChecksumValid)
        fields["data"] = .string(Hexadecimal.encode(bytes))
        return fields
    }
}

extension SpliceInsert {
    fileprivate func add(to fields: inout EventFields) {
        fields["eventID"] = .int(eventID)
        fields["cancelled"] = .bool(isCancelled)
        guard !isCancelled else { return }
        fields["outOfNetwork"] = .bool(isOutOfNetwork)
        fields["immediate"] = .bool(isImmediate)
        if let breakDuration {
            fields["breakDuration"] = .double(breakDuration.duration)
            fields["autoReturn"] = .bool(breakDuration.returnsByItself)
        }
        fields["uniqueProgramID"] = .int(uniqueProgramID)
        fields["avail"] = .int(avail)
        fields["availsExpected"] = .int(availsExpected)
    }
}

extension SpliceDescriptor {
    /// The descriptor as payloads contain it.
    fileprivate var fields: EventFields {
        switch self {
        case .avail(let id): ["type": "avail", "id": .int(id)]
        case .tones(let preroll, let characters):
            ["type": "DTMF", "preroll": .double(Double(preroll) / 10), "characters": .string(characters)]
        case .segmentation(let descriptor): descriptor.fields
        case .time(let seconds, let nanoseconds, let utcOffset):
            ["type": "time", "seconds": .int(seconds), "nanoseconds": .int(nanoseconds), "utcOffset": .int(utcOffset)]
        case .other(let tag, let identifier, let data):
            ["type": "other", "tag": .int(tag), "identifier": .string(identifier), "data": .string(Base64.encode(data))]
        }
    }
}

extension SegmentationDescriptor {
    fileprivate var fields: EventFields {
        var fields: EventFields = ["type": "segmentation", "eventID": .int(eventID), "cancelled": .bool(isCancelled)]
        guard !isCancelled else { return fields }
        fields["segmentationType"] = .int(typeID)
        fields["segmentationTypeName"] = typeName.map { .string($0) } ?? .null
        fields["duration"] = duration.map { .double($0) } ?? .null
        fields["segment"] = .int(segmentNumber)
        fields["segmentsExpected"] = .int(segmentsExpected)
        if let subSegmentNumber { fields["subSegment"] = .int(subSegmentNumber) }
        if let subSegmentsExpected { fields["subSegmentsExpected"] = .int(subSegmentsExpected) }
        fields["upids"] = .array(
            upids.map { .object(["type": .int($0.type), "typeName": $0.typeName.map { .string($0) } ?? .null, "value": .string($0.text)]) })
        if let restrictions {
            fields["restrictions"] = .object([
                "webDeliveryAllowed": .bool(restrictions.isWebDeliveryAllowed),
                "noRegionalBlackout": .bool(restrictions.hasNoRegionalBlackout),
                "archiveAllowed": .bool(restrictions.isArchiveAllowed), "deviceGroup": .int(restrictions.deviceGroup),
            ])
        }
        return fields
    }
}
