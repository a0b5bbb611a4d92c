extension Timeline {
    /// The destination of a seek.
    struct Destination: Sendable, Hashable {
        /// The target on the playback's timeline; infinite for the live position.
        var target: Double
        /// The target as a position, as events contain it.
        var offset: Double
        /// Whether the target is the end of an on-demand item.
        var isAtEnd = false
    }

    /// Returns the destination of `goal`, limited to the playable range; `nil` if there is no such place.
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
        // Report the requested position, because conversion in both directions rounds.
        if case .position(let position) = goal { return Destination(target: wanted, offset: position) }
        return Destination(target: wanted, offset: position(at: wanted))
    }
}

/// The goal of a seek.
enum SeekGoal: Sendable, Hashable {
    /// A position from a caller, in seconds.
    case position(Double)
    /// The beginning of an on-demand item or of a DVR window; the edge of a live stream.
    case start
    /// The live position.
    case liveEdge
}
