import PlayheadCore

extension PlaybackEngine {
    /// Whether a picture lies before where playing begins: decoding has to begin at a key frame before it.
    func isBeforeStart(_ frame: DecodedFrame) -> Bool { !hasShownFrame && frame.end <= firstPosition + 0.000_5 }

    /// Opening takes its time, in which a stream of low latency goes on: the playhead begins where live playing is by now, as far as that is loaded.
    func catchUpBeforeStart(_ now: Double) {
        guard !hasShownFrame, configuration.pacing == .realTime, rate == 1, let window = source?.window(at: now), window.isLowLatency else {
            return
        }
        let trifle = 0.1
        let target = window.edge - window.targetLatency
        guard target > position + trifle, store.loaded(beyond: target) >= Self.startAmount else { return }
        if sound != nil { guard store.seek(to: target, only: .audio) else { return } }
        metadata.advance(from: position, to: target)
        firstPosition = target
        position = target
        clock.set(target, at: now)
        store.setPlayhead(target)
        sound?.restart(at: target, rate: rate)
        queue.removeAll { isBeforeStart($0) }
        fillPictures()
    }
}
