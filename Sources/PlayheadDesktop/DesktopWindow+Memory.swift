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
            case is ReadyEvent: noteRecent()
            case is TimeEvent:
                guard let item = player.currentItem, item === watched?.item, player.timeline.kind == .onDemand else { return }
                watched = (item, player.position, player.duration)
            case is CompleteEvent:
                if let watched { self.watched = (watched.item, watched.duration, watched.duration) }
                keepPosition()
            case is PauseEvent: keepPosition()
            default: break
            }
        }

        /// Returns the position at which an item starts, in seconds; `nil` for its start.
        func startPosition(of item: PlayerItem) -> Double? { resumes ? memory.state.resumePosition(of: item.url) : nil }

        private func noteRecent() {
            guard command.resume, let item = player.currentItem else { return }
            memory.state.note(recent: item.url, title: item.displayTitle)
            memory.save()
        }

        /// Writes the position of the watched item.
        private func keepPosition() {
            guard resumes, let watched, watched.duration > 0 else { return }
            memory.state.note(watched.item.url, position: watched.position, duration: watched.duration)
            memory.save()
        }

        func rememberAtEnd() {
            var preferences = memory.state.preferences
            preferences.volume = player.volume
            preferences.isMuted = player.isMuted
            if command.stretching == .uniform { preferences.stretching = view.stretching.rawValue }
            if command.captionStyle == nil {
                preferences.captionScale = view.captionStyle.scale
                preferences.captionLook = view.captionStyle.look.flatMap { CaptionStyle.Look.allCases.firstIndex(of: $0) }
            }
            preferences.showsRemaining = view.showsRemainingTime
            if command.captions == nil, let media = player.media, media.captionsTracks.count > 1 {
                preferences.captionsLanguage = media.captionsTracks.first { $0.index == media.currentCaptionsTrack }?.language
            }
            memory.state.preferences = preferences
            keepPosition()
            memory.save()
        }
    }
#endif
