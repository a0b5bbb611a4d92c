import PlayheadCore

/// Handling of the audio session and of background mode.
extension PlaybackSession {
    /// Whether the session plays sound; the audio session has no effect on others.
    nonisolated var hasSound: Bool { configuration.makeAudioOutput != nil }

    /// Handles an event of the audio session.
    func handle(_ event: AudioSession.Event) {
        switch event {
        case .interruptionBegan: if interruption.begin(isPlaying: isMeantToPlay) || isAdPaused { pause(reason: .interruption) }
        case .interruptionEnded(let options): if interruption.end(options), facts.state != .error { play(reason: .interruption) }
        case .deactivated: pauseAndStay()
        case .routeChanged(let change): if change.pausesPlayers { pauseAndStay() }
        case .policyChanged: followBackground()
        case .activated: break
        }
    }

    /// Pauses, and stays paused at the end of an interruption in progress.
    private func pauseAndStay() {
        interruption.cancel()
        if isMeantToPlay || isAdPaused { pause(reason: .interruption) }
    }

    /// Sets whether pictures are wanted and whether the player is visible.
    func setVisibility(isVideoEnabled: Bool, isInBackground: Bool) {
        visibility = (isVideoEnabled, isInBackground)
        followBackground()
    }

    private func followBackground() {
        let mayGoOn = configuration.audio.session.policy.playsInBackground
        settings.isVideoEnabled = visibility.isVideoEnabled && !visibility.isInBackground
        guard visibility.isInBackground, !mayGoOn else { return }
        interruption.cancel()
        if isMeantToPlay || isAdPaused { pause(reason: .background) }
    }

    private var isMeantToPlay: Bool {
        switch facts.state {
        case .idle, .stopping, .ended, .error: false
        case .opening, .ready, .play, .playing, .buffering, .pausing, .paused, .seeking: intendsToPlay && !isAdPaused
        }
    }

    /// Whether an ad is paused. If its creative has paused it, an interruption is another pause, which the creative must not end.
    private var isAdPaused: Bool { facts.advertisement?.isPaused == true }
}
