import PlayheadCaptions
import PlayheadCore
import PlayheadFFmpeg

/// Presents captions: collects the ones inside decoded pictures, and reports the cues at the playhead whenever they change.
///
/// Confined to the executor of the engine.
final class CaptionPresenter {
    /// The captions of one channel inside the video.
    private struct ClosedCaptions {
        let channel: CaptionChannels.Channel
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
    /// The captions inside the video that the stream announces. Their tracks are added with the first picture that carries captions.
    var announced: [ClosedCaptionTrack] = []
    /// The position at which playback stops for a decision, in seconds.
    var fence: Double?
    private let url: String
    private let report: @Sendable (EngineReport) -> Void
    private var channels = CaptionChannels()
    private var closed: [ClosedCaptions] = []
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
        var (cues, end) = (change.cues, change.end)
        if let fence, position <= fence, position > fence - PlayoutLimits.pictureRounding {
            // What begins at the fence, such as an ad, precedes the cues that begin there.
            cues.removeAll { $0.startTime > fence - PlayoutLimits.pictureRounding }
            end = position
        }
        // A cue whose end became known is still the same cue.
        let isNew = !cues.elementsEqual(presented.cues) {
            $0.startTime == $1.startTime && $0.markup == $1.markup && $0.layout == $1.layout && $0.id == $1.id
        }
        presented = Presented(cues: cues, start: change.start, end: end, version: version)
        if isNew { report(.captionCues(cues, start: change.start, end: change.end)) }
    }

    /// The time after `position` at which the cues change, in seconds; infinity if they do not.
    func nextChange(after position: Double) -> Double { presented.end > position ? presented.end : .infinity }

    // MARK: Captions inside the video

    /// Whether the video carries captions, as far as this is known.
    var areInsideVideo: Bool { !closed.isEmpty || !announced.isEmpty }

    /// Decodes the captions that a picture carries; called in presentation order.
    func decode(_ frame: DecodedFrame) {
        guard !isUndecodable, let data = frame.frame?.closedCaptions else { return }
        let parts = channels.split(data)
        addTracks()
        do throws(FFmpegError) {
            for captions in closed {
                for event in try captions.decoder.decode(parts[captions.channel] ?? [], at: frame.time) {
                    let cues = ClosedCaptionEvent(dialogue: event.dialogue).cues(start: event.start, end: event.end)
                    controller.show(cues, in: captions.index, at: event.start)
                }
            }
        } catch {
            report(.warning(PlaybackError(.captionsInvalid, severity: .warning, url: url, underlying: "\(error)")))
        }
    }

    /// Drops the captions inside the video, because decoding continues elsewhere.
    func reset() {
        channels.reset()
        for captions in closed {
            captions.decoder.flush()
            controller.clear(captions.index)
        }
    }

    /// Adds the tracks that are announced, or else CC1, and those that pictures carry beside them.
    private func addTracks() {
        let expected = closed.isEmpty && announced.isEmpty ? [.cc1] : announced.map(\.channel)
        let missing = (expected + channels.seen.sorted { $0.rawValue < $1.rawValue }).filter { channel in
            !closed.contains { $0.channel == channel }
        }
        guard !missing.isEmpty else { return }
        for channel in missing where !closed.contains(where: { $0.channel == channel }) {
            guard let decoder = try? ClosedCaptionDecoder() else {
                isUndecodable = true
                return
            }
            let name = channel == .cc1 ? "CC" : channel.name
            let track = announced.first { $0.channel == channel }?.track ?? MediaTrack(index: 0, name: name, isClosedCaptions: true)
            let index = controller.add(CaptionsController.Offer(track: track, source: InbandCueSource())) - 1
            closed.append(ClosedCaptions(channel: channel, decoder: decoder, index: index))
        }
        report(.captionsTracks(controller.tracks, current: controller.current))
    }
}

/// Captions inside the video that a manifest announces.
struct ClosedCaptionTrack: Sendable, Hashable {
    var channel: CaptionChannels.Channel
    var track: MediaTrack
}

/// A source for cues that arrive with the pictures, so that nothing is loaded.
private struct InbandCueSource: CueSource {
    func run(from time: Double, into sink: CueSink) async throws {}
}
