#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// Single pictures, chapters, loops, and the change to the next item.
    extension PlayerView {
        /// Moves by single pictures; pauses before.
        func step(by steps: Int, _ player: Player) {
            guard let track = model.track, let rate = player.media?.frameRate, rate > 0, rate.isFinite else { return }
            if player.intendsToPlay { player.pause(reason: .interaction) }
            // A position between two frames: the frame is shown from its start on.
            let target = (seekTarget ?? player.position) + Double(steps) / rate
            player.seek(to: min(max(target, track.start), track.end))
            feedback.show(KeyFeedback(steps > 0 ? .next : .previous, steps > 0 ? "One picture" : "One picture back"))
        }

        /// Seeks to the start of the next or the previous chapter; shortly after the start of a chapter the one before is the previous.
        func changeChapter(by steps: Int, _ player: Player) {
            let position = seekTarget ?? player.position
            guard let chapter = ChapterStep.target(chapters.map(\.range.start), from: position, forward: steps > 0) else { return }
            player.seek(to: chapters[chapter].range.start)
            feedback.show(KeyFeedback(steps > 0 ? .next : .previous, chapters[chapter].title))
        }

        func toggleLoop(_ player: Player) {
            guard model.track != nil, player.timeline.kind == .onDemand else { return }
            facts.loop.toggle(at: player.position)
            feedback.show(KeyFeedback(.loop, facts.loop.text))
        }

        /// Seeks back to the start of the loop at its end.
        func followLoop() {
            guard let player, player.state == .playing, let target = facts.loop.target(at: player.position) else { return }
            player.seek(to: target)
        }

        /// Cancels the change to the next item: playback pauses just before the end.
        func cancelNext(_ player: Player) {
            let margin = 0.1
            facts.isNextUpCancelled = true
            endObserver = player.addBoundaryTimeObserver(forTimes: [max(0, player.duration - margin)]) { [weak player] _ in
                player?.pause(reason: .interaction)
            }
            if let widget { gtk_widget_grab_focus(widget) }
            setNeedsUpdate()
        }

        /// Loads the picture of the announced item.
        func showNextPicture() {
            tasks.nextPicture?.cancel()
            screens?.nextCard.setPicture(nil)
            guard model.nextUp != nil, let player, let image = player.nextUpItem?.image else { return }
            tasks.nextPicture = Task { [weak self] in
                let bytes = try? await player.adPicture(at: image.absoluteString)
                guard !Task.isCancelled else { return }
                self?.screens?.nextCard.setPicture(bytes)
            }
        }
    }
#endif
