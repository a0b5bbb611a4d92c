import Foundation

@testable import PlayheadOrigin

/// Small recordings that consist only of text.
enum Recordings {
    /// Three segments of 4, 4 and 2 s.
    static let simple = """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:4
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXTINF:4,
        a.ts
        #EXTINF:4,
        b.ts
        #EXTINF:2,
        c.ts
        #EXT-X-ENDLIST
        """

    static func simple(_ options: LiveOptions, faults: [LiveFault] = []) throws -> LivePresentation {
        try LivePresentation(
            RecordedPresentation(entry: "main.m3u8") { $0 == "main.m3u8" ? simple : nil }, options: options, faults: faults)
    }

    private static let multivariant = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",DEFAULT=YES,URI="audio/main.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=100000,AUDIO="audio"
        video/main.m3u8
        """

    private static func fragmented(_ durations: [String]) -> String {
        let segments = durations.enumerated().map { "#EXTINF:\($1),\ns\($0).m4s\n" }.joined()
        return "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"init.mp4\"\n" + segments + "#EXT-X-ENDLIST\n"
    }

    /// Returns a presentation with two segments of 2 s in parts of 0.5 s, and separate audio.
    static func lowLatency(_ options: LiveOptions, faults: [LiveFault] = []) throws -> LivePresentation {
        let texts = [
            "main.m3u8": multivariant, "video/main.m3u8": fragmented(["2.0", "2.0"]), "audio/main.m3u8": fragmented(["2.0", "2.0"]),
        ]
        var recording = try RecordedPresentation(entry: "main.m3u8") { texts[$0] }
        for path in recording.order {
            guard var track = recording.tracks[path] else { continue }
            for index in track.segments.indices {
                track.segments[index].parts = (0..<4).map {
                    RecordedPart(
                        start: $0 * 500_000, duration: 500_000, range: ($0 * 100)..<($0 * 100 + 100), isIndependent: $0 == 0)
                }
            }
            track.segments[0].mediaStart = 0
            recording.tracks[path] = track
        }
        var options = options
        options.parts = options.parts ?? .resources
        return try LivePresentation(recording, options: options, faults: faults)
    }
}

extension LivePresentation {
    /// Returns the text of a playlist, or a description of any other answer.
    func text(_ path: String = "main.m3u8", _ query: String? = nil, host: String? = nil, at time: Double) -> String {
        switch answer(to: LiveRequest(path: path, query: query, host: host), at: time) {
        case .playlist(let text): text
        case let other: "\(other)"
        }
    }

    func status(_ path: String, range: String? = nil, at time: Double) -> Int? {
        switch answer(to: LiveRequest(path: path, range: range), at: time) {
        case .media, .playlist, .manifest, .patch, .date, .file: 200
        case .failure(let status, _): status
        case .later: nil
        }
    }
}
