import PlayheadCaptions
import PlayheadCore
import PlayheadFFmpeg

/// The captions inside the video: a track that turns up with the first picture that carries any.
struct ClosedCaptions {
    let decoder: ClosedCaptionDecoder
    /// The track's place among the captions, from 0.
    let index: Int
}

extension PlaybackEngine {
    /// Takes what a picture carries; called in the order of showing.
    func takeClosedCaptions(of frame: DecodedFrame) {
        guard frame.frame.hasClosedCaptions, let closed = closedCaptionsTrack() else { return }
        do throws(FFmpegError) {
            for event in try closed.decoder.decode(frame.frame, at: frame.time) {
                captions.show(
                    ClosedCaptionEvent(dialogue: event.dialogue).cues(start: event.start, end: event.end), in: closed.index, at: event.start
                )
            }
        } catch {
            report(.warning(PlaybackError(.captionsInvalid, severity: .warning, url: urlText, underlying: "\(error)")))
        }
    }

    /// The playhead goes on elsewhere.
    func resetClosedCaptions() {
        guard let closedCaptions else { return }
        closedCaptions.decoder.flush()
        captions.clear(closedCaptions.index)
    }

    private func closedCaptionsTrack() -> ClosedCaptions? {
        if let closedCaptions { return closedCaptions }
        guard !hasNoClosedCaptions, let decoder = try? ClosedCaptionDecoder() else {
            hasNoClosedCaptions = true
            return nil
        }
        let track = media?.closedCaptions ?? MediaTrack(index: 0, name: "CC", isClosedCaptions: true)
        let index = captions.add(CaptionsController.Offer(track: track, source: InbandCueSource())) - 1
        closedCaptions = ClosedCaptions(decoder: decoder, index: index)
        report(.captionsTracks(captions.tracks, current: captions.current))
        return closedCaptions
    }
}

/// Cues that come with the pictures: nothing is loaded for them.
private struct InbandCueSource: CueSource {
    func run(from time: Double, into sink: CueSink) async throws {}
}
