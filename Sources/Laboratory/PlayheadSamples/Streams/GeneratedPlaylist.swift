import Foundation

/// A media playlist written by the generator, parsed as far as needed to merge it with others and to determine its bit rates.
struct GeneratedPlaylist {
    /// The lines of the segments, in order, without the header and the end of the playlist.
    var segmentLines: [String] = []
    /// The bits and seconds of each segment.
    private var segments: [(bits: Double, seconds: Double)] = []
    let targetDuration: Int

    /// Reads a playlist, and the sizes of the segments beside it.
    /// - Throws: The system's error if the playlist can't be read or a segment does not exist.
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

    /// The peak segment bit rate in bits per second (RFC 8216bis §4.4.6.2, BANDWIDTH).
    var peakBitrate: Int {
        Int(saturating: segments.map { $0.seconds > 0 ? $0.bits / $0.seconds : 0 }.max() ?? 0, rounding: .towardZero)
    }

    /// The average bit rate in bits per second (AVERAGE-BANDWIDTH).
    var averageBitrate: Int {
        let seconds = segments.reduce(0) { $0 + $1.seconds }
        return seconds > 0 ? Int(saturating: segments.reduce(0) { $0 + $1.bits } / seconds, rounding: .towardZero) : 0
    }
}
