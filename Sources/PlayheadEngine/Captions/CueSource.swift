import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadTransport

/// Where the cues of one captions track come from.
protocol CueSource: Sendable {
    /// Loads cues around and ahead of the playhead, which is at `time` (seconds), until there are no more or it is cancelled. A later call goes on
    /// with what earlier ones loaded.
    /// - Throws: `PlaybackError` where nothing more can be had.
    func run(from time: Double, into sink: CueSink) async throws
}

/// Takes the cues of one track.
struct CueSink: Sendable {
    /// Adds cues with times of the presentation.
    let insert: @Sendable ([CaptionCue]) -> Void
    /// Says up to which time (seconds) all cues are there.
    let reach: @Sendable (Double) -> Void
    /// Hears of what is left out.
    let warn: @Sendable (PlaybackError) -> Void
}

/// Reads WebVTT and SubRip alike.
enum CaptionsFile {
    /// Bytes of a captions file or segment at most.
    static let limit = LoadKind.captions.maximumBytes

    /// The cues of a file.
    /// - Throws: `PlaybackError` where it is neither.
    static func cues(of bytes: [UInt8], url: String) throws -> [CaptionCue] {
        if WebVTTParser.hasSignature(bytes) { return try webVTT(bytes, url: url).cues }
        let file = SubRipParser.parse(bytes)
        guard !file.cues.isEmpty else {
            throw PlaybackError(.captionsInvalid, severity: .warning, url: url, underlying: "It is neither WebVTT nor SubRip.")
        }
        return file.cues
    }

    /// A WebVTT file.
    /// - Throws: `PlaybackError` where it is none.
    static func webVTT(_ bytes: [UInt8], url: String) throws -> WebVTTFile {
        do {
            return try WebVTTParser.parse(bytes)
        } catch {
            throw PlaybackError(.captionsInvalid, severity: .warning, url: url, underlying: "\(error)")
        }
    }
}

/// A file beside the media.
struct SidecarCueSource: CueSource {
    let url: URL
    let loader: any Loader
    let options: RequestOptions
    private let isLoaded = Locked(false)

    init(url: URL, loader: any Loader, options: RequestOptions) {
        self.url = url
        self.loader = loader
        self.options = options
    }

    func run(from time: Double, into sink: CueSink) async throws {
        guard !isLoaded.withLock({ $0 }) else { return }
        let (_, bytes) = try await loader.loadWhole(options.request(url, kind: .captions), upTo: CaptionsFile.limit)
        sink.insert(try CaptionsFile.cues(of: bytes, url: url.withoutCredentials))
        isLoaded.withLock { $0 = true }
    }
}
