import PlayheadCore

/// Replacing a track by another source: the old packets stay until enough of the new ones are loaded.
extension PacketStore {
    /// Starts a new generation and keeps what is loaded. Threads that append for the old generation end.
    func renew() -> Int {
        let (generation, waiters) = locked { newGeneration(for: Set(buffers.keys)) }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        return generation
    }

    /// Starts loading another source of `kind` beside the one that is played, and drops a previous one that was not taken over.
    /// - Returns: The generation to pass when appending.
    func stage(_ kind: TrackKind) -> Int {
        let (generation, waiters) = locked {
            let generation = nextGeneration()
            staged = StagedTrack(kind: kind, generation: generation)
            return (generation, forgetStale())
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        return generation
    }

    /// Drops the staged track of `generation`, unless it was taken over.
    func unstage(_ generation: Int) {
        let waiters = locked {
            if staged?.generation == generation { staged = nil }
            return forgetStale()
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        onChange()
    }

    /// The generation of the staged track for `kind`, or `nil` if nothing is staged.
    func stagedGeneration(of kind: TrackKind) -> Int? { locked { staged?.kind == kind ? staged?.generation : nil } }

    /// Replaces the track `kind` by the staged one, and sets the cursor to the packet at which decoding for `time` starts.
    /// - Parameters:
    ///   - kind: The kind of the track.
    ///   - time: The position to decode for, in seconds.
    ///   - amount: The seconds beyond `time` that have to be loaded.
    ///   - isUrgent: Whether the old packets are of no use any more: then any amount of new packets is enough, wherever they start.
    ///   - isMuxed: Whether the new track is from the same container as the other tracks; if not, `isMuxed` of the store becomes `false`.
    /// - Returns: Whether the track was replaced; if not, nothing changed.
    func takeOver(_ kind: TrackKind, at time: Double, amount: Double, isUrgent: Bool, isMuxed: Bool = false) -> Bool {
        let waiters: [RoomWaiter]? = locked {
            guard let staged, staged.kind == kind else { return nil }
            var buffer = staged.buffer
            let least = isUrgent ? 0 : amount
            guard buffer.isComplete || (buffer.end ?? -.infinity) > time + least else { return nil }
            // A complete track may have nothing after `time`.
            let preroll = 0.1
            let hole = 0.05
            let isFound = buffer.seek(to: time, preroll: preroll, slack: isUrgent ? .infinity : hole)
            guard isFound || buffer.isComplete && buffer.start == nil else { return nil }
            buffers[kind] = buffer
            generations[kind] = staged.generation
            self.staged = nil
            self.isMuxed = self.isMuxed && isMuxed
            return forgetStale()
        }
        guard let waiters else { return false }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        return true
    }

    /// Appends to the staged track; called with the lock held.
    /// - Returns: Whether to notify the engine.
    func stage(_ packet: MediaPacket) -> Bool {
        staged?.buffer.append(packet)
        guard let staged, let end = staged.buffer.end, end >= staged.reportedEnd + Self.growth else { return false }
        self.staged?.reportedEnd = end
        return true
    }
}
