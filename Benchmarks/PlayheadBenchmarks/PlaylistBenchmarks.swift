import PlayheadHLS

/// Measures parsing and reloading of playlists with a DVR window of twelve hours.
enum PlaylistBenchmarks {
    private static let count = 21_600
    private static let url = "https://cdn.example/live/video.m3u8"

    static func run(into table: inout BenchmarkTable) throws {
        let event = text(of: 0..<count, isEvent: true)
        let longerEvent = text(of: 0..<count + 1, isEvent: true)
        let window = text(of: 0..<count, isEvent: false)
        let nextWindow = text(of: 1..<count + 1, isEvent: false)
        let parse = "parse \(count) dated segments"
        table.add(
            parse,
            try Measurement {
                event
            } work: {
                _ = try HLSPlaylist.parse($0, url: url)
            })
        let eventList = try LivePlaylist(parsing: event, url: url)
        let windowList = try LivePlaylist(parsing: window, url: url)
        table.add(
            "reload that appends one",
            try Measurement {
                eventList
            } work: {
                try expect($0.update(longerEvent), appended: 1)
            }, comparedWith: parse)
        table.add(
            "reload that slides by one",
            try Measurement {
                windowList
            } work: {
                try expect($0.update(nextWindow), appended: 1)
            },
            comparedWith: parse)
        table.add(
            "reload without news",
            try Measurement {
                windowList
            } work: {
                try expect($0.update(window), appended: 0)
            }, comparedWith: parse)
        let whole = try HLSPlaylist.parse(nextWindow, url: url)
        guard case .media(let media) = whole else { return }
        table.add(
            "merge of a parsed reload",
            try Measurement {
                windowList
            } work: {
                try expect($0.update(media), appended: 1)
            }, comparedWith: parse)
        table.add(
            "print \(count) dated segments",
            Measurement {
                whole
            } work: {
                _ = $0.text
            }, comparedWith: parse)
    }

    /// The error of a benchmark whose update is not the expected one.
    private struct UnexpectedUpdate: Error {}

    private static func expect(_ update: PlaylistUpdate, appended: Int) throws {
        guard update.appended == appended, update.continuity == .continuous else { throw UnexpectedUpdate() }
    }

    private static func text(of numbers: Range<Int>, isEvent: Bool) -> [UInt8] {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)"]
        if isEvent { lines.append("#EXT-X-PLAYLIST-TYPE:EVENT") }
        lines.append("#EXT-X-MAP:URI=\"init.mp4\"")
        for number in numbers {
            let seconds = number * 2
            let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
            lines += ["#EXT-X-PROGRAM-DATE-TIME:2026-11-21T\(time).120Z", "#EXTINF:2.000,", "video/segment-\(100_000 + number).m4s"]
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
