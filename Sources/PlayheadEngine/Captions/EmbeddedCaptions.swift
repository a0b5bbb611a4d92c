import PlayheadCaptions
import PlayheadCore
import PlayheadFFmpeg

/// The captions that lie between sound and picture in a file: read along with them, whether they are chosen or not.
///
/// Used by the thread that reads the file.
final class EmbeddedCaptions {
    private struct Track {
        let stream: StreamInfo
        let decoder: TextDecoder
        let cues: EmbeddedCueSource
    }

    /// How long a cue stays that does not say, in seconds.
    private static let usual = 5.0
    private var tracks: [Track] = []
    private let origin: Double
    private let url: String
    private let warn: @Sendable (PlaybackError) -> Void
    private var hasWarned = false

    /// - Parameters:
    ///   - streams: Those of the file.
    ///   - origin: What is subtracted from the container's times, in seconds.
    ///   - url: Of the file, without credentials, for warnings.
    ///   - warn: Hears of what can't be read, once.
    init(_ streams: [StreamInfo], origin: Double, url: String, warn: @escaping @Sendable (PlaybackError) -> Void) {
        self.origin = origin
        self.url = url
        self.warn = warn
        for stream in streams where stream.isText && stream.isDecodable {
            do throws(FFmpegError) {
                tracks.append(Track(stream: stream, decoder: try TextDecoder(stream), cues: EmbeddedCueSource()))
            } catch {
                tell(error)
            }
        }
    }

    /// The streams that are read.
    var streams: [StreamInfo] { tracks.map(\.stream) }

    /// As they can be chosen.
    var offers: [CaptionsController.Offer] {
        tracks.enumerated().map { index, track in
            let stream = track.stream
            let name = stream.title ?? stream.language ?? (tracks.count == 1 ? "Captions" : "Captions \(index + 1)")
            let characteristics = ["public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound"]
            return CaptionsController.Offer(
                track: MediaTrack(
                    index: 0, name: name, language: stream.language, isDefault: stream.isDefault, isForced: stream.isForced,
                    isAutoselect: true, characteristics: stream.isForHearingImpaired ? characteristics : []),
                source: track.cues)
        }
    }

    /// Takes a packet of one of ``streams``.
    func take(_ packet: Packet, of stream: StreamInfo) {
        guard let track = tracks.first(where: { $0.stream.index == stream.index }), let time = packet.pts ?? packet.dts else { return }
        let start = Double(time) * stream.timeBase - origin
        let duration = Double(packet.duration) * stream.timeBase
        do throws(FFmpegError) {
            let lines = try track.decoder.decode(packet).compactMap(Self.dialogue)
            track.cues.add(
                lines.flatMap { ClosedCaptionEvent(dialogue: $0).cues(start: start, end: start + (duration > 0 ? duration : Self.usual)) })
        } catch {
            tell(error)
        }
    }

    /// The file was read up to `time` (seconds); infinity where nothing more comes.
    func reach(_ time: Double) {
        // Containers put captions somewhere beside the pictures that they go with.
        let slack = 1.0
        for track in tracks { track.cues.reach(time - slack) }
    }

    /// The file is read from elsewhere on.
    func restart() {
        for track in tracks { track.cues.restart() }
    }

    /// A line without its script's own places, which mean another screen; `nil` of a drawing.
    private static func dialogue(_ line: String) -> String? {
        guard !line.contains(/\\p[1-9]/) else { return nil }
        return line.replacing(/\\(?:pos|move|org|clip|iclip)\([^)]*\)/, with: "")
    }

    private func tell(_ error: FFmpegError) {
        guard !hasWarned else { return }
        hasWarned = true
        warn(PlaybackError(.captionsInvalid, severity: .warning, url: url, underlying: "\(error)"))
    }
}

/// The cues of one track of a file, as far as it was read.
final class EmbeddedCueSource: CueSource {
    private struct State {
        /// What is there already, since parts of a file are read more than once.
        var known = CueTimeline()
        var cues: [CaptionCue] = []
        var sink: CueSink?
        /// Up to which time all of them are there, in seconds, as it was told last.
        var reached = -Double.infinity
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// Less news of how far it was read is not worth telling, in seconds.
    private static let step = 0.25

    private let state = Locked(State())

    /// Cues were read; from the thread that reads.
    func add(_ cues: [CaptionCue]) {
        let (news, sink) = state.withLock { state in
            let news = cues.filter { state.known.insert(contentsOf: [$0]) > 0 }
            state.cues += news
            return (news, state.sink)
        }
        if !news.isEmpty { sink?.insert(news) }
    }

    /// It was read up to `time` (seconds); from the thread that reads.
    func reach(_ time: Double) {
        let sink: CueSink? = state.withLock { state in
            guard time >= state.reached + Self.step else { return nil }
            state.reached = time
            return state.sink
        }
        sink?.reach(time)
    }

    /// It is read from elsewhere on.
    func restart() { state.withLock { $0.reached = -.infinity } }

    /// Hands on what was read and what is to be read, until it is cancelled: it does not say when there is no more, since a seek may come.
    func run(from time: Double, into sink: CueSink) async throws {
        let (cues, reached) = state.withLock { state in
            state.sink = sink
            return (state.cues, state.reached)
        }
        sink.insert(cues)
        sink.reach(reached)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !Task.isCancelled else { return true }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }?.resume()
        }
    }
}
