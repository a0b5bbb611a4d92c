/// The media playlists of a live origin: with each request the window advances by one segment, until the stream ends.
struct LivePlaylists: Sendable {
    private let lists: [String: (head: [String], segments: [[String]])]
    private let windowLength: Int
    private let length: Int
    private let isLowLatency: Bool

    /// Creates live playlists from the media playlists of a presentation.
    /// - Parameters:
    ///   - presentation: The presentation with the media playlists.
    ///   - windowLength: The number of segments in the window.
    ///   - length: The number of segments after which the stream ends.
    ///   - isLowLatency: Whether the stream has low latency.
    init(_ presentation: SamplePresentation, windowLength: Int, length: Int, isLowLatency: Bool) {
        var lists: [String: (head: [String], segments: [[String]])] = [:]
        for (path, bytes) in presentation.files where SamplePresentation.isPlaylist(path) {
            let text = String(decoding: bytes, as: UTF8.self)
            if text.contains("#EXTINF") { lists[path] = Self.split(text) }
        }
        self.lists = lists
        self.windowLength = windowLength
        self.length = length
        self.isLowLatency = isLowLatency
    }

    /// Returns the lines before the first segment, and those of each segment.
    private static func split(_ text: String) -> (head: [String], segments: [[String]]) {
        var head: [String] = []
        var segments: [[String]] = []
        var pending: [String] = []
        for line in text.split(separator: "\n").map(String.init) where line != "#EXT-X-ENDLIST" && !line.hasPrefix("#EXT-X-PLAYLIST-TYPE") {
            pending.append(line)
            if line.hasPrefix("#EXTINF"), segments.isEmpty, head.isEmpty {
                head = Array(pending.dropLast())
                pending = [line]
            }
            guard !line.hasPrefix("#") else { continue }
            segments.append(pending)
            pending = []
        }
        return (head.filter { !$0.hasPrefix("#EXT-X-MEDIA-SEQUENCE") }, segments)
    }

    /// Returns the playlist for the `request`-th request, from 1; `nil` if the path is no playlist.
    func playlist(_ path: String, request: Int, query: String?) -> [UInt8]? {
        guard let list = lists[path], !list.segments.isEmpty else { return nil }
        let first = min(request - 1, max(0, length - windowLength))
        var lines = list.head + ["#EXT-X-MEDIA-SEQUENCE:\(first)"]
        if isLowLatency {
            lines += ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=6", "#EXT-X-PART-INF:PART-TARGET=0.5"]
        }
        for number in first..<min(length, first + windowLength) {
            // The segments start over with the first one, whose timestamps are smaller.
            if number > 0, number % list.segments.count == 0 { lines.append("#EXT-X-DISCONTINUITY") }
            if number % list.segments.count == 0 { lines.append("#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:\(10 + number % 50).000Z") }
            let segment = list.segments[number % list.segments.count]
            if isLowLatency, let uri = segment.last, number + 2 > first + windowLength {
                lines.append("#EXT-X-PART:DURATION=0.5,URI=\"\(uri)\",INDEPENDENT=YES,BYTERANGE=\"1000@0\"")
                lines.append("#EXT-X-PART:DURATION=0.5,URI=\"\(uri)\"")
            }
            lines += segment
        }
        if first + windowLength >= length {
            lines.append("#EXT-X-ENDLIST")
        } else if isLowLatency, let uri = list.segments[(first + windowLength) % list.segments.count].last {
            lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(uri)\"")
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
