#if canImport(CGtk)
    import Playhead

    /// Updates the view of a live stream while its playhead stands still.
    extension PlayerView {
        /// The interval of the updates, in seconds.
        private static let liveInterval = 0.25

        /// Schedules an update if the live edge moves and no event reports it: the distance to the live edge grows and the knob moves back.
        func followLiveEdge() {
            tasks.live?.cancel()
            guard facts.timeline.kind != .onDemand, facts.state != .playing, !isHidden else { return }
            tasks.live = Task { [weak self, clock] in
                guard (try? await clock.sleep(for: Self.liveInterval)) != nil, !Task.isCancelled else { return }
                self?.update()
            }
        }
    }
#endif
