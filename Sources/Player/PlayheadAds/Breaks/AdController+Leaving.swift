import PlayheadCore

// The app leaves a break. Unlike a viewer it can do so at any time: before the skip offset, and despite X-RESTRICT.
extension AdController {
    /// Ends the current break. The ads that were not shown are dropped without trackers; the content continues as after any end of the break.
    mutating func skipBreak() {
        guard var active else { return }
        active.load.ads = active.load.ads ?? []
        active.load.replacement = nil
        active.index = active.load.ads?.count ?? 0
        self.active = active
        pendingOverlays.removeAll { $0.occurrence == active.load.occurrence }
        if let current = active.current {
            keepPause(of: current)
            endInteractive(current, current.isShown ? .skipped : .left)
            outputs.append(.stopAd(current.number))
            if current.isShown {
                track(.skipped)
                emit(.skipped)
            }
        }
        playNext()
    }

    /// Ends the current break and those that follow it without content in between, which do not become due again at this position.
    /// - Parameter offset: The seconds from the place of the content at which it continues; `nil` for the place that the break determines.
    mutating func cancelBreaks(resumptionOffset offset: Double?) {
        guard let active else { return }
        for occurrence in active.following { planner.ended(occurrence, at: now) }
        self.active?.following = []
        self.active?.resumptionOffset = offset.flatMap { $0.isFinite ? $0 : nil }
        skipBreak()
    }
}
