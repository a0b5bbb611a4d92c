#if canImport(CGtk)
    import Playhead

    /// A live stream that goes on while its playhead stands.
    extension PlayerView {
        /// How often what is shown of it follows, in seconds.
        private static let liveInterval = 0.25

        /// Updates the view again soon if the live edge moves and no event reports it: the time behind live grows and the knob falls back.
        func followLiveEdge() {
            liveTask?.cancel()
            guard facts.timeline.kind != .onDemand, facts.state != .playing, !isHidden else { return }
            liveTask = Task { [weak self, clock] in
                guard (try? await clock.sleep(for: Self.liveInterval)) != nil, !Task.isCancelled else { return }
                self?.update()
            }
        }
    }
#endif
