import PlayheadCore

/// A track that is to be played from elsewhere: what it was filled with stays until what replaces it is there.
extension PacketStore {
    /// Lets go of who appends, and keeps what is loaded: what follows it comes with the new generation.
    func renew() -> Int {
        let (generation, waiters) = locked { newGeneration(for: Set(buffers.keys)) }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        return generation
    }

    /// Begins to load another filling of `kind` beside the one that is played; one that was begun before and not taken over is dropped.
    /// - Returns: The generation that its appends have to name.
    func stage(_ kind: TrackKind) -> Int {
        let (generation, waiters) = locked {
            let generation = nextGeneration()
            staged = StagedTrack(kind: kind, generation: generation)
            return (generation, forgetStale())
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        return generation
    }

    /// Drops what was begun to be loaded for `generation`, unless it was taken over.
    func unstage(_ generation: Int) {
        let waiters = locked {
            if staged?.generation == generation { staged = nil }
            return forgetStale()
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        onChange()
    }

    /// The generation of what is loaded to replace `kind`, or `nil` where nothing is.
    func stagedGeneration(of kind: TrackKind) -> Int? { locked { staged?.kind == kind ? staged?.generation : nil } }

    /// Puts what was staged for `kind` into its place, its cursor where decoding for `time` (seconds) has to begin.
    /// - Parameters:
    ///   - amount: Seconds beyond `time` that have to be there.
    ///   - isUrgent: Whether what is there already is of no more use: then any of the other is enough, from wherever it begins.
    ///   - isMuxed: Whether it comes out of one container with the other tracks; if not, it counts from then on as one that comes from elsewhere.
    /// - Returns: Whether it is there; if not, nothing changed.
    func takeOver(_ kind: TrackKind, at time: Double, amount: Double, isUrgent: Bool, isMuxed: Bool = false) -> Bool {
        let waiters: [RoomWaiter]? = locked {
            guard let staged, staged.kind == kind else { return nil }
            var buffer = staged.buffer
            let least = isUrgent ? 0 : amount
            guard buffer.isComplete || (buffer.end ?? -.infinity) > time + least else { return nil }
            // What is left of it after `time` may be nothing, where it is complete.
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

    /// Appends to what is staged; called with the lock held.
    /// - Returns: Whether the engine should look.
    func stage(_ packet: MediaPacket) -> Bool {
        staged?.buffer.append(packet)
        guard let staged, let end = staged.buffer.end, end >= staged.toldEnd + Self.growth else { return false }
        self.staged?.toldEnd = end
        return true
    }
}
