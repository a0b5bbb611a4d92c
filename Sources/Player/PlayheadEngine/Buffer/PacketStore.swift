import Foundation
import PlayheadCore

/// The packets of all tracks, between the demuxing threads and the engine.
///
/// Demuxing threads append packets (and may block); the engine takes packets, seeks and trims. Each track has a generation: after
/// ``reset()`` or ``cut(_:from:)`` packets of an earlier generation are refused, so that a late thread does no harm.
///
/// `@unchecked Sendable`: every access to the mutable state is under the lock of `condition`; each method takes it, or says that it is called with
/// the lock held.
package final class PacketStore: @unchecked Sendable {
    /// A track that is filled to replace another, and does not count until it is taken over.
    struct StagedTrack {
        var kind: TrackKind
        var generation: Int
        var buffer = TrackBuffer()
        /// The end of the track at the last notification, in seconds.
        var reportedEnd = -Double.infinity
    }

    let limits: Limits
    let condition = TimedCondition()
    var buffers: [TrackKind: TrackBuffer] = [:]
    var generations: [TrackKind: Int] = [:]
    var staged: StagedTrack?
    private var lastGeneration = 0
    private(set) var playhead = 0.0
    private var isClosed = false
    /// Whether all tracks are from one container: then a track that is far behind the others has a gap and is not late.
    var isMuxed = true
    private(set) var failure: LoadingFailure?
    private(set) var ending: LoadingFailure?
    var roomWaiters: [RoomWaiter] = []
    /// The end of each track at the last notification, in seconds.
    private var reportedEnds: [TrackKind: Double] = [:]
    let onChange: @Sendable () -> Void
    /// Receives the steps of the playback that uses the store; `nil` to report none of them.
    let onStep: (@Sendable (EngineStep) -> Void)?
    /// The tracks whose first packet was reported.
    private var begun: Set<TrackKind> = []

    /// The growth of a track after which the engine is notified even if it has packets left, in seconds: it may wait for an amount of data,
    /// or for one track to fall far behind another.
    static let growth = 0.1

    /// - Parameters:
    ///   - limits: The amounts to keep.
    ///   - onStep: Receives the steps of the playback that uses the store, on any thread; `nil` to report none of them.
    ///   - onChange: Called on any thread when packets were added, or when loading ended or failed.
    package init(
        limits: Limits = Limits(), onStep: (@Sendable (EngineStep) -> Void)? = nil, onChange: @escaping @Sendable () -> Void
    ) {
        self.limits = limits
        self.onStep = onStep
        self.onChange = onChange
    }

    func locked<R>(_ body: () throws -> R) rethrows -> R {
        condition.lock()
        defer { condition.unlock() }
        return try body()
    }

    // MARK: For the sources

    /// Empties all tracks and starts a generation for all of them.
    /// - Returns: The generation to pass when appending.
    @discardableResult
    package func reset() -> Int {
        let (generation, waiters) = locked {
            for kind in buffers.keys { buffers[kind] = TrackBuffer() }
            staged = nil
            return newGeneration(for: Set(TrackKind.allCases))
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
        onChange()
        return generation
    }

    /// Defines the tracks. Until then appending threads wait.
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - isMuxed: Whether all tracks are from one container.
    package func define(_ tracks: Set<TrackKind>, isMuxed: Bool) {
        locked {
            self.isMuxed = isMuxed
            buffers = Dictionary(uniqueKeysWithValues: tracks.map { ($0, buffers[$0] ?? TrackBuffer()) })
            condition.broadcast()
        }
    }

    /// Drops the packets of `kinds` that are not decoded yet, starting at the first key packet at or after `time`.
    /// - Returns: The end of the rest and the generation of the packets to follow, or `nil` if no such key packet is loaded.
    func cut(_ kinds: Set<TrackKind>, from time: Double) -> (boundary: Double, generation: Int)? {
        let result: (boundary: Double, fresh: (generation: Int, waiters: [RoomWaiter]))? = locked {
            let leading: TrackKind = kinds.contains(.video) && buffers[.video] != nil ? .video : .audio
            guard kinds.contains(leading), let boundary = buffers[leading]?.cut(from: time) else { return nil }
            for kind in kinds where kind != leading { _ = buffers[kind]?.cut(from: boundary) }
            return (boundary, newGeneration(for: kinds))
        }
        guard let result else { return nil }
        for waiter in result.fresh.waiters { waiter.continuation.resume(returning: false) }
        return (result.boundary, result.fresh.generation)
    }

    /// Starts a generation of `kinds`; called with the lock held.
    /// - Returns: The generation, and the waiters for room of earlier generations, to be resumed without the lock.
    func newGeneration(for kinds: Set<TrackKind>) -> (generation: Int, waiters: [RoomWaiter]) {
        let generation = nextGeneration()
        for kind in kinds {
            generations[kind] = generation
            reportedEnds[kind] = nil
        }
        return (generation, forgetStale())
    }

    /// Returns an unused generation number; called with the lock held.
    func nextGeneration() -> Int {
        lastGeneration += 1
        return lastGeneration
    }

    /// Drops the state of outdated generations; called with the lock held.
    /// - Returns: The waiters for room of outdated generations, to be resumed without the lock.
    func forgetStale() -> [RoomWaiter] {
        if failure.map(endsAny) == false { failure = nil }
        if ending.map(endsAny) == false { ending = nil }
        condition.broadcast()
        let stale = roomWaiters.filter { waiter in !waiter.tracks.contains { isCurrent(waiter.generation, $0) } }
        roomWaiters.removeAll { waiter in !waiter.tracks.contains { isCurrent(waiter.generation, $0) } }
        return stale
    }

    /// Whether `failure` ends a track that is played, or a staged one; called with the lock held.
    private func endsAny(_ failure: LoadingFailure) -> Bool {
        TrackKind.allCases.contains { failure.ends($0, of: playedGeneration($0)) || failure.ends($0, of: stagedGeneration($0)) }
    }

    /// The failure, unless it ends only a track that the staged one is to replace; called with the lock held.
    var effectiveFailure: LoadingFailure? {
        failure.flatMap { failure in
            TrackKind.allCases.contains { failure.ends($0, of: stagedGeneration($0) ?? playedGeneration($0)) } ? failure : nil
        }
    }

    /// The generation of `kind`; `nil` if other tracks are played. Called with the lock held.
    private func playedGeneration(_ kind: TrackKind) -> Int? { buffers.isEmpty || buffers[kind] != nil ? generations[kind] : nil }

    /// The generation of the staged track if it is of `kind`, otherwise `nil`; called with the lock held.
    private func stagedGeneration(_ kind: TrackKind) -> Int? { staged?.kind == kind ? staged?.generation : nil }

    /// Whether `generation` is the current one for any of `kinds`; if not, packets appended for it are refused.
    func isCurrent(_ generation: Int, of kinds: Set<TrackKind>) -> Bool { locked { kinds.contains { isCurrent(generation, $0) } } }

    /// Whether `generation` is the current one of `kind`; called with the lock held.
    func isCurrent(_ generation: Int, _ kind: TrackKind) -> Bool {
        !isClosed && (generations[kind] == generation || isStaged(generation, kind))
    }

    /// Whether `generation` fills the staged track of `kind`; called with the lock held.
    func isStaged(_ generation: Int, _ kind: TrackKind) -> Bool { staged?.generation == generation && staged?.kind == kind }

    /// The buffer that `generation` fills for `kind`; called with the lock held.
    func buffer(of kind: TrackKind, _ generation: Int) -> TrackBuffer? {
        if isStaged(generation, kind) { return staged?.buffer }
        return generations[kind] == generation ? buffers[kind] : nil
    }

    /// The buffers that share room with `kind`: a staged track fills up on its own, the tracks of one container together; called with the lock
    /// held.
    func beside(_ generation: Int, _ kind: TrackKind) -> [TrackBuffer] {
        isStaged(generation, kind) ? [staged?.buffer].compactMap(\.self) : Array(buffers.values)
    }

    /// Changes the buffer that `generation` fills for `kind`; called with the lock held.
    private func change(_ kind: TrackKind, _ generation: Int, _ body: (inout TrackBuffer) -> Void) {
        if isStaged(generation, kind), var track = staged {
            body(&track.buffer)
            staged = track
        } else if isCurrent(generation, kind), var buffer = buffers[kind] {
            body(&buffer)
            buffers[kind] = buffer
        }
    }

    /// Returns and removes all waiters for room; called with the lock held.
    private func takeWaiters() -> [RoomWaiter] {
        defer { roomWaiters = [] }
        return roomWaiters
    }

    /// Appends a packet. Blocks while the loaded bytes exceed the hard limit, and with `blocking` while enough is loaded; the tracks of one
    /// container block together.
    /// - Returns: Whether the generation is still current; if not, the packet was refused and the thread should end.
    package func append(_ packet: MediaPacket, to kind: TrackKind, generation: Int, blocking: Bool) -> Bool {
        condition.lock()
        while isCurrent(generation, kind), buffers.isEmpty || blocking && isFull(beside(generation, kind)) || isOverfull(kind, generation) {
            condition.wait()
        }
        return finishAppending(packet, to: kind, generation)
    }

    /// Appends a packet without waiting.
    /// - Returns: Whether the generation is still current; if not, the packet was refused.
    func append(_ packet: MediaPacket, to kind: TrackKind, generation: Int) -> Bool {
        condition.lock()
        return finishAppending(packet, to: kind, generation)
    }

    /// Appends a packet; called with the lock held, which is released.
    private func finishAppending(_ packet: MediaPacket, to kind: TrackKind, _ generation: Int) -> Bool {
        let packet = limits.stored(packet, of: kind)
        guard isCurrent(generation, kind) else {
            condition.unlock()
            return false
        }
        let isFirst = onStep != nil && begun.insert(kind).inserted
        let isNews = isStaged(generation, kind) ? stage(packet) : add(packet, to: kind)
        let waiters = isNews && kind == .video && !isMuxed ? takeReadyWaiters() : []
        condition.unlock()
        if isFirst { onStep?(.firstPacket(kind)) }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
        if isNews { onChange() }
        return true
    }

    /// Appends to a track that is played; called with the lock held.
    /// - Returns: Whether to notify the engine.
    private func add(_ packet: MediaPacket, to kind: TrackKind) -> Bool {
        // A track appears with its first packet.
        var buffer = buffers.removeValue(forKey: kind) ?? TrackBuffer()
        let wasStarved = !buffer.hasNext
        buffer.append(packet)
        let end = buffer.end ?? packet.end
        buffers[kind] = buffer
        guard wasStarved || end >= (reportedEnds[kind] ?? -.infinity) + Self.growth else { return false }
        reportedEnds[kind] = end
        return true
    }

    /// Records that the container has no packets of `kinds` for now, so that playback continues without them until their next packet.
    func leave(_ kinds: Set<TrackKind>, generation: Int) {
        let waiters = locked {
            for kind in kinds { change(kind, generation) { $0.isAbsent = true } }
            return takeReadyWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
        if !kinds.isEmpty { onChange() }
    }

    /// Drops the last packets of `kinds` that can't be shown without a gap, after data that was cut off.
    func trimTail(_ kinds: Set<TrackKind>, generation: Int) {
        locked {
            for kind in kinds { change(kind, generation) { $0.trimTail() } }
        }
    }

    /// Marks `kinds` as complete: no packet will follow.
    func finish(_ kinds: Set<TrackKind>, generation: Int) {
        let waiters = locked {
            while buffers.isEmpty, kinds.contains(where: { isCurrent(generation, $0) }) { condition.wait() }
            for kind in kinds { change(kind, generation) { $0.isComplete = true } }
            return takeReadyWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
        onChange()
    }

    /// Records that loading `tracks` failed permanently; the engine reports the error once the packets before it are played. Nothing else is affected
    /// if none of them is played.
    func fail(_ error: PlaybackError, of tracks: Set<TrackKind> = Set(TrackKind.allCases), generation: Int) {
        let waiters: [RoomWaiter] = locked {
            guard tracks.contains(where: { isCurrent(generation, $0) }), !areUnplayed(tracks, generation) else { return [] }
            failure = (failure ?? LoadingFailure(error)).adding(tracks, of: generation)
            return takeReadyWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
        onChange()
    }

    /// Sets the error that ends the playback of `generation` after all of it was played.
    func expectEnd(_ error: PlaybackError, generation: Int) {
        let tracks = Set(TrackKind.allCases)
        locked {
            guard tracks.contains(where: { isCurrent(generation, $0) }) else { return }
            ending = (ending ?? LoadingFailure(error)).adding(tracks, of: generation)
        }
    }

    /// Resumes every waiter and refuses all packets from now on.
    func close() {
        let waiters = locked {
            isClosed = true
            buffers = [:]
            staged = nil
            condition.broadcast()
            return takeWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
    }

    // MARK: For the engine

    /// Whether all tracks are from one container.
    var hasMuxedTracks: Bool { locked { isMuxed } }

    /// The tracks that are filled.
    var tracks: Set<TrackKind> { locked { Set(buffers.keys) } }

    /// The error that ended loading, to be reported after all packets before it.
    var error: PlaybackError? { locked { effectiveFailure?.error } }

    /// The last playhead that was set, in seconds.
    var lastPlayhead: Double { locked { playhead } }

    /// Sets the playhead for what is loaded next.
    func movePlayhead(to time: Double) { locked { playhead = time } }

    /// Drops what was decoded and is further behind `time` (seconds), which a search has reached, than is kept.
    func trim(behind time: Double) {
        locked { for kind in Array(buffers.keys) { buffers[kind]?.trim(before: time - limits.back, keeping: limits.backBytes) } }
    }

    /// Sets the playhead, so that packets far behind it are dropped and more is loaded ahead.
    package func setPlayhead(_ time: Double) {
        let waiters = locked {
            playhead = time
            for kind in Array(buffers.keys) { buffers[kind]?.trim(before: time - limits.back, keeping: limits.backBytes) }
            return takeReadyWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
    }
}

/// A step of an engine between the requests and the output, reported when it ends. Steps have no time: the receiver adds that of its clock.
package enum EngineStep: Sendable, Hashable {
    /// A demuxer opened a container with these tracks, which took a number of seconds and includes waiting for bytes.
    case opened(Set<TrackKind>, format: String, seconds: Double)
    /// The first packet of a track is available.
    case firstPacket(TrackKind)
    /// A decoder worked for a number of seconds.
    case decoded(TrackKind, seconds: Double)
    /// The first frame of a track was decoded.
    case firstFrame(TrackKind)
    /// The first picture was passed to the output. An early one was decoded alone, before playback could start.
    case firstPicture(isEarly: Bool)
    /// The duration of a track that is loaded ahead of the playhead, in seconds.
    case buffered(TrackKind, seconds: Double)
}
