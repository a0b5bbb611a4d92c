import PlayheadCaptions
import PlayheadCore
import PlayheadFFmpeg

/// The caption tracks that are interleaved with audio and video in a file: read along with them, whether or not they are selected.
///
/// Used by the thread that reads the file.
final class EmbeddedCaptions {
    /// The form of the samples.
    private enum Form {
        /// FFmpeg converts them to dialogue lines.
        case dialogue(TextDecoder)
        /// The text of SubRip, of which FFmpeg's conversion loses what is in braces.
        case subRip
        case webVTT
    }

    private struct Track {
        let stream: StreamInfo
        let form: Form
        let cues: EmbeddedCueSource
        /// The last sample, if its duration is unknown and the next one ends it.
        var open: OpenSample?

        /// Whether a sample is shown until the next one, which may be empty, as in 3GPP timed text (3GPP TS 26.245 §5.2).
        var isContiguous: Bool { stream.codec == "mov_text" }

        /// Adds the cues of dialogue lines.
        func add(_ lines: [String], start: Double, end: Double) {
            cues.add(lines.flatMap { ClosedCaptionEvent(dialogue: $0).cues(start: start, end: end) })
        }
    }

    /// A sample whose end is not known yet.
    private struct OpenSample {
        var start: Double
        let lines: [String]
    }

    /// The duration of a cue without one, in seconds.
    private static let usual = 5.0
    /// The maximum number of pieces of a sample that are added at a time.
    private static let maximumPieces = 1000
    private var tracks: [Track] = []
    private let origin: Double
    private let url: String
    private let warn: @Sendable (PlaybackError) -> Void
    private var hasWarned = false

    /// - Parameters:
    ///   - streams: The streams of the file.
    ///   - origin: The offset that is subtracted from times of the container, in seconds.
    ///   - url: The URL of the file without credentials, for warnings.
    ///   - warn: Receives the first decoding error.
    init(_ streams: [StreamInfo], origin: Double, url: String, warn: @escaping @Sendable (PlaybackError) -> Void) {
        self.origin = origin
        self.url = url
        self.warn = warn
        for stream in streams where stream.isWebVTT || stream.isText && stream.isDecodable {
            do throws(FFmpegError) {
                let form: Form = stream.isWebVTT ? .webVTT : stream.codec == "subrip" ? .subRip : .dialogue(try TextDecoder(stream))
                tracks.append(Track(stream: stream, form: form, cues: EmbeddedCueSource()))
            } catch {
                reportOnce(error)
            }
        }
    }

    /// The streams that are read.
    var streams: [StreamInfo] { tracks.map(\.stream) }

    /// The tracks for ``CaptionsController``.
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

    /// Decodes a packet of one of ``streams``.
    func take(_ packet: Packet, of stream: StreamInfo) {
        guard let index = tracks.firstIndex(where: { $0.stream.index == stream.index }), let time = packet.pts ?? packet.dts else { return }
        let start = Double(time) * stream.timeBase - origin
        let duration = Double(packet.duration) * stream.timeBase
        if let open = tracks[index].open, start > open.start { tracks[index].add(open.lines, start: open.start, end: start) }
        tracks[index].open = nil
        let end = start + (duration > 0 ? duration : Self.usual)
        // Some muxers of Matroska end texts with a zero, behind which is no text.
        let bytes = Array(packet.bytes.prefix { $0 != 0 })
        let decoder: TextDecoder
        switch tracks[index].form {
        case .subRip: return tracks[index].cues.add([SubRipParser.cue(ofSample: bytes, start: start, end: end)])
        case .webVTT:
            let markup = String(decoding: bytes, as: UTF8.self).trimmed
            let text = CueText(parsing: markup).plainText
            return tracks[index].cues.add([CaptionCue(startTime: start, endTime: end, text: text, markup: markup)])
        case .dialogue(let found): decoder = found
        }
        do throws(FFmpegError) {
            let lines = try decoder.decode(packet).map(SubStationText.withoutPlacement)
            if duration <= 0, tracks[index].isContiguous {
                tracks[index].open = OpenSample(start: start, lines: lines)
            } else {
                tracks[index].add(lines, start: start, end: end)
            }
        } catch {
            reportOnce(error)
        }
    }

    /// Reports that the file was read up to `time` (seconds); infinity if nothing more follows.
    func reach(_ time: Double) {
        // Containers interleave captions only roughly with the pictures of the same time.
        let slack = 1.0
        for index in tracks.indices {
            extendOpenSample(of: &tracks[index], to: time - slack)
            tracks[index].cues.reach(time - slack)
        }
    }

    /// Adds what is certain of a sample whose end is not known yet, so that it is shown before its end is read.
    private func extendOpenSample(of track: inout Track, to time: Double) {
        guard var open = track.open else { return }
        guard time < .infinity else {
            track.add(open.lines, start: open.start, end: open.start + Self.usual)
            track.open = nil
            return
        }
        for _ in 0..<Self.maximumPieces {
            guard open.start + Self.usual <= time else { break }
            track.add(open.lines, start: open.start, end: open.start + Self.usual)
            open.start += Self.usual
        }
        track.open = open.lines.isEmpty ? nil : open
    }

    /// Resets the read position, because reading continues at another position of the file.
    func restart() {
        for index in tracks.indices {
            tracks[index].open = nil
            tracks[index].cues.restart()
        }
    }

    private func reportOnce(_ error: FFmpegError) {
        guard !hasWarned else { return }
        hasWarned = true
        warn(PlaybackError(.captionsInvalid, severity: .warning, url: url, underlying: "\(error)"))
    }
}

/// The cues of one track of a file, as far as the file was read.
final class EmbeddedCueSource: CueSource {
    private struct State {
        /// The cues that were added, because parts of a file are read more than once.
        var known = CueTimeline()
        var cues: [CaptionCue] = []
        var sink: CueSink?
        /// The time up to which all cues were reported as read, in seconds.
        var reached = -Double.infinity
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// The minimum progress of reading that is reported, in seconds.
    private static let step = 0.25

    private let state = Locked(State())

    /// Adds cues that were read; called on the reading thread.
    func add(_ cues: [CaptionCue]) {
        let (news, sink) = state.withLock { state in
            let news = cues.filter { state.known.insert(contentsOf: [$0]) > 0 }
            state.cues += news
            return (news, state.sink)
        }
        if !news.isEmpty { sink?.insert(news) }
    }

    /// Reports that the track was read up to `time` (seconds); called on the reading thread.
    func reach(_ time: Double) {
        let sink: CueSink? = state.withLock { state in
            guard time >= state.reached + Self.step else { return nil }
            state.reached = time
            return state.sink
        }
        sink?.reach(time)
    }

    /// Resets the read position, because reading continues at another position.
    func restart() { state.withLock { $0.reached = -.infinity } }

    /// Passes existing and future cues to `sink` until the task is cancelled, also beyond the end of the file, because a seek may follow.
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

extension CueTimeline.Change {
    /// Returns the change `delay` seconds later. Timestamps inside of cues keep their distance to the cue's start.
    func delayed(by delay: Double) -> CueTimeline.Change {
        guard delay != 0 else { return self }
        let cues = cues.map { cue in
            var cue = cue
            cue.markupStartTime = cue.markupStartTime ?? cue.startTime
            cue.startTime += delay
            cue.endTime += delay
            return cue
        }
        return CueTimeline.Change(cues: cues, start: start + delay, end: end + delay)
    }
}
