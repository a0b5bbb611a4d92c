#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// Forwards the viewer's commands to the player with the reason "interaction".
    extension PlayerView {
        func perform(_ command: ControlBar.Command) {
            guard let player else { return }
            wake()
            switch command {
            case .toggle: toggle()
            case .previous: player.previous()
            case .next: player.next()
            case .mute: player.isMuted.toggle()
            case .fullscreen: setFullscreen(!isFullscreen, reason: .interaction)
            case .live: player.seekToLive()
            case .scrub(let position): scrub(to: position)
            case .volume(let volume):
                player.volume = volume
                if player.isMuted, volume > 0 { player.isMuted = false }
            case .times: facts.showsRemaining.toggle()
            case .playlist: onPlaylist?()
            case .miniWindow: onMiniWindow?()
            case .set(let action): perform(action, player)
            }
            setNeedsUpdate()
        }

        private func perform(_ action: SettingsMenu.Action, _ player: Player) {
            switch action {
            case .open: break
            case .quality(let index): player.selectLevel(index)
            case .audio(let index): player.selectAudioTrack(index)
            case .captions(let index):
                openedCaptions = nil
                player.selectCaptions(index)
                showCues()
            case .audioDelay(let tenths): player.audioDelay = Double(tenths) / 10
            case .captionSize(let percent): captionStyle.scale = Double(percent) / 100
            case .captionLook(let index):
                let looks = CaptionStyle.Look.allCases
                if looks.indices.contains(index) { captionStyle.look = looks[index] }
            case .openCaptions: onOpenCaptions?()
            case .captionsFile: break
            case .captionsDelay(let tenths): captionsDelay = Double(tenths) / 10
            case .speed(let percent): player.rate = Double(percent) / 100
            case .stretching(let new): stretching = new
            case .aspect(let aspect): picture.adjustment.aspect = aspect
            case .zoom(let percent): picture.adjustment.zoom = Double(percent) / 100
            case .turns(let turns): picture.adjustment.turns = turns
            }
            onSettingsChanged?()
        }

        func perform(_ command: ScreenLayer.Command) {
            guard let player else { return }
            switch command {
            case .replay: player.play(reason: .interaction)
            case .next: player.next()
            case .retry: retry()
            case .cancelNext: cancelNext(player)
            }
        }

        /// Performs the action of a key, and shows feedback over the picture.
        /// - Returns: Whether the key has an action now.
        func perform(_ key: ControlKey) -> Bool {
            guard act(on: key) else { return false }
            guard let player, !(player.isInAdBreak && key.isOffInAds), facts.media != nil else { return true }
            if case .skip(let seconds) = key {
                if model.track != nil { feedback.show(KeyFeedback(skip: seconds, after: feedback.shown, at: clock.now)) }
                return true
            }
            gather()
            if let shown = KeyFeedback(key, facts) { feedback.show(shown) }
            return true
        }

        private func act(on key: ControlKey) -> Bool {
            guard let player else { return false }
            if player.isInAdBreak, key.isOffInAds { return true }
            switch key {
            case .toggle: toggle()
            case .mute: player.isMuted.toggle()
            case .fullscreen: setFullscreen(!isFullscreen, reason: .interaction)
            case .leaveFullscreen:
                guard isFullscreen else { return false }
                setFullscreen(false, reason: .interaction)
            case .previous: player.previous()
            case .next: player.next()
            case .captions: nextCaptions(player)
            case .live:
                if player.isLive { player.seekToLive() } else if player.duration > 0 { player.seek(to: player.duration) }
            case .skip(let seconds): skip(by: seconds, player)
            case .share(let share):
                guard let track = model.track else { return false }
                player.seek(to: track.position(at: share))
            case .volume(let change):
                player.volume = min(max(player.volume + change, 0), 1)
                if change > 0 { player.isMuted = false }
            case .faster: changeSpeed(by: 1, player)
            case .slower: changeSpeed(by: -1, player)
            case .step(let steps): step(by: steps, player)
            case .chapter(let steps): changeChapter(by: steps, player)
            case .loop: toggleLoop(player)
            case .screenshot: return onKey?("s") ?? false
            }
            setNeedsUpdate()
            return true
        }

        /// Opens the failed item again.
        private func retry() {
            guard let player, let index = player.currentIndex else { return }
            player.selectItem(index)
            player.play(reason: .interaction)
        }

        private func toggle() {
            guard let player else { return }
            if player.state == .error { return retry() }
            if let ad = player.advertisement {
                if ad.isPaused { player.play(reason: .interaction) } else { player.pause(reason: .interaction) }
                return
            }
            if player.intendsToPlay, player.state != .ended {
                player.pause(reason: .interaction)
            } else {
                player.play(reason: .interaction)
            }
        }

        private func skip(by seconds: Double, _ player: Player) {
            guard let track = model.track else { return }
            player.seek(to: min(max((seekTarget ?? player.position) + seconds, track.start), track.end))
        }

        private func nextCaptions(_ player: Player) {
            guard let media = player.media, media.captionsTracks.count > 1 else { return }
            player.selectCaptions((media.currentCaptionsTrack + 1) % media.captionsTracks.count)
        }

        private func changeSpeed(by steps: Int, _ player: Player) {
            let speeds = ControlBarModel.speeds
            let now = Int(saturating: player.rate * 100)
            let next = steps > 0 ? speeds.first { $0 > now } : speeds.last { $0 < now }
            if let next, model.speed.isShown { player.rate = Double(next) / 100 }
        }

        /// Moves the knob at once, and the playhead when the knob has come to rest.
        private func scrub(to position: Double) {
            guard player?.isInAdBreak != true else { return }
            facts.scrub = position
            tasks.scrub?.cancel()
            let rest = 0.12
            tasks.scrub = Task { [weak self, clock] in
                guard (try? await clock.sleep(until: clock.now + rest)) != nil, let self else { return }
                player?.seek(to: position)
                facts.scrub = nil
                setNeedsUpdate()
            }
        }
    }
#endif
