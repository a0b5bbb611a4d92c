import PlayheadCore

/// Performing commands.
extension PlaybackEngine {
    /// Performs a command that neither opens nor closes the playback.
    func perform(playing command: EngineCommand) {
        switch command {
        case .open, .close: break
        case .start: perform(machine.start(at: configuration.clock.now))
        case .pause: perform(machine.pause(collectFacts(configuration.clock.now)))
        case .seek(let id, let target, let precision):
            guard media != nil else { return }
            perform(machine.begin(PlayoutSeek(id: id, target: target, precision: precision), collectFacts(configuration.clock.now)))
        case .setRate(let rate): change(rate: rate)
        case .setVolume(let volume): device.setVolume(volume)
        case .setMuted(let isMuted): device.setMuted(isMuted)
        case .setVideoEnabled(let isEnabled): video.isEnabled = isEnabled
        case .selectLevel(let index):
            video.levels.choice = index
            source?.selectLevel(index, playhead: position)
        case .selectAudioTrack(let index): source?.selectAudioTrack(index, playhead: position)
        case .selectCaptions(let index):
            guard media != nil, captions.controller.select(index, at: machine.seek?.target ?? position) else { return }
            report(.captionsSelected(index))
            // While playback waits or seeks, no turn presents captions; a cue that returns meanwhile would count as shown.
            if index == 0 { captions.present(at: position) }
        case .setQualityLimits(let limits):
            settings.qualityLimits = limits
            source?.setQualityLimits(limits)
        case .setFence(let time):
            settings.fence = time
            captions.fence = time
            shared.withLock { $0.playhead.fence = time }
        case .setPlayLimit(let seconds): settings.playLimit = seconds
        case .setShowsPictureWhileHeld(let isShown): settings.showsPictureWhileHeld = isShown
        case .setCaptionsDelay(let delay): captions.controller.setDelay(delay)
        case .setAudioDelay(let delay):
            settings.audioDelay = delay
            applyAudioDelay()
        }
    }

    private func change(rate: Double) {
        guard rate != machine.rate else { return }
        let instructions = machine.setRate(rate, collectFacts(configuration.clock.now))
        source?.setRate(machine.effectiveRate)
        perform(instructions)
    }
}

/// The settings of a whole playback, made by commands.
struct EngineSettings {
    /// The limits for the selection of levels.
    var qualityLimits: QualityLimits
    /// The position at which playback stops until a decision is made, in seconds.
    var fence: Double?
    /// The maximum duration of media to play, in seconds.
    var playLimit: Double?
    /// Whether the first picture is shown although the playhead is not requested to move.
    var showsPictureWhileHeld = false
    /// The time by which sound is played later than pictures, in seconds.
    var audioDelay = 0.0
}
