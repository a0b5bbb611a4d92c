/// The texts of a live playlist with segments of two seconds and their dates, each made at its first use.
@MainActor
final class PlaylistTexts {
    /// The number of segments of the first load.
    private let count: Int

    nonisolated init(segments count: Int) { self.count = count }

    /// A playlist that keeps all segments.
    lazy var event = Self.text(of: 0..<count, isEvent: true)
    /// The next reload of ``event``, with one more segment.
    lazy var nextEvent = Self.text(of: 0..<count + 1, isEvent: true)
    /// A playlist with a window.
    lazy var window = Self.text(of: 0..<count, isEvent: false)
    /// The next reload of ``window``, moved by one segment.
    lazy var nextWindow = Self.text(of: 1..<count + 1, isEvent: false)

    private static func text(of numbers: Range<Int>, isEvent: Bool) -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n"
        if isEvent { text += "#EXT-X-PLAYLIST-TYPE:EVENT\n" }
        text += "#EXT-X-MAP:URI=\"init.mp4\"\n"
        for number in numbers {
            let seconds = number * 2
            let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
            text += "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T\(time).120Z\n#EXTINF:2.000,\nvideo/segment-\(100_000 + number).m4s\n"
        }
        return Array(text.utf8)
    }
}
