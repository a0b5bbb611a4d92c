import PlayheadCore

/// What the audio session and the background do to a player.
extension Player {
    /// Whether it makes any sound: others have no business with the audio session.
    var hasSound: Bool { configuration.makeAudioOutput != nil }

    func hear(_ event: AudioSession.Event) {
        switch event {
        case .interruptionBegan: if interruption.begin(isPlaying: isMeantToPlay) { pause(reason: .interruption) }
        case .interruptionEnded(let options): if interruption.end(options) { play(reason: .interruption) }
        case .deactivated: if isMeantToPlay { pause(reason: .interruption) }
        case .routeChanged(let change): if change.pausesPlayers, isMeantToPlay { pause(reason: .interruption) }
        case .policyChanged: followBackground()
        case .activated: break
        }
    }

    /// Goes by whether somebody sees the player.
    func followBackground() {
        let mayGoOn = configuration.audioSession.policy.playsInBackground
        playback.isVideoEnabled = isVideoEnabled && !isInBackground
        if isInBackground, !mayGoOn, isMeantToPlay { pause(reason: .background) }
        ads.interactive.follow(isInBackground: isInBackground)
    }

    private var isMeantToPlay: Bool {
        switch state {
        case .idle, .stopping, .ended, .error: false
        case .opening, .ready, .play, .playing, .buffering, .pausing, .paused, .seeking: intendsToPlay && advertisement?.isPaused != true
        }
    }
}
