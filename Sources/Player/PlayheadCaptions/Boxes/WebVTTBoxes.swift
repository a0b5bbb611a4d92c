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
        for sample in samples.samples { read(sample, into: &cues) }
        let ticks = Double(samples.timescale)
        let texts = cues.filter { $0.end > $0.start }.map { cue in
            let times = WebVTTTimestamp.times(from: Double(cue.start) / ticks, to: Double(cue.end) / ticks)
            return (cue.id.isEmpty ? "" : cue.id + "\n") + times + (cue.settings.isEmpty ? "" : " " + cue.settings) + "\n" + cue.payload
                + "\n"
        }
        return (["WEBVTT\n"] + texts).joined(separator: "\n")
    }

    private static func read(_ sample: FragmentSamples.Sample, into cues: inout [Cue]) {
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
            guard !cue.payload.isEmpty, !cue.payload.contains("-->"), !cue.id.contains("-->") else { return }
            // A cue that overlaps another one is split into several samples.
            let same = cues.lastIndex {
                $0.end == cue.start && $0.id == cue.id && $0.settings == cue.settings && $0.payload == cue.payload
            }
            if let same { cues[same].end = cue.end } else { cues.append(cue) }
        }
    }
}
