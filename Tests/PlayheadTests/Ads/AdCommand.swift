import PlayheadEngine

@testable import Playhead

/// The commands that an app can give to a player while an ad is shown.
enum AdCommand: CaseIterable {
    case play, pause, pauseAndPlay, stop, stopAndPlay, release
    case seek, seekBack, seekPastEnd, seekToNothing, seekToLive
    case next, previous, selectItem, selectNoItem, load, loadNothing
    case skip, skipTwice, skipAndPause, pauseAndSkip, nextAndSkip, click, showCompanion, clickCompanion
    case showOverlay, clickOverlay, closeOverlay, failOverlay
    case rate, invalidRate, volume, mute, level, audioTrack, captions, fullscreen, background
    case playAndStop, releaseAndLoad, loadAndPlay, loadTwice, seekTwice, seekAndPause, seekAndSkip, hideVideo, viewSize, removePresenter
    case skipBreak, skipBreakTwice, cancelBreaks, cancelBreaksElsewhere, pauseAndSkipBreak, seekAndCancelBreaks

    @MainActor
    func perform(_ player: Player) {
        switch self {
        case .play: player.play()
        case .pause: player.pause()
        case .pauseAndPlay:
            player.pause()
            player.play()
        case .stop: player.stop()
        case .stopAndPlay:
            player.stop()
            player.play()
        case .release: player.release()
        case .next: player.next()
        case .previous: player.previous()
        case .selectItem: player.selectItem(1)
        case .selectNoItem: player.selectItem(9)
        case .load: player.load(player.items)
        case .loadNothing: player.load([])
        case .playAndStop:
            player.play()
            player.stop()
        case .releaseAndLoad:
            let items = player.items
            player.release()
            player.load(items)
        case .loadAndPlay:
            player.load(player.items)
            player.play()
        case .loadTwice:
            player.load(player.items, startingAt: 1)
            player.load(player.items)
        case .seek, .seekBack, .seekPastEnd, .seekToNothing, .seekToLive, .seekTwice, .seekAndPause, .seekAndSkip: seek(player)
        case .skip, .skipTwice, .skipAndPause, .pauseAndSkip, .nextAndSkip, .click, .showCompanion, .clickCompanion, .showOverlay,
            .clickOverlay, .closeOverlay, .failOverlay, .skipBreak, .skipBreakTwice, .cancelBreaks, .cancelBreaksElsewhere,
            .pauseAndSkipBreak,
            .seekAndCancelBreaks:
            performOnAd(player)
        case .rate, .invalidRate, .volume, .mute, .level, .audioTrack, .captions, .fullscreen, .background, .hideVideo, .viewSize,
            .removePresenter:
            set(player)
        }
    }

    @MainActor
    private func seek(_ player: Player) {
        switch self {
        case .seek: player.seek(to: 4)
        case .seekBack: player.seek(to: 0)
        case .seekPastEnd: player.seek(to: 100)
        case .seekToNothing: player.seek(to: .nan)
        case .seekTwice:
            player.seek(to: 4)
            player.seek(to: 2)
        case .seekAndPause:
            player.seek(to: 4)
            player.pause()
        case .seekAndSkip:
            player.seek(to: 4)
            player.skipAd()
        default: player.seekToLive()
        }
    }

    @MainActor
    private func performOnAd(_ player: Player) {
        switch self {
        case .skip: player.skipAd()
        case .skipTwice:
            player.skipAd()
            player.skipAd()
        case .skipAndPause:
            player.skipAd()
            player.pause()
        case .pauseAndSkip:
            player.pause()
            player.skipAd()
        case .nextAndSkip:
            player.next()
            player.skipAd()
        case .skipBreak: player.skipAdBreak()
        case .skipBreakTwice:
            player.skipAdBreak()
            player.skipAdBreak()
        case .cancelBreaks: player.cancelAdBreaks()
        case .cancelBreaksElsewhere: player.cancelAdBreaks(resumptionOffset: 1)
        case .pauseAndSkipBreak:
            player.pause()
            player.skipAdBreak()
        case .seekAndCancelBreaks:
            player.seek(to: 4)
            player.cancelAdBreaks(resumptionOffset: .nan)
        case .click: player.clickAd(x: 1, y: 2)
        case .showCompanion: player.adCompanionShown(0)
        case .clickCompanion: player.adCompanionClicked(0)
        case .showOverlay: player.overlayAdShown()
        case .clickOverlay: player.overlayAdClicked()
        case .closeOverlay: player.overlayAdClosed(byViewer: true)
        default: player.overlayAdFailed(isSupported: false)
        }
    }

    @MainActor
    private func set(_ player: Player) {
        switch self {
        case .rate: player.rate = 2
        case .invalidRate: player.rate = .nan
        case .volume: player.volume = 0
        case .mute: player.isMuted.toggle()
        case .level: player.selectLevel(1)
        case .audioTrack: player.selectAudioTrack(1)
        case .captions: player.selectCaptions(1)
        case .fullscreen: player.view.fullscreenChanged(to: true)
        case .hideVideo: player.isVideoEnabled = false
        case .viewSize: player.viewSize = PictureSize(width: 320, height: 180)
        case .removePresenter: player.interactiveAdPresenter = nil
        default: player.isInBackground.toggle()
        }
    }
}
