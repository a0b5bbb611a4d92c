/// WebVTT in fragmented MP4 (`wvtt`; ISO/IEC 14496-30 §7): converts the samples of a segment to a WebVTT file.
package enum WebVTTBoxes {
    /// A cue of a sample.
    private struct Cue: Equatable {
        var start: Int64
        var end: Int64
        var id = ""
        var settings = ""
        var payload = ""
    }

    /// Returns the text of a WebVTT file with the cues of a segment, whose times are those of the media.
    /// - Parameters:
    ///   - segment: The bytes of the segment.
    ///   - initialization: The bytes of its initialization segment; none if the segment contains them.
    /// - Returns: The text of the file.
    package static func text(of segment: [UInt8], initialization: [UInt8]) -> String {
        let samples = FragmentSamples(of: segment, initialization: initialization)
        var cues: [Cue] = []
        // The cues of the previous sample, by their content.
        var previous: [[String]: Int] = [:]
        for sample in samples.samples {
            var current: [[String]: Int] = [:]
            for cue in Self.cues(of: sample) {
                let content = [cue.id, cue.settings, cue.payload]
                // A cue that overlaps another one is split into several samples.
                if let same = previous[content], cues[same].end == cue.start {
                    cues[same].end = cue.end
                    current[content] = same
                } else {
                    guard cues.count < CaptionLimits.cues else { break }
                    current[content] = cues.count
                    cues.append(cue)
                }
            }
            previous = current
        }
        let ticks = Double(samples.timescale)
        let texts = cues.filter { $0.end > $0.start }.map { cue in
            let times = WebVTTTimestamp.times(from: Double(cue.start) / ticks, to: Double(cue.end) / ticks)
            return (cue.id.isEmpty ? "" : cue.id + "\n") + times + (cue.settings.isEmpty ? "" : " " + cue.settings) + "\n" + cue.payload
                + "\n"
        }
        return ([header(of: segment, initialization: initialization)] + texts).joined(separator: "\n")
    }

    // MARK: The header

    /// Returns the header of the file, with its regions and style sheets, from the sample entry; only the signature if there is no valid one.
    private static func header(of segment: [UInt8], initialization: [UInt8]) -> String {
        let signature = "WEBVTT\n"
        guard let bytes = configuration(in: initialization[...]) ?? configuration(in: segment[...]),
            WebVTTParser.hasSignature(bytes), let text = String(validating: bytes, as: UTF8.self), !text.contains("-->")
        else { return signature }
        // The times of the samples are those of the media, so a map does not apply.
        let lines = text.filter { $0 != "\0" }.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix(TimestampMap.headerName) }
        let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        return end > 0 ? lines.prefix(end).joined(separator: "\n") + "\n" : signature
    }

    /// Returns the content of the first configuration box (`vttC`; ISO/IEC 14496-30 §7.5) in the sample entries; `nil` without one.
    private static func configuration(in bytes: ArraySlice<UInt8>, depth: Int = 0) -> ArraySlice<UInt8>? {
        let path = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "wvtt", "vttC"]
        var found: ArraySlice<UInt8>?
        FragmentSamples.boxes(in: bytes) { type, content, _ in
            // bounded: the depth increases up to the last name
            guard found == nil, type == path[depth] else { return }
            // The version and the number of entries precede the entries, and the index of the data reference precedes the boxes of one.
            let fields = ["stsd", "wvtt"].contains(type) ? 8 : 0
            found = depth == path.count - 1 ? content : configuration(in: content.dropFirst(fields), depth: depth + 1)
        }
        return found
    }

    // MARK: Cues

    private static func cues(of sample: FragmentSamples.Sample) -> [Cue] {
        var cues: [Cue] = []
        FragmentSamples.boxes(in: sample.bytes) { type, content, _ in
            guard type == "vttc" else { return }
            var cue = Cue(start: sample.start, end: sample.end)
            FragmentSamples.boxes(in: content) { type, content, _ in
                let text = String(decoding: content, as: UTF8.self).filter { $0 != "\0" }
                switch type {
                case "iden": cue.id = text.replacing("\n", with: " ")
                case "sttg": cue.settings = text.replacing("\n", with: " ")
                case "payl": cue.payload = text.split(separator: "\n").joined(separator: "\n")
                default: break
                }
            }
            if !cue.payload.isEmpty, !cue.payload.contains("-->"), !cue.id.contains("-->") { cues.append(cue) }
        }
        return cues
    }
}
