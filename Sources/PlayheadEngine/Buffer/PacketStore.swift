import Foundation
import PlayheadCore
import PlayheadNumbers

/// The packets of all tracks, between the demuxing threads and the engine.
///
/// Demuxing threads append packets (and may block); the engine takes packets, seeks and trims. Each track has a generation: after
/// ``reset()`` or ``cut(_:from:)`` packets of an earlier generation are refused, so that a late thread does no harm.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`.
final class PacketStore: @unchecked Sendable {
    /// The limits of what is loaded ahead of the playhead and kept behind it.
    struct Limits: Sendable {
        /// The maximum duration loaded ahead of the playhead, in seconds.
        var forward = 30.0
        /// The maximum number of bytes loaded ahead, once they last one second.
        var forwardBytes = 64 << 20
        /// The number of bytes ahead above which nothing is read, whatever their duration.
        var maximumForwardBytes: Int { forwardBytes.saturatingMultiplied(by: 2) }
        /// The duration kept behind the playhead, in seconds.
        var back = 30.0
        /// The duration ahead of the playhead for which captions are loaded, in seconds.
        var captions = 40.0
        /// The lead of one track of a container over another at which the other counts as absent, in seconds; limited by the forward
        /// buffer.
        var interleave: Double { min(4, forward / 2) }
    }

    /// The result of a request for a packet.
    enum Next {
        case packet(MediaPacket)
        /// No packet yet; one may follow.
        case starved
        /// No packet for now, and the other tracks of the container are far ahead: this track has a gap.
        case sparse
        /// No packet will follow.
        case ended
    }

    /// A track that is filled to replace another, and does not count until it is taken over.
    struct StagedTrack {
        var kind: TrackKind
        var generation: Int
        var buffer = TrackBuffer()
        /// The end of the track at the last notification, in seconds.
        var reportedEnd = -Double.infinity
    }

    struct RoomWaiter {
        var tracks: Set<TrackKind>
        var duration: Double
        var generation: Int
        var continuation: CheckedContinuation<Bool, Never>
    }

    let limits: Limits
    private let condition = NSCondition()
    var buffers: [TrackKind: TrackBuffer] = [:]
    var generations: [TrackKind: Int] = [:]
    var staged: StagedTrack?
    private var lastGeneration = 0
    private var playhead = 0.0
    private var isClosed = false
    /// Whether all tracks are from one container: then a track that is far behind the others has a gap and is not late.
    var isMuxed = true
    private var failure: (error: PlaybackError, generation: Int)?
    private var ending: (error: PlaybackError, generation: Int)?
    private var roomWaiters: [RoomWaiter] = []
    /// The end of each track at the last notification, in seconds.
    private var reportedEnds: [TrackKind: Double] = [:]
    let onChange: @Sendable () -> Void

    /// The growth of a track after which the engine is notified even if it has packets left, in seconds: it may wait for an amount of data,
    /// or for one track to fall far behind another.
    static let growth = 0.1

