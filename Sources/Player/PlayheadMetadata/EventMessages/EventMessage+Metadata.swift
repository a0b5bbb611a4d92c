import PlayheadCore

extension EventMessage {
    /// The known schemes.
    enum Scheme {
        /// ID3 tags (AOM: Carriage of ID3 Timed Metadata in CMAF §2; and the form of older Apple tools).
        static let id3 = ["https://aomedia.org/emsg/id3", "https://developer.apple.com/streaming/emsg-id3"]
        /// A splice_info_section (SCTE 214-3 §7.3.2), in manifests inside XML (SCTE 214-1 §6.7); the year is that of the edition.
        static let scte35 = ["urn:scte:scte35:2013:bin", "urn:scte:scte35:2014:bin", "urn:scte:scte35:2014:xml+bin"]
    }

    /// Returns the message as timed metadata: `id3` or `scte-35` for their schemes, otherwise `emsg`.
    /// - Parameters:
    ///   - segmentStart: The earliest presentation time of its segment, in seconds on the timeline of the media.
    ///   - mediaOffset: The offset from times of the media to times on the playback's timeline, in seconds.
    /// - Returns: The metadata; several values for a message with several ID3 tags.
    package func timedMetadata(segmentStart: Double, mediaOffset: Double = 0) -> [TimedMetadata] {
        let start = mediaTime(segmentStart: segmentStart) + mediaOffset
        let name = scheme.lowercased()
        if Scheme.id3.contains(name) {
            let tags = ID3Tag.parseAll(data)
            if !tags.isEmpty { return tags.map { wrapped($0.timedMetadata(at: start)) } }
        }
        if Scheme.scte35.contains(name), let section = try? SpliceInfoSection.parse(data) {
            return [wrapped(section.timedMetadata(at: start, duration: duration))]
        }
        return [plain(at: start)]
    }

    private func plain(at start: Double) -> TimedMetadata {
        let end = duration.map { start + $0 }
        let metadata: EventFields = [
            "schemeIdUri": .string(scheme), "value": .string(value), "id": .int(Int(id)), "timescale": .int(Int(timescale)),
            "start": .double(start), "end": end.map { .double($0) } ?? .null, "duration": duration.map { .double($0) } ?? .null,
            "messageData": .string(Base64.encode(data)),
        ]
        return TimedMetadata(
            kind: .eventMessage, start: start, end: end, fields: ["metadataTime": .double(start), "metadata": .object(metadata)])
    }

    /// Returns the content of the message together with the properties of the message.
    private func wrapped(_ content: TimedMetadata) -> TimedMetadata {
        var content = content
        content.fields["emsg"] = .object([
            "schemeIdUri": .string(scheme), "value": .string(value), "id": .int(Int(id)),
        ])
        return content
    }
}
