import PlayheadCore

/// Handling of the audio session and of background mode.
extension PlaybackSession {
    /// Whether the session plays sound; the audio session has no effect on others.
    nonisolated var hasSound: Bool { configuration.makeAudioOutput != nil }

    /// Handles an event of the audio session.
    func handle(_ event: AudioSession.Event) {
        switch event {
        case .interruptionBegan: if interruption.begin(isPlaying: isMeantToPlay) { pause(reason: .interruption) }
        case .interruptionEnded(let options): if interruption.end(options) { play(reason: .interruption) }
        case .deactivated: if isMeantToPlay { pause(reason: .interruption) }
        case .routeChanged(let change): if change.pausesPlayers, isMeantToPlay { pause(reason: .interruption) }
        case .policyChanged: followBackground()
        case .activated: break
        }
    }

    /// Sets whether pictures are wanted and whether the player is visible.
    func setVisibility(isVideoEnabled: Bool, isInBackground: Bool) {
        visibility = (isVideoEnabled, isInBackground)
        followBackground()
    }

    private func followBackground() {
        let mayGoOn = configuration.audio.session.policy.playsInBackground
        playback.isVideoEnabled = visibility.isVideoEnabled && !visibility.isInBackground
        if visibility.isInBackground, !mayGoOn, isMeantToPlay { pause(reason: .background) }
    }

    private var isMeantToPlay: Bool {
        switch facts.state {
        case .idle, .stopping, .ended, .error: false
        case .opening, .ready, .play, .playing, .buffering, .pausing, .paused, .seeking:
            intendsToPlay && facts.advertisement?.isPaused != true
        }
    }
}
