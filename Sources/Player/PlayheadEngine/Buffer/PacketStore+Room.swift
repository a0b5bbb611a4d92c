import PlayheadNumbers

/// The room for more packets: its limits, and the waiting for it.
extension PacketStore {
    /// The limits of what is loaded ahead of the playhead and kept behind it.
    package struct Limits: Sendable {
        /// The maximum duration loaded ahead of the playhead, in seconds.
        package var forward = 30.0
        /// The maximum number of bytes loaded ahead, once they last one second.
        var forwardBytes = 64 << 20
        /// The number of bytes ahead above which nothing is read, whatever their duration.
        var maximumForwardBytes: Int { forwardBytes.saturatingMultiplied(by: 2) }
        /// The duration kept behind the playhead, in seconds.
        package var back = 30.0
        /// The number of bytes kept behind the playhead; with groups of pictures that are large, twice as many.
        var backBytes: Int { forwardBytes }
        /// The duration ahead of the playhead for which captions are loaded, in seconds.
        var captions = 40.0
        /// The packets that are decoded; the data of others is dropped.
        var decoding = ViewerDecoding.all
        /// The lead of one track of a container over another at which the other counts as absent, in seconds; limited by the forward
        /// buffer.
        var interleave: Double { min(4, forward / 2) }

        /// Makes the default limits.
        package init() {}

        /// Returns a packet of `kind` as it is stored.
        func stored(_ packet: MediaPacket, of kind: TrackKind) -> MediaPacket {
            switch decoding {
            case .all: packet
            case .keyframes: kind == .video && packet.isKey ? packet : packet.withoutData
            case .none: packet.withoutData
            }
        }
    }

    struct RoomWaiter {
        var tracks: Set<TrackKind>
        var start: Double
        var duration: Double
        var generation: Int
        var continuation: CheckedContinuation<Bool, Never>
    }

    /// Waits until there is room for another `duration` seconds of `tracks` from `start` (seconds) on.
    /// - Returns: Whether the generation is still current.
    func waitForRoom(
        _ tracks: Set<TrackKind>, from start: Double = -.infinity, for duration: Double = 0, generation: Int
    ) async -> Bool {
        // If the forward buffer is very short, segments are fetched even if they are too long for it, because playback has to continue.
        let least = 3.0
        let duration = min(duration, max(0, limits.forward - least))
        return await withCheckedContinuation { continuation in
            let answer: Bool? = locked {
                guard tracks.contains(where: { isCurrent(generation, $0) }) else { return false }
                let waiter = RoomWaiter(
                    tracks: tracks, start: start, duration: duration, generation: generation, continuation: continuation)
                if hasRoom(waiter) { return true }
                roomWaiters.append(waiter)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Whether a waiter may continue; called with the lock held.
    private func hasRoom(_ waiter: RoomWaiter) -> Bool {
        !leadsPictures(waiter) && !leadsOthers(waiter) && !isFull(waiter.tracks, waiter.generation, for: waiter.duration)
    }

    /// Whether a waiter for tracks that are not played, such as the main sound beside another one, is far enough ahead of the playhead; called
    /// with the lock held.
    private func leadsOthers(_ waiter: RoomWaiter) -> Bool {
        areUnplayed(waiter.tracks, waiter.generation) && waiter.start + waiter.duration > playhead + limits.forward
    }

    /// Whether other tracks than these are played; called with the lock held.
    func areUnplayed(_ tracks: Set<TrackKind>, _ generation: Int) -> Bool {
        !buffers.isEmpty && tracks.allSatisfy { buffer(of: $0, generation) == nil }
    }

    /// Whether a waiter is for separate sound that is not needed before the pictures are loaded as far: meanwhile the whole bandwidth
    /// belongs to the pictures. Sound is always needed if none is left. Called with the lock held.
    private func leadsPictures(_ waiter: RoomWaiter) -> Bool {
        guard !isMuxed, waiter.tracks == [.audio], !isStaged(waiter.generation, .audio), failure == nil, let pictures = buffers[.video],
            !pictures.isComplete, buffers[.audio]?.hasNext == true
        else { return false }
        let (pictureLead, playheadLead) = (1.0, 2.0)
        return waiter.start > max((pictures.reached ?? -.infinity) + pictureLead, playhead + playheadLead)
    }

    /// Whether nothing more is loaded until the playhead moves.
    var isFull: Bool { extent(beyond: 0).isFull }

    /// Whether the buffers of `tracks` are full; called with the lock held.
    private func isFull(_ tracks: Set<TrackKind>, _ generation: Int, for duration: Double) -> Bool {
        isFull(tracks.compactMap { buffer(of: $0, generation) }, for: duration)
    }

    /// Whether `buffers` are full; called with the lock held.
    func isFull(_ buffers: [TrackBuffer], for duration: Double = 0) -> Bool {
        let open = buffers.filter { !$0.isComplete }
        guard !open.isEmpty else { return false }
        let bytes = open.reduce(0) { $0 + $1.forwardBytes }
        if bytes >= limits.maximumForwardBytes { return true }
        let furthest = open.compactMap(\.reached).max()
        // If a track has no packet left and is not absent, the store is not full.
        if open.contains(where: { !$0.hasNext && !isAbsent($0, beside: furthest) }) { return false }
        let ahead = reach(of: open, \.reached)
        return ahead - playhead + duration > limits.forward - 0.001 || bytes >= limits.forwardBytes && ahead > playhead + 1
    }

    /// Whether `kind`, with the tracks of its container, exceeds the hard limit of bytes; called with the lock held.
    func isOverfull(_ kind: TrackKind, _ generation: Int) -> Bool {
        let loaded = isMuxed || isStaged(generation, kind) ? beside(generation, kind) : [buffers[kind]].compactMap(\.self)
        return loaded.reduce(0) { $0 + $1.forwardBytes } >= limits.maximumForwardBytes
    }

    /// Whether any track held at least half of the hard limit of bytes before the last `bytes` were taken; called with the lock held.
    func isShrinking(by bytes: Int) -> Bool {
        buffers.values.contains { $0.forwardBytes + bytes >= limits.maximumForwardBytes / 2 }
    }

    /// Wakes the waiters for which there is room now; called with the lock held.
    /// - Returns: The waiters to resume without the lock.
    func takeReadyWaiters() -> [RoomWaiter] {
        condition.broadcast()
        let ready = roomWaiters.filter(hasRoom)
        if !ready.isEmpty { roomWaiters.removeAll(where: hasRoom) }
        return ready
    }
}

/// The packets that a playback decodes.
///
/// A process with many viewers, such as a monitor, needs neither pictures nor sound: playback without decoding makes the same requests,
/// decisions and events, but costs a small fraction of the processor time and memory.
package enum ViewerDecoding: String, Sendable, Hashable, CaseIterable {
    /// Nothing is decoded, and no sound is played. Segments are discarded as they arrive; only their times and sizes are kept. All playbacks
    /// of this kind share a few threads.
    case none
    /// The key frames of the pictures, each on its own.
    case keyframes
    /// Everything, as in a player.
    case all
}
