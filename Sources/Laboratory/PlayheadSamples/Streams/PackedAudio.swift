/// Divides AAC into segments of packed audio (RFC 8216bis §3.1.3).
enum PackedAudio {
    /// The owner identifier of the timestamp's PRIV frame (RFC 8216bis §3.1.3).
    private static let timestampOwner = "com.apple.streaming.transportStreamTimestamp"
    private static let samplesPerFrame = 1024
    /// The timestamp of the first sample, in ticks of 90 kHz: not 0, so that tests detect a player that ignores it.
    static let firstTimestamp = 900_000

    struct Segment: Equatable {
        var bytes: [UInt8]
        /// The duration in seconds.
        var duration: Double
    }

    /// Divides a stream of ADTS frames.
    ///
    /// The encoder's first frame contains only the encoder delay and is left out, so that the first timestamp is that of the first sample.
    static func segments(adts: [UInt8], segmentDuration: Double, sampleRate: Int) throws -> [Segment] {
        let frames = try frames(of: adts).dropFirst()
        guard segmentDuration > 0 else { throw SampleStreamError.badRecipe("a segment of \(segmentDuration) s") }
        let frameDuration = Double(samplesPerFrame) / Double(sampleRate)
        var segments: [Segment] = []
        for (index, frame) in frames.enumerated() {
            if Double(index) * frameDuration >= Double(segments.count) * segmentDuration {
                let timestamp = firstTimestamp + index * samplesPerFrame * 90_000 / sampleRate
                segments.append(Segment(bytes: timestampTag(timestamp), duration: 0))
            }
            segments[segments.count - 1].bytes += adts[frame]
            segments[segments.count - 1].duration += frameDuration
        }
        return segments
    }

    /// Returns an ID3v2.4 tag with one PRIV frame that contains the 33-bit timestamp as 8 bytes, big-endian.
    static func timestampTag(_ timestamp: Int) -> [UInt8] {
        let value = UInt64(truncatingIfNeeded: timestamp) & 0x1_ffff_ffff
        let content = Array(timestampOwner.utf8) + [0] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        let frame = Array("PRIV".utf8) + synchsafe(content.count) + [0, 0] + content
        return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frame.count) + frame
    }

    /// Returns the ranges of the frames of an ADTS stream (ISO/IEC 14496-3 §1.A.2.2).
    private static func frames(of adts: [UInt8]) throws -> [Range<Int>] {
        var frames: [Range<Int>] = []
        var offset = 0
        while offset + 7 <= adts.count {
            let length = Int(adts[offset + 3] & 3) << 11 | Int(adts[offset + 4]) << 3 | Int(adts[offset + 5]) >> 5
            guard adts[offset] == 0xff, adts[offset + 1] & 0xf0 == 0xf0, length >= 7, offset + length <= adts.count else {
                throw SampleStreamError.badOutput("no ADTS frame at byte \(offset)")
            }
            frames.append(offset..<(offset + length))
            offset += length
        }
        return frames
    }

    /// Encodes a size in the form of ID3v2.4: 7 bits in each byte.
    private static func synchsafe(_ value: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7f) }
    }
}
