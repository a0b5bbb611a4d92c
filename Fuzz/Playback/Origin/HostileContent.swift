import Foundation
import PlayheadCore
import Synchronization
import TestSupport

/// The content of a hostile origin: a presentation, files and documents, with randomly mutated responses. For a seed, equal requests get
/// equal responses.
final class HostileContent: Sendable {
    /// The rates of mutations: one in this number of responses; 0 for never.
    struct Rates: Sendable {
        var heads: Int
        var manners: Int
        var texts: Int
        var media: Int
        var ads: Int

        /// Whether the content is delivered undamaged, apart from ads.
        var isIntact: Bool { [heads, manners, texts, media].allSatisfy { $0 == 0 } }

        /// Creates the rates of undamaged content.
        init() { (heads, manners, texts, media, ads) = (0, 0, 0, 0, 0) }

        init(_ random: inout SeededGenerator) {
            let choices = [0, 0, 2, 4, 12, 40]
            heads = choices[random.below(choices.count)]
            manners = choices[random.below(choices.count)]
            texts = choices[random.below(choices.count)]
            media = choices[random.below(choices.count)]
            ads = [0, 1, 2, 4][random.below(4)]
        }
    }

    /// The source of a live stream.
    enum LiveSource: CustomStringConvertible {
        /// Playlists that advance with each request.
        case requests(LivePlaylists)
        /// A broadcast on the clock of the playback.
        case origin(LiveOrigin)

        var description: String {
            switch self {
            case .requests: "by requests"
            case .origin(let origin): "\(origin.options)"
            }
        }
    }

    /// The path to open.
    let entry: String
    /// Whether the content is a whole stream that is delivered undamaged.
    let isIntact: Bool
    /// Whether the stream is live without an end.
    var isEndless: Bool { if case .origin(let origin) = live { origin.options.endsAfter == nil } else { false } }
    private let seed: UInt64
    private let files: [String: [UInt8]]
    private let rates: Rates
    private let live: LiveSource?
    private let text: TextMutator
    private static let ad = "ads/ad.mp4"
    private let counts = Mutex<[String: Int]>([:])

    /// Creates the content from a presentation and the documents beside it.
    init(_ presentation: SamplePresentation, seed: UInt64, ad: [UInt8], rates: Rates, live: LiveSource?) {
        if case .origin(let origin) = live { entry = origin.entry } else { entry = presentation.entry }
        // The keys of files come from the app, which has none.
        let isPlayable = presentation.isClear || SamplePresentation.isPlaylist(entry) || SamplePresentation.isManifest(entry)
        if case .requests = live { isIntact = false } else { isIntact = rates.isIntact && isPlayable }
        self.seed = seed
        self.rates = rates
        self.live = live
        var files = presentation.files
        for (path, bytes) in SampleDocuments.all { files[path] = bytes }
        files[Self.ad] = ad
        self.files = files
        text = TextMutator(paths: files.keys.sorted())
    }

    /// Returns the response for a path without its first slash.
    func answer(_ path: String, query: String?) -> HostileAnswer {
        let count = counts.withLock { counts in
            counts[path, default: 0] += 1
            return counts[path, default: 1]
        }
        var random = SeededGenerator(seed: Self.hash("\(seed) \(path) \(count)"))
        guard let (bytes, delay) = original(path, count: count, query: query) else { return HostileAnswer(status: 404, body: []) }
        var answer = HostileAnswer(type: Self.type(of: path), body: damaged(bytes, path: path, using: &random))
        if delay > 0 { answer.manner = .late(milliseconds: Int(saturating: delay * 1000) + 1) }
        if isDue(rates.heads, &random) { damageHead(&answer, &random) }
        if path.hasPrefix("ads/"), path.hasSuffix(".xml"), isDue(rates.ads, &random) { spoil(&answer, &random) }
        if isDue(rates.manners, &random) { answer.manner = Self.manner(answer.body.count, &random) }
        return answer
    }

