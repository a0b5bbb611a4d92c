import PlayheadCaptions
import PlayheadCore
import PlayheadFFmpeg

/// Presents captions: collects the ones inside decoded pictures, and reports the cues at the playhead whenever they change.
///
/// Confined to the executor of the engine.
final class CaptionPresenter {
    /// The captions inside the video: a track that is added with the first picture that carries captions.
    private struct ClosedCaptions {
        let decoder: ClosedCaptionDecoder
        /// The index of the track among the captions, from 0.
        let index: Int
    }

    /// The cues that were reported last, the range in which they stay, in seconds, and the version of the captions they belong to.
    private struct Presented {
        var cues: [CaptionCue] = []
        var start = 0.0
        var end = 0.0
        var version = -1
    }

    /// The tracks and their cues.
    let controller: CaptionsController
    /// The description of the captions inside the video as given by the stream, or `nil`.
    var announcedTrack: MediaTrack?
    private let url: String
    private let report: @Sendable (EngineReport) -> Void
    private var closed: ClosedCaptions?
    /// Whether FFmpeg cannot decode captions inside videos.
    private var isUndecodable = false
    private var presented = Presented()

    /// Creates a presenter.
    /// - Parameters:
    ///   - controller: The tracks and their cues.
    ///   - url: The URL of the media without credentials, for warnings.
    ///   - report: Receives changes of cues and tracks, and warnings.
    init(controller: CaptionsController, url: String, report: @escaping @Sendable (EngineReport) -> Void) {
        self.controller = controller
        self.url = url
        self.report = report
    }

    /// Reports the cues that are shown at `position` (seconds), if they changed.
    func present(at position: Double) {
        let version = controller.version
        guard version != presented.version || position < presented.start || position >= presented.end else { return }
        let change = controller.change(at: position)
        // A cue whose end became known is still the same cue.
        let isNew = !change.cues.elementsEqual(presented.cues) {
            $0.startTime == $1.startTime && $0.markup == $1.markup && $0.layout == $1.layout && $0.id == $1.id
        }
        presented = Presented(cues: change.cues, start: change.start, end: change.end, version: version)
        if isNew { report(.captionCues(change.cues, start: change.start, end: change.end)) }
    }

    /// The time after `position` at which the cues change, in seconds; infinity if they do not.
    func nextChange(after position: Double) -> Double { presented.end > position ? presented.end : .infinity }

    // MARK: Captions inside the video

    /// Whether the video carries captions, as far as this is known.
    var areInsideVideo: Bool { closed != nil || announcedTrack != nil }

    /// Decodes the captions that a picture carries; called in presentation order.
    func decode(_ frame: DecodedFrame) {
        guard let content = frame.frame, content.hasClosedCaptions, let closed = closedCaptions() else { return }
        do throws(FFmpegError) {
            for event in try closed.decoder.decode(content, at: frame.time) {
                let cues = ClosedCaptionEvent(dialogue: event.dialogue).cues(start: event.start, end: event.end)
                controller.show(cues, in: closed.index, at: event.start)
            }
        } catch {
            report(.warning(PlaybackError(.captionsInvalid, severity: .warning, url: url, underlying: "\(error)")))
        }
    }

    /// Drops the captions inside the video, because decoding continues elsewhere.
    func reset() {
        guard let closed else { return }
        closed.decoder.flush()
        controller.clear(closed.index)
    }

    private func closedCaptions() -> ClosedCaptions? {
        if let closed { return closed }
        guard !isUndecodable, let decoder = try? ClosedCaptionDecoder() else {
            isUndecodable = true
            return nil
        }
        let track = announcedTrack ?? MediaTrack(index: 0, name: "CC", isClosedCaptions: true)
        let index = controller.add(CaptionsController.Offer(track: track, source: InbandCueSource())) - 1
        closed = ClosedCaptions(decoder: decoder, index: index)
        report(.captionsTracks(controller.tracks, current: controller.current))
        return closed
    }
}

/// A source for cues that arrive with the pictures, so that nothing is loaded.
private struct InbandCueSource: CueSource {
    func run(from time: Double, into sink: CueSink) async throws {}
}
