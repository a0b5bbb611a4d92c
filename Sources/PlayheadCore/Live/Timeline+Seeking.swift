extension Timeline {
    /// Where a seek leads.
    struct Destination: Sendable, Hashable {
        /// On the playback's timeline; infinite for where live playing sits.
        var target: Double
        /// As a position, as it is told.
        var offset: Double
        /// Whether it is the end of an on-demand item.
        var isAtEnd = false
    }

    /// Where a seek leads, kept within what can be played; `nil` where there is no such place.
    func destination(of goal: SeekGoal) -> Destination? {
        window == nil ? onDemandDestination(of: goal) : liveDestination(of: goal)
    }

    private func onDemandDestination(of goal: SeekGoal) -> Destination? {
        let wanted: Double
        switch goal {
        case .position(let position): wanted = playbackTime(at: position)
        case .start: wanted = beginning
        case .liveEdge: return nil
        }
        let target = max(beginning, wanted)
        if length > 0, length < .infinity, target >= length {
            return Destination(target: length, offset: position(at: length), isAtEnd: true)
        }
        return target.isFinite ? Destination(target: target, offset: position(at: target)) : nil
    }

    private func liveDestination(of goal: SeekGoal) -> Destination {
        let wanted =
            switch goal {
            case .position(let position): playbackTime(at: position)
            case .start: kind == .dvr ? windowStart : .infinity
            case .liveEdge: Double.infinity
            }
        guard wanted < liveEnd else { return Destination(target: .infinity, offset: position(at: liveEnd)) }
        guard wanted >= windowStart else { return Destination(target: windowStart, offset: position(at: windowStart)) }
        // Told as it was asked for: the way there and back rounds.
        if case .position(let position) = goal { return Destination(target: wanted, offset: position) }
        return Destination(target: wanted, offset: position(at: wanted))
    }
}
