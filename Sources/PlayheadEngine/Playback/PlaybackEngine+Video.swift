import PlayheadCore

/// Leaving pictures out while nobody looks: sound and playhead go on, and nothing is decoded for the screen.
extension PlaybackEngine {
    /// Whether pictures are left out. Where the data moves the playhead all of them are wanted.
    var leavesPicturesOut: Bool { !isVideoEnabled && configuration.pacing == .realTime }

    /// Passes over what would be decoded by now.
    func leavePicturesOut() {
        pictureUse = .leftOut
        queue = []
        supply = .sparse
        store.skip(.video, before: position)
    }

    /// Goes back to the key frame before the playhead and decodes up to it, some frames at a time, so that the sound is fed meanwhile.
    /// - Returns: Whether pictures are where the playhead is.
    func takePicturesUp(_ pictures: TrackDecoder) -> Bool {
        if pictureUse == .leftOut { beginTakingUp(pictures) }
        let bunch = 30
        for _ in 0..<bunch {
            switch pictures.step() {
            case .frame(let frame):
                guard frame.time >= frame.format.visibleFrom else { continue }
                captions.decode(frame)
                let reached = motion == .moving ? playhead(at: configuration.clock.now) : position
                guard frame.end > reached + 0.000_5 else { continue }
                endTakingUp()
                videoEnd = frame.time
                if motion == .held, hasShownFrame, frame.time <= position + 0.001 { show(frame) } else { queue.append(frame) }
                return true
            case .failed(let error):
                decodingFailed(pictures, "\(error)")
                if isOver { return false }
            case .starved, .sparse, .ended:
                endTakingUp()
                return true
            }
        }
        requestWake()
        return false
    }

    private func beginTakingUp(_ pictures: TrackDecoder) {
        // Where the playhead waits for data, the last of what is there.
        if !store.seek(to: position, only: .video), let end = store.loadedEnd(of: .video) {
            _ = store.seek(to: min(position, end - 0.001), only: .video)
        }
        captions.reset()
        pictures.reset()
        pictureUse = .takenUp
    }

    private func endTakingUp() {
        pictureUse = .shown
        supply = .more
    }
}
