#if canImport(CGtk)
    import Foundation
    import Playhead
    import PlayheadGTK
    import PlayheadTransport
    import PlayheadView

    /// Positions, recent items and preferences.
    extension DesktopWindow {
        /// Whether positions are read and written.
        var resumes: Bool { command.resume && memory.state.preferences.remembers }

        /// Applies the preferences. Options of the command line have priority.
        func usePreferences() {
            let preferences = memory.state.preferences
            view.stretching = command.stretching == .uniform ? Stretching(rawValue: preferences.stretching) ?? .uniform : command.stretching
            if command.captionStyle != nil, let style = try? command.style() {
                view.captionStyle = style
            } else {
                view.captionStyle.scale = preferences.captionScale
                let looks = CaptionStyle.Look.allCases
                if let look = preferences.captionLook, looks.indices.contains(look) { view.captionStyle.look = looks[look] }
            }
            view.showsRemainingTime = preferences.showsRemaining
            player.volume = preferences.volume
            player.isMuted = preferences.isMuted
        }

        /// Notes what an event changes.
        func remember(_ event: any PlayerEvent) {
            guard !isEnding else { return }
            switch event {
            case is PlaylistItemEvent:
                keepPosition()
                watched = player.currentItem.map { ($0, 0, 0) }
                positionSchedule = PositionSchedule(at: clock.now)
                thumbnailSchedule = ThumbnailSchedule(at: clock.now)
                continueItem()
            case let change as StateChangeEvent where change.newState == .ready: noteRecent()
            case is TimeEvent, is SeekedEvent:
                keepPicture()
                guard let item = player.currentItem, item === watched?.item, player.timeline.kind == .onDemand else { return }
                watched = (item, player.position, player.duration)
                if !player.intendsToPlay || positionSchedule.isDue(player.position, of: player.duration, at: clock.now) { keepPosition() }
            case is CompleteEvent:
                if let watched { self.watched = (watched.item, watched.duration, watched.duration) }
                keepPosition()
            case is PauseEvent:
                keepPicture(isPaused: true)
                keepPosition()
            default: break
            }
        }

        /// Seeks to the position that the viewer asked for, or at which the item was left.
        private func continueItem() {
            if let start = requestedStart {
                requestedStart = nil
                return player.seek(to: start)
            }
            guard resumes, let item = player.currentItem, let position = memory.state.resumePosition(of: item.url) else { return }
            player.seek(to: position)
            toast.show("Continues at \(BarText.clock(position)). Home starts from the beginning.")
        }

        private func noteRecent() {
            guard command.resume, let item = player.currentItem else { return }
            memory.change { $0.note(recent: item.url, title: item.displayTitle) }
            thumbnails.keep(only: memory.state.recents.map(\.url))
        }

        /// Stores the picture of the watched item, if its time has come.
        private func keepPicture(isPaused: Bool = false) {
            guard resumes, !player.isInAdBreak, let item = player.currentItem, item === watched?.item,
                memory.state.recents.contains(where: { $0.url == item.url.absoluteString }),
                thumbnailSchedule.isDue(at: clock.now, isPaused: isPaused)
            else { return }
            thumbnails.store(item.url) { view.saveThumbnail(to: $0, fitting: ThumbnailSchedule.size) }
        }

        /// Writes the position of the watched item.
        private func keepPosition() {
            guard resumes, let watched, watched.duration > 0 else { return }
            positionSchedule.note(watched.position, of: watched.duration, at: clock.now)
            memory.change { $0.note(watched.item.url, position: watched.position, duration: watched.duration) }
        }

        func rememberAtEnd() {
            keepPicture(isPaused: true)
            keepPosition()
            memory.change { update(&$0.preferences) }
        }

        private func update(_ preferences: inout ViewerState.Preferences) {
            preferences.volume = player.volume
            preferences.isMuted = player.isMuted
            if command.stretching == .uniform { preferences.stretching = view.stretching.rawValue }
            if command.captionStyle == nil {
                preferences.captionScale = view.captionStyle.scale
                preferences.captionLook = view.captionStyle.look.flatMap { CaptionStyle.Look.allCases.firstIndex(of: $0) }
            }
            preferences.showsRemaining = view.showsRemainingTime
            if command.captions == nil, let media = player.media, media.captionsTracks.count > 1 {
                let track = media.captionsTracks.first { $0.index == media.currentCaptionsTrack }
                // A forced track is no choice of the viewer.
                if track?.isForced != true { preferences.captionsLanguage = track?.language }
            }
        }
    }
#endif