    /// Returns the undamaged bytes, and the seconds after which they are delivered.
    private func original(_ path: String, count: Int, query: String?) -> (bytes: [UInt8], delay: Double)? {
        switch live {
        case .origin(let origin) where SampleDocuments.all[path] == nil && path != Self.ad: return origin.answer(path, query: query)
        case .requests(let playlists):
            if let bytes = playlists.playlist(path, request: count, query: query) { return (bytes, 0) }
        case .origin, nil: break
        }
        return files[path].map { ($0, 0) }
    }

    /// Returns a hash that is the same in every process (FNV-1a).
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
    }

    private func isDue(_ rate: Int, _ random: inout SeededGenerator) -> Bool { rate > 0 && random.oneIn(rate) }

    private func damaged(_ bytes: [UInt8], path: String, using random: inout SeededGenerator) -> [UInt8] {
        let isPlaylist = SamplePresentation.isPlaylist(path)
        let isManifest = SamplePresentation.isManifest(path)
        guard isPlaylist || isManifest || SampleDocuments.all[path] != nil else {
            return isDue(rates.media, &random) ? ByteMutator.mutate(bytes, &random) : bytes
        }
        let tags = isPlaylist ? PlaylistTags.all : isManifest ? ManifestElements.all : []
        return isDue(rates.texts, &random) ? text.mutate(bytes, tags: tags, &random) : bytes
    }

    private func damageHead(_ answer: inout HostileAnswer, _ random: inout SeededGenerator) {
        switch random.below(6) {
        case 0: answer.status = [204, 206, 299, 304, 400, 401, 403, 404, 410, 416, 429, 500, 503, 599, 700, 999][random.below(16)]
        case 1, 2:
            answer.status = [301, 302, 303, 307, 308, 300][random.below(6)]
            answer.location = location(&random)
        case 3: answer.acceptsRanges = false
        case 4: answer.type = ["text/html", "application/vnd.apple.mpegurl", "video/mp4", "", "a/b;c=\"d", "text/vtt"][random.below(6)]
        default: answer.body = Array(answer.body.prefix(random.below(answer.body.count + 1)))
        }
    }

    /// Makes the document of an ad late, missing or empty.
    private func spoil(_ answer: inout HostileAnswer, _ random: inout SeededGenerator) {
        switch random.below(6) {
        case 0: answer.status = [404, 500][random.below(2)]
        case 1: answer.body = Array("<VAST version=\"4.0\"/>".utf8)
        case 2: answer.body = Array("<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\"/>".utf8)
        default: answer.manner = .late(milliseconds: 20 + random.below(500))
        }
    }

    private func location(_ random: inout SeededGenerator) -> String? {
        switch random.below(10) {
        case 0: nil
        case 1: Self.oddLocations[random.below(Self.oddLocations.count)]
        case 2: "?again=\(random.below(4))"
        default: "/" + text.paths[random.below(text.paths.count)]
        }
    }

    private static let oddLocations = [
        "", "//", "http://[::1", "ftp://127.0.0.1/", "javascript:1", "http://127.0.0.1:1/", "http://127.0.0.1:0/",
        "http://127.0.0.1:65536/", "http://[::1]:70000/", "https://127.0.0.1:99999/", "http://localhost:4294967376/",
        String(repeating: "x", count: 9000),
    ]

    private static func manner(_ length: Int, _ random: inout SeededGenerator) -> HostileAnswer.Manner {
        switch random.below(12) {
        case 0..<5: .pieces(1 + random.below(random.oneIn(4) ? 16 : 4000))
        case 5..<9: .cut(random.below(length + 1), isReset: random.oneIn(2))
        case 9, 10: .stall(random.below(length + 1))
        default: .endless
        }
    }

    private static func type(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "m3u8": "application/vnd.apple.mpegurl"
        case "mpd": "application/dash+xml"
        case "mpp": "application/dash-patch+xml"
        case "mp4", "m4s": "video/mp4"
        case "ts": "video/mp2t"
        case "vtt": "text/vtt"
        case "xml": "text/xml"
        case "json": "application/json"
        default: "application/octet-stream"
        }
    }
}
