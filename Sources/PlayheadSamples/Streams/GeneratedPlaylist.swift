import Foundation

/// A media playlist as the generator wrote it, read just far enough to merge it with others and to know its bitrates.
struct GeneratedPlaylist {
    /// The lines that belong to segments, in order, without the playlist's head and end.
    var segmentLines: [String] = []
    /// Each segment's bits and seconds.
    private var segments: [(bits: Double, seconds: Double)] = []
    let targetDuration: Int

    /// - Parameter url: The playlist; the segments' sizes are looked up beside it.
    init(_ url: URL) throws {
        let text = try String(contentsOf: url, encoding: .utf8)
        var target = 1
        var seconds = 0.0
        var rangeLength: Int?
        for line in text.split(whereSeparator: \.isNewline).map(String.init) {
            if line.hasPrefix("#EXTINF:") {
                seconds = Double(line.dropFirst("#EXTINF:".count).prefix { $0 != "," }) ?? 0
            } else if line.hasPrefix("#EXT-X-BYTERANGE:") {
                rangeLength = Int(line.dropFirst("#EXT-X-BYTERANGE:".count).prefix { $0 != "@" })
            } else if line.hasPrefix("#EXT-X-TARGETDURATION:") {
                target = Int(line.dropFirst("#EXT-X-TARGETDURATION:".count)) ?? target
            } else if !line.hasPrefix("#") {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: url.deletingLastPathComponent().appendingPathComponent(line).path)
                let length = rangeLength ?? (attributes[.size] as? NSNumber)?.intValue ?? 0
                segments.append((Double(length) * 8, seconds))
                rangeLength = nil
            }
            let isHead = ["#EXTM3U", "#EXT-X-VERSION", "#EXT-X-TARGETDURATION", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-PLAYLIST-TYPE"]
                .contains { line.hasPrefix($0) }
            if !isHead, line != "#EXT-X-ENDLIST", line != "#EXT-X-INDEPENDENT-SEGMENTS" { segmentLines.append(line) }
        }
        targetDuration = target
        guard !segments.isEmpty else { throw SampleStreamError.badOutput("\(url.lastPathComponent) has no segments") }
    }

    /// The largest bitrate of a segment, in bits a second (RFC 8216bis §4.4.6.2, BANDWIDTH).
    var peakBitrate: Int {
        Int(saturating: segments.map { $0.seconds > 0 ? $0.bits / $0.seconds : 0 }.max() ?? 0, rounding: .towardZero)
    }

    /// In bits a second (AVERAGE-BANDWIDTH).
    var averageBitrate: Int {
        let seconds = segments.reduce(0) { $0 + $1.seconds }
        return seconds > 0 ? Int(saturating: segments.reduce(0) { $0 + $1.bits } / seconds, rounding: .towardZero) : 0
    }
}