    /// - Parameter onChange: Called on any thread when packets were added, or when loading ended or failed.
    init(limits: Limits = Limits(), onChange: @escaping @Sendable () -> Void) {
        self.limits = limits
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
    func reset() -> Int {
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
    /// - Parameter isMuxed: Whether all tracks are from one container.
    func define(_ tracks: Set<TrackKind>, isMuxed: Bool) {
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
            let leading: TrackKind = kinds.contains(.video) ? .video : .audio
            guard let boundary = buffers[leading]?.cut(from: time) else { return nil }
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

    /// Returns an unused generation number.
    func nextGeneration() -> Int {
        lastGeneration += 1
        return lastGeneration
    }

    /// Drops the state of outdated generations; called with the lock held.
    /// - Returns: The waiters for room of outdated generations, to be resumed without the lock.
    func forgetStale() -> [RoomWaiter] {
        // A failure of a generation that is not current for any track is dropped; a failure of another track stays.
        if let failed = failure?.generation, !TrackKind.allCases.contains(where: { isCurrent(failed, $0) }) { failure = nil }
        condition.broadcast()
        let stale = roomWaiters.filter { waiter in !waiter.tracks.contains { isCurrent(waiter.generation, $0) } }
        roomWaiters.removeAll { waiter in !waiter.tracks.contains { isCurrent(waiter.generation, $0) } }
        return stale
    }

    /// Whether `generation` is the current one for any of `kinds`; if not, packets appended for it are refused.
    func isCurrent(_ generation: Int, of kinds: Set<TrackKind>) -> Bool { locked { kinds.contains { isCurrent(generation, $0) } } }

    private func isCurrent(_ generation: Int, _ kind: TrackKind) -> Bool {
        !isClosed && (generations[kind] == generation || isStaged(generation, kind))
    }

    private func isStaged(_ generation: Int, _ kind: TrackKind) -> Bool { staged?.generation == generation && staged?.kind == kind }

    /// The buffer that `generation` fills for `kind`.
    private func buffer(of kind: TrackKind, _ generation: Int) -> TrackBuffer? {
        if isStaged(generation, kind) { return staged?.buffer }
        return generations[kind] == generation ? buffers[kind] : nil
    }

    /// The buffers that share room with `kind`: a staged track fills up on its own, the tracks of one container together.
    private func beside(_ generation: Int, _ kind: TrackKind) -> [TrackBuffer] {
        isStaged(generation, kind) ? [staged?.buffer].compactMap(\.self) : Array(buffers.values)
    }

    private func change(_ kind: TrackKind, _ generation: Int, _ body: (inout TrackBuffer) -> Void) {
        if isStaged(generation, kind), var track = staged {
            body(&track.buffer)
            staged = track
        } else if isCurrent(generation, kind), var buffer = buffers[kind] {
            body(&buffer)
            buffers[kind] = buffer
        }
    }

    private func takeWaiters() -> [RoomWaiter] {
        defer { roomWaiters = [] }
        return roomWaiters
    }

    /// Appends a packet. Always blocks while the loaded bytes exceed the hard limit.
    /// - Parameter blocking: Whether to block while enough is loaded; the tracks of one container block together.
    /// - Returns: Whether the generation is still current; if not, the packet was refused and the thread should end.
    func append(_ packet: MediaPacket, to kind: TrackKind, generation: Int, blocking: Bool) -> Bool {
        condition.lock()
        while isCurrent(generation, kind), buffers.isEmpty || blocking && isFull(beside(generation, kind)) || isOverfull(kind, generation) {
            condition.wait()
        }
        guard isCurrent(generation, kind) else {
            condition.unlock()
            return false
        }
        let isNews = isStaged(generation, kind) ? stage(packet) : add(packet, to: kind)
        condition.unlock()
        if isNews { onChange() }
        return true
    }

    /// - Returns: Whether to notify the engine.
    private func add(_ packet: MediaPacket, to kind: TrackKind) -> Bool {
        guard var buffer = buffers.removeValue(forKey: kind) else { return false }
        let wasStarved = !buffer.hasNext
        buffer.append(packet)
        let end = buffer.end ?? packet.end
        buffers[kind] = buffer
        guard wasStarved || end >= (reportedEnds[kind] ?? -.infinity) + Self.growth else { return false }
        reportedEnds[kind] = end
        return true
    }

    /// Drops the last packets of `kinds` that can't be shown without a gap, after data that was cut off.
    func trimTail(_ kinds: Set<TrackKind>, generation: Int) {
        locked {
            for kind in kinds { change(kind, generation) { $0.trimTail() } }
        }
    }

    /// Marks `kinds` as complete: no packet will follow.
    func finish(_ kinds: Set<TrackKind>, generation: Int) {
        locked {
            while buffers.isEmpty, kinds.contains(where: { isCurrent(generation, $0) }) { condition.wait() }
            for kind in kinds { change(kind, generation) { $0.isComplete = true } }
        }
        onChange()
    }

    /// Records that loading failed permanently; the engine reports the error once the packets before it are played.
    func fail(_ error: PlaybackError, generation: Int) {
        locked {
            guard failure == nil, TrackKind.allCases.contains(where: { isCurrent(generation, $0) }) else { return }
            failure = (error, generation)
        }
        onChange()
    }

    /// Sets the error that ends the playback of `generation` after all of it was played.
    func expectEnd(_ error: PlaybackError, generation: Int) {
        locked { if TrackKind.allCases.contains(where: { isCurrent(generation, $0) }) { ending = (error, generation) } }
    }

    /// The error that replaces the regular end of playback, or `nil`.
    var endError: PlaybackError? {
        locked {
            guard let ending, TrackKind.allCases.contains(where: { isCurrent(ending.generation, $0) }) else { return nil }
            return ending.error
        }
    }

    /// Waits until there is room for another `duration` seconds of `tracks`.
    /// - Returns: Whether the generation is still current.
    func waitForRoom(_ tracks: Set<TrackKind>, for duration: Double = 0, generation: Int) async -> Bool {
        // If the forward buffer is very short, segments are fetched even if they are too long for it, because playback has to continue.
        let least = 3.0
        let duration = min(duration, max(0, limits.forward - least))
        return await withCheckedContinuation { continuation in
            let answer: Bool? = locked {
                guard tracks.contains(where: { isCurrent(generation, $0) }) else { return false }
                guard isFull(tracks, generation, for: duration) else { return true }
                roomWaiters.append(RoomWaiter(tracks: tracks, duration: duration, generation: generation, continuation: continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
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

    private func isFull(_ tracks: Set<TrackKind>, _ generation: Int, for duration: Double) -> Bool {
        isFull(tracks.compactMap { buffer(of: $0, generation) }, for: duration)
    }

    private func isFull(_ buffers: [TrackBuffer], for duration: Double = 0) -> Bool {
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

    /// Whether `kind`, with the tracks of its container, exceeds the hard limit of bytes.
    private func isOverfull(_ kind: TrackKind, _ generation: Int) -> Bool {
        let loaded = isMuxed || isStaged(generation, kind) ? beside(generation, kind) : [buffers[kind]].compactMap(\.self)
        return loaded.reduce(0) { $0 + $1.forwardBytes } >= limits.maximumForwardBytes
    }

    /// The time up to which all of `buffers` are loaded, in seconds, without absent tracks.
    /// - Parameter place: Returns the end of a buffer.
    private func reach(of buffers: [TrackBuffer], _ place: (TrackBuffer) -> Double?) -> Double {
        guard isMuxed else { return buffers.map { place($0) ?? -.infinity }.min() ?? -.infinity }
        let furthest = buffers.compactMap(\.reached).max() ?? -.infinity
        let present = buffers.filter { !$0.isAbsent && $0.reached ?? -.infinity > furthest - limits.interleave }
        return (present.isEmpty ? buffers.compactMap(place).max() : present.compactMap(place).min()) ?? -.infinity
    }

    /// Whether a track without a packet to decode has a gap at the playhead. `furthest` is the time up to which the container was read.
    private func isAbsent(_ buffer: TrackBuffer, beside furthest: Double?, isFull: Bool = false) -> Bool {
        guard isMuxed, !buffer.hasNext, !buffer.isComplete else { return false }
        let absence = TrackAbsence(
            reached: buffer.reached, playhead: playhead, furthest: furthest, isFull: isFull, interleave: limits.interleave)
        return buffer.isAbsent || absence.isAbsent
    }

    // MARK: For the engine

    /// Whether all tracks are from one container.
    var hasMuxedTracks: Bool { locked { isMuxed } }

    /// The tracks that are filled.
    var tracks: Set<TrackKind> { locked { Set(buffers.keys) } }

    /// The error that ended loading, to be reported after all packets before it.
    var error: PlaybackError? { locked { failure?.error } }

    /// Returns the next packet of `kind` to decode.
    func next(_ kind: TrackKind) -> Next {
        let (next, waiters): (Next, [RoomWaiter]) = locked {
            guard let packet = buffers[kind]?.next() else { return (missing(kind), []) }
            // Taking the last packet may make room, wherever the playhead is.
            // The same applies if the bytes exceeded the hard limit.
            if packet.packet.size > 0, isShrinking(by: packet.packet.size) { condition.broadcast() }
            return (.packet(packet), buffers[kind]?.hasNext == false ? takeReadyWaiters() : [])
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
        return next
    }

    /// Whether any track held at least half of the hard limit of bytes before the last `bytes` were taken.
    private func isShrinking(by bytes: Int) -> Bool {
        buffers.values.contains { $0.forwardBytes + bytes >= limits.maximumForwardBytes / 2 }
    }

    /// Returns the reason why there is no packet of `kind`; called with the lock held.
    private func missing(_ kind: TrackKind) -> Next {
        guard let buffer = buffers[kind], !buffer.isComplete else { return .ended }
        let furthest = buffers.values.compactMap(\.reached).max()
        let isOver = isFull(Array(buffers.values)) || isLeftOver(beside: kind)
        guard isAbsent(buffer, beside: furthest, isFull: isOver) else { return .starved }
        buffers[kind]?.isAbsent = true
        return .sparse
    }

    /// Whether reading has failed permanently and tracks other than `kind` have packets left; called with the lock held.
    private func isLeftOver(beside kind: TrackKind) -> Bool {
        guard let failure, generations[kind] == failure.generation else { return false }
        return buffers.contains { $0.key != kind && $0.value.hasNext }
    }

    /// Wakes the waiters for which there is room now; called with the lock held.
    /// - Returns: The waiters to resume without the lock.
    private func takeReadyWaiters() -> [RoomWaiter] {
        condition.broadcast()
        let ready = roomWaiters.filter { !isFull($0.tracks, $0.generation, for: $0.duration) }
        if !ready.isEmpty { roomWaiters.removeAll { !isFull($0.tracks, $0.generation, for: $0.duration) } }
        return ready
    }

    /// Whether `kind` has a gap at the next packet.
    func isSparse(_ kind: TrackKind) -> Bool {
        locked { if case .sparse = missing(kind) { true } else { false } }
    }

    /// Whether nothing more is loaded until the playhead moves.
    var isFull: Bool { locked { isFull(Array(buffers.values)) } }

    /// Skips the packets of `kind` whose presentation time is before `time` (seconds).
    func skip(_ kind: TrackKind, before time: Double) { locked { buffers[kind]?.skip(before: time) } }

    /// The end of `kind`, in seconds, or `nil` if more may follow.
    func end(of kind: TrackKind) -> Double? { locked { buffers[kind].flatMap { $0.isComplete ? $0.end : nil } } }

    /// The end of the loaded packets of `kind`, in seconds.
    func loadedEnd(of kind: TrackKind) -> Double? { locked { buffers[kind]?.end } }

    /// Sets all cursors to the packets at which decoding for `time` (seconds) starts.
    /// - Returns: Whether `time` is loaded in every track; if not, nothing changed.
    func seek(to time: Double, only kind: TrackKind? = nil) -> Bool {
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

    /// The last playhead that was set, in seconds.
    var lastPlayhead: Double { locked { playhead } }

    /// The start and end of the last packet of `kind` that was loaded for `generation`, in seconds, or `nil` if there is none.
    func last(_ kind: TrackKind, generation: Int) -> (start: Double, end: Double)? {
        locked {
            guard let buffer = buffer(of: kind, generation), let start = buffer.latest, let end = buffer.end else { return nil }
            return (start, end)
        }
    }

    /// Sets the playhead, so that packets far behind it are dropped and more is loaded ahead.
    func setPlayhead(_ time: Double) {
        let waiters = locked {
            playhead = time
            for kind in Array(buffers.keys) { buffers[kind]?.trim(before: time - limits.back) }
            return takeReadyWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
    }

    /// The duration loaded beyond `time` in every track, in seconds; infinity if all tracks are complete.
    func loaded(beyond time: Double) -> Double {
        locked {
            guard !buffers.isEmpty else { return 0 }
            let open = buffers.values.filter { !$0.isComplete }
            return open.isEmpty ? .infinity : reach(of: open, \.end) - time
        }
    }

    /// The range that is loaded in every track, in seconds.
    func loadedRange() -> TimeRange? {
        locked {
            let starts = buffers.values.filter { !$0.isAbsent || $0.start != nil }.map { $0.start ?? .infinity }
            guard let first = starts.min(), !isMuxed || first < .infinity else { return nil }
            // A track of the container that starts later has nothing before its start.
            guard let start = starts.filter({ !isMuxed || $0 == .infinity || $0 < first + limits.interleave }).max(), start < .infinity
            else {
                return nil
            }
            let open = buffers.values.filter { !$0.isComplete }
            let end = open.isEmpty ? buffers.values.compactMap(\.end).max() ?? start : reach(of: open, \.end)
            return end > start ? TimeRange(start: start, end: end) : nil
        }
    }

    /// The end of the media, in seconds, or `nil` if more may follow.
    var mediaEnd: Double? {
        locked { buffers.values.allSatisfy(\.isComplete) ? buffers.values.compactMap(\.end).max() : nil }
    }

    /// The bytes of all packets in the store.
    var bytes: Int { locked { buffers.values.reduce(0) { $0 + $1.bytes } } }
}
