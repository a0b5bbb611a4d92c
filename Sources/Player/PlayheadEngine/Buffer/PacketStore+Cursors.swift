/// The cursors of the engine: the next packets to decode, gaps, and seeking.
extension PacketStore {
    /// The result of a request for a packet.
    package enum Next {
        case packet(MediaPacket)
        /// No packet yet; one may follow.
        case starved
        /// No packet for now, and the other tracks of the container are far ahead: this track has a gap, as far as the container was read, in
        /// seconds.
        case sparse(until: Double)
        /// No packet will follow.
        case ended
    }

    /// Returns the next packet of `kind` to decode.
    package func next(_ kind: TrackKind) -> Next {
        let (next, waiters): (Next, [RoomWaiter]) = locked {
            guard let packet = buffers[kind]?.next() else { return (missing(kind), []) }
            // Taking the last packet may make room, wherever the playhead is.
            // The same applies if the bytes exceeded the hard limit.
            if isShrinking(by: packet.footprint) { condition.broadcast() }
            return (.packet(packet), buffers[kind]?.hasNext == false ? takeReadyWaiters() : [])
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
        return next
    }

    /// The time up to which `kind` is known to have no next packet, in seconds; `nil` if it has no gap there.
    func sparseEnd(_ kind: TrackKind) -> Double? {
        locked { if case .sparse(let end) = missing(kind) { end } else { nil } }
    }

    /// Whether `kind` has no further packet because loading has failed.
    func hasFailed(_ kind: TrackKind) -> Bool {
        locked {
            guard failure?.ends(kind, of: generations[kind]) == true, let buffer = buffers[kind] else { return false }
            return !buffer.hasNext && !buffer.isComplete
        }
    }

    /// Returns the reason why there is no packet of `kind`; called with the lock held.
    private func missing(_ kind: TrackKind) -> Next {
        guard let buffer = buffers[kind], !buffer.isComplete else { return .ended }
        let furthest = buffers.values.compactMap(\.reached).max()
        let isOver = isFull(Array(buffers.values)) || isLeftOver(beside: kind)
        guard isAbsent(buffer, beside: furthest, isFull: isOver) else { return .starved }
        buffers[kind]?.isAbsent = true
        return .sparse(until: furthest ?? playhead)
    }

    /// Whether reading has failed permanently and tracks other than `kind` have packets left; called with the lock held.
    private func isLeftOver(beside kind: TrackKind) -> Bool {
        guard failure?.ends(kind, of: generations[kind]) == true else { return false }
        return buffers.contains { $0.key != kind && $0.value.hasNext }
    }

    /// Whether a track without a packet to decode has a gap at the playhead. `furthest` is the time up to which the container was read. Called with the lock
    /// held.
    func isAbsent(_ buffer: TrackBuffer, beside furthest: Double?, isFull: Bool = false) -> Bool {
        guard isMuxed, !buffer.hasNext, !buffer.isComplete else { return false }
        let absence = TrackAbsence(
            reached: buffer.reached, playhead: playhead, furthest: furthest, isFull: isFull, interleave: limits.interleave)
        return buffer.isAbsent || absence.isAbsent
    }

    /// Skips the packets of `kind` whose presentation time is before `time` (seconds).
    func skip(_ kind: TrackKind, before time: Double) { locked { buffers[kind]?.skip(before: time) } }

    /// Skips the sound whose presentation time is before `time` (seconds) if it takes much of the room: the search for the picture of a seek,
    /// which may pass hours of a file, does not decode it.
    func skipPassedSound(before time: Double) {
        locked {
            guard let bytes = buffers[.audio]?.forwardBytes, bytes > limits.forwardBytes / 4 else { return }
            buffers[.audio]?.skip(before: time)
        }
    }

    /// Sets all cursors to the packets at which decoding for `time` (seconds) starts.
    /// - Returns: Whether `time` is loaded in every track; if not, nothing changed.
    package func seek(to time: Double, only kind: TrackKind? = nil) -> Bool {
        locked {
            guard let moved = buffersMoved(to: time, only: kind) else { return false }
            buffers = moved
            return true
        }
    }

    /// Whether `time` is loaded in every track, or in `kind`, so that ``seek(to:only:)`` succeeds.
    func isLoaded(_ time: Double, only kind: TrackKind? = nil) -> Bool { locked { buffersMoved(to: time, only: kind) != nil } }

    /// The buffers with their cursors moved to decode `time`, or `nil` if it is not loaded; called with the lock held.
    private func buffersMoved(to time: Double, only kind: TrackKind? = nil) -> [TrackKind: TrackBuffer]? {
        guard !buffers.isEmpty else { return nil }
        var moved = buffers
        let furthest = buffers.values.compactMap(\.end).max() ?? -.infinity
        // A gap of up to this duration at the start of a track is not worth loading again for, in seconds.
        let hole = 0.3
        for track in kind.map({ [$0] }) ?? Array(buffers.keys) {
            guard let buffer = buffers[track] else { return nil }
            let isCovered = buffer.isAbsent && time <= furthest
            // An empty track suits any time.
            if buffer.count == 0, isCovered || buffer.isComplete, furthest > -.infinity { continue }
            // Audio has no key frames, but its decoders need some packets before the first sample that is used.
            let preroll = track == .audio ? 0.1 : 0
            // The first picture has to cover the time, unless it is the first of the stream.
            let leads = track == .video || buffers[.video] == nil
            let slack = leads && (buffer.start ?? 0) > hole ? 0.001 : hole
            guard moved[track]?.seek(to: time, preroll: preroll, slack: slack, isCovered: isCovered) == true else { return nil }
        }
        return moved
    }
}
