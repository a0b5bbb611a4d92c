import Foundation
import PlayheadCore
import PlayheadNumbers

/// The packets of all tracks, between the demuxing threads and the engine.
///
/// Demuxing threads append (and may be made to wait); the engine takes, seeks and trims. Each track has a generation: after ``reset()`` or
/// ``cut(_:from:)`` packets of an earlier one are refused, so that a thread that is late does no harm.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`.
final class PacketStore: @unchecked Sendable {
    /// How much is loaded ahead and kept behind.
    struct Limits: Sendable {
        /// Seconds ahead of the playhead that are enough.
        var forward = 30.0
        /// Bytes ahead that are enough, once they last a second.
        var forwardBytes = 64 << 20
        /// Bytes ahead beyond which nothing is read, however short they last.
        var mostForwardBytes: Int { forwardBytes.saturatingMultiplied(by: 2) }
        /// Seconds behind the playhead that are kept.
        var back = 30.0
        /// Seconds ahead of the playhead for which captions are loaded.
        var captions = 40.0
        /// How far one track of a container may run ahead of another before the other counts as absent there, in seconds; less where so much
        /// is not loaded ahead.
        var interleave: Double { min(4, forward / 2) }
    }

    /// What the engine gets when it asks for a packet.
    enum Next {
        case packet(MediaPacket)
        /// None yet; one may come.
        case starved
        /// None for now, and the container's other tracks are far ahead: there is a hole in this one.
        case sparse
        /// None will come.
        case ended
    }

    /// A track that is filled from elsewhere and does not count before it is taken over.
    struct StagedTrack {
        var kind: TrackKind
        var generation: Int
        var buffer = TrackBuffer()
        /// Where it reached to when its growth was told last, in seconds.
        var toldEnd = -Double.infinity
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
    /// Whether all tracks come out of one container: then one that stays far behind the others has a hole there, and is not late.
    var isMuxed = true
    private var failure: (error: PlaybackError, generation: Int)?
    private var ending: (error: PlaybackError, generation: Int)?
    private var roomWaiters: [RoomWaiter] = []
    /// Where each track reached to when its growth was told last, in seconds.
    private var toldEnds: [TrackKind: Double] = [:]
    let onChange: @Sendable () -> Void

    /// Growth of a track that is worth telling although the engine has packets left, in seconds: it may wait for an amount of data, or for
    /// one track to be found far behind another.
    static let growth = 0.1

    /// - Parameter onChange: Called on any thread when there is more, or it ended or failed.
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

    /// Empties the store for the tracks that will be filled from now on.
    /// - Returns: The generation that appends have to name.
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

    /// Says which tracks there are. Until then appending threads wait.
    /// - Parameter isMuxed: Whether all of them come out of one container.
    func define(_ tracks: Set<TrackKind>, isMuxed: Bool) {
        locked {
            self.isMuxed = isMuxed
            buffers = Dictionary(uniqueKeysWithValues: tracks.map { ($0, buffers[$0] ?? TrackBuffer()) })
            condition.broadcast()
        }
    }

    /// Drops the packets of `kinds` that are not decoded yet, from the first key packet at or after `time` on.
    /// - Returns: Where the rest ends and the generation of what is to follow, or `nil` where no such key packet is loaded.
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

    /// Begins a generation of `kinds`; called with the lock held.
    /// - Returns: It, and those who wait for room for an earlier one, to be let go without the lock.
    func newGeneration(for kinds: Set<TrackKind>) -> (generation: Int, waiters: [RoomWaiter]) {
        let generation = nextGeneration()
        for kind in kinds {
            generations[kind] = generation
            toldEnds[kind] = nil
        }
        return (generation, forgetStale())
    }

    /// A number that no generation has had.
    func nextGeneration() -> Int {
        lastGeneration += 1
        return lastGeneration
    }

    /// Forgets what belongs to generations that no longer count; called with the lock held.
    /// - Returns: Those who wait for room for one, to be let go without the lock.
    func forgetStale() -> [RoomWaiter] {
        // What failed is none of what is played any more; another track's failure stays.
        if let failed = failure?.generation, !TrackKind.allCases.contains(where: { isCurrent(failed, $0) }) { failure = nil }
        condition.broadcast()
        let stale = roomWaiters.filter { waiter in !waiter.tracks.contains { isCurrent(waiter.generation, $0) } }
        roomWaiters.removeAll { waiter in !waiter.tracks.contains { isCurrent(waiter.generation, $0) } }
        return stale
    }

    /// Whether `generation` is the current one of any of `kinds`: if not, nothing that is appended for it counts.
    func isCurrent(_ generation: Int, of kinds: Set<TrackKind>) -> Bool { locked { kinds.contains { isCurrent(generation, $0) } } }

    private func isCurrent(_ generation: Int, _ kind: TrackKind) -> Bool {
        !isClosed && (generations[kind] == generation || isStaged(generation, kind))
    }

    private func isStaged(_ generation: Int, _ kind: TrackKind) -> Bool { staged?.generation == generation && staged?.kind == kind }

    /// What was appended to `kind` for `generation`.
    private func buffer(of kind: TrackKind, _ generation: Int) -> TrackBuffer? {
        if isStaged(generation, kind) { return staged?.buffer }
        return generations[kind] == generation ? buffers[kind] : nil
    }

    /// What has room together with `kind`: what is staged fills up by itself, the tracks of one container do together.
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

    /// Appends a packet. It waits in any case while there is more than may ever be loaded.
    /// - Parameter blocking: Whether to wait while enough is loaded; the tracks of one container wait together.
    /// - Returns: Whether the generation is still the current one; if not, the packet was refused and the thread should end.
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

    /// - Returns: Whether the engine should look.
    private func add(_ packet: MediaPacket, to kind: TrackKind) -> Bool {
        guard var buffer = buffers.removeValue(forKey: kind) else { return false }
        let wasStarved = !buffer.hasNext
        buffer.append(packet)
        let end = buffer.end ?? packet.end
        buffers[kind] = buffer
        guard wasStarved || end >= (toldEnds[kind] ?? -.infinity) + Self.growth else { return false }
        toldEnds[kind] = end
        return true
    }

    /// After data that broke off: drops what can't be shown without a hole of the last packets of `kinds`.
    func trimTail(_ kinds: Set<TrackKind>, generation: Int) {
        locked {
            for kind in kinds { change(kind, generation) { $0.trimTail() } }
        }
    }

    /// Says that no packet of `kind` will follow.
    func finish(_ kinds: Set<TrackKind>, generation: Int) {
        locked {
            while buffers.isEmpty, kinds.contains(where: { isCurrent(generation, $0) }) { condition.wait() }
            for kind in kinds { change(kind, generation) { $0.isComplete = true } }
        }
        onChange()
    }

    /// Says that loading failed for good; the engine tells it once the packets before it are played.
    func fail(_ error: PlaybackError, generation: Int) {
        locked {
            guard failure == nil, TrackKind.allCases.contains(where: { isCurrent(generation, $0) }) else { return }
            failure = (error, generation)
        }
        onChange()
    }

    /// Says what ends the playback of `generation` once all of it is played, although nothing stands in the way of that.
    func expectEnd(_ error: PlaybackError, generation: Int) {
        locked { if TrackKind.allCases.contains(where: { isCurrent(generation, $0) }) { ending = (error, generation) } }
    }

    /// What the end of what is played is told as, if it is no regular one.
    var endError: PlaybackError? {
        locked {
            guard let ending, TrackKind.allCases.contains(where: { isCurrent(ending.generation, $0) }) else { return nil }
            return ending.error
        }
    }

    /// Waits until there is room for `duration` seconds more of `tracks`.
    /// - Returns: Whether the generation is still the current one.
    func waitForRoom(_ tracks: Set<TrackKind>, for duration: Double = 0, generation: Int) async -> Bool {
        // With very little room segments are fetched although they are too long for it: playing has to be able to go on.
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

    /// Lets every waiter go and refuses all from now on.
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
        if bytes >= limits.mostForwardBytes { return true }
        let furthest = open.compactMap(\.reached).max()
        // Where a track has nothing left that may come, nothing else is enough.
        if open.contains(where: { !$0.hasNext && !isAbsent($0, beside: furthest) }) { return false }
        let ahead = reach(of: open, \.reached)
        return ahead - playhead + duration > limits.forward - 0.001 || bytes >= limits.forwardBytes && ahead > playhead + 1
    }

    /// Whether `kind`, with the tracks of its container, takes more memory than any segment may.
    private func isOverfull(_ kind: TrackKind, _ generation: Int) -> Bool {
        let loaded = isMuxed || isStaged(generation, kind) ? beside(generation, kind) : [buffers[kind]].compactMap(\.self)
        return loaded.reduce(0) { $0 + $1.forwardBytes } >= limits.mostForwardBytes
    }

    /// How far all of `buffers` reach, in seconds, not counting tracks that are absent there.
    /// - Parameter place: Where one of them ends.
    private func reach(of buffers: [TrackBuffer], _ place: (TrackBuffer) -> Double?) -> Double {
        guard isMuxed else { return buffers.map { place($0) ?? -.infinity }.min() ?? -.infinity }
        let furthest = buffers.compactMap(\.reached).max() ?? -.infinity
        let present = buffers.filter { !$0.isAbsent && $0.reached ?? -.infinity > furthest - limits.interleave }
        return (present.isEmpty ? buffers.compactMap(place).max() : present.compactMap(place).min()) ?? -.infinity
    }

    /// Whether a track without a packet to decode has nothing at the playhead, `furthest` being where the container was read to.
    private func isAbsent(_ buffer: TrackBuffer, beside furthest: Double?, isFull: Bool = false) -> Bool {
        guard isMuxed, !buffer.hasNext, !buffer.isComplete else { return false }
        let absence = TrackAbsence(
            reached: buffer.reached, playhead: playhead, furthest: furthest, isFull: isFull, interleave: limits.interleave)
        return buffer.isAbsent || absence.isAbsent
    }

    // MARK: For the engine

    /// Whether all tracks come out of one container.
    var hasMuxedTracks: Bool { locked { isMuxed } }

    /// The tracks that are filled.
    var tracks: Set<TrackKind> { locked { Set(buffers.keys) } }

    /// What ended loading, once everything before it was taken.
    var error: PlaybackError? { locked { failure?.error } }

    /// The next packet of `kind` to decode.
    func next(_ kind: TrackKind) -> Next {
        let (next, waiters): (Next, [RoomWaiter]) = locked {
            guard let packet = buffers[kind]?.next() else { return (missing(kind), []) }
            // With the last packet gone there may be room for more, wherever the playhead is.
            // So there is where there was too much.
            if packet.packet.size > 0, isShrinking(by: packet.packet.size) { condition.broadcast() }
            return (.packet(packet), buffers[kind]?.hasNext == false ? takeReadyWaiters() : [])
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
        return next
    }

    /// Whether the packets that are left were more than may ever be loaded before the last `bytes` of them were taken.
    private func isShrinking(by bytes: Int) -> Bool {
        buffers.values.contains { $0.forwardBytes + bytes >= limits.mostForwardBytes / 2 }
    }

    /// Why there is no packet of `kind`; called with the lock held.
    private func missing(_ kind: TrackKind) -> Next {
        guard let buffer = buffers[kind], !buffer.isComplete else { return .ended }
        let furthest = buffers.values.compactMap(\.reached).max()
        let isOver = isFull(Array(buffers.values)) || isLeftOver(beside: kind)
        guard isAbsent(buffer, beside: furthest, isFull: isOver) else { return .starved }
        buffers[kind]?.isAbsent = true
        return .sparse
    }

    /// Whether reading has failed for good and packets of tracks other than `kind` remain to be played; called with the lock held.
    private func isLeftOver(beside kind: TrackKind) -> Bool {
        guard let failure, generations[kind] == failure.generation else { return false }
        return buffers.contains { $0.key != kind && $0.value.hasNext }
    }

    /// Wakes who waits for room and has it now; called with the lock held.
    /// - Returns: Those to be let go without the lock.
    private func takeReadyWaiters() -> [RoomWaiter] {
        condition.broadcast()
        let ready = roomWaiters.filter { !isFull($0.tracks, $0.generation, for: $0.duration) }
        if !ready.isEmpty { roomWaiters.removeAll { !isFull($0.tracks, $0.generation, for: $0.duration) } }
        return ready
    }

    /// Whether `kind` has a hole where the next packet would be.
    func isSparse(_ kind: TrackKind) -> Bool {
        locked { if case .sparse = missing(kind) { true } else { false } }
    }

    /// Whether nothing more is loaded before the playhead moves.
    var isFull: Bool { locked { isFull(Array(buffers.values)) } }

    /// Passes over the packets of `kind` that are presented before `time` (seconds).
    func skip(_ kind: TrackKind, before time: Double) { locked { buffers[kind]?.skip(before: time) } }

    /// Where `kind` ends, in seconds; `nil` where more may come.
    func end(of kind: TrackKind) -> Double? { locked { buffers[kind].flatMap { $0.isComplete ? $0.end : nil } } }

    /// Where what is loaded of `kind` ends, in seconds.
    func loadedEnd(of kind: TrackKind) -> Double? { locked { buffers[kind]?.end } }

    /// Puts all cursors where decoding for `time` (seconds) has to begin.
    /// - Returns: Whether `time` is loaded in every track; if not, nothing changed.
    func seek(to time: Double, only kind: TrackKind? = nil) -> Bool {
        locked {
            guard let moved = buffersMoved(to: time, only: kind) else { return false }
            buffers = moved
            return true
        }
    }

    /// Whether `time` is loaded in every track, or in `kind`, so that ``seek(to:only:)`` puts the cursors there.
    func isLoaded(_ time: Double, only kind: TrackKind? = nil) -> Bool { locked { buffersMoved(to: time, only: kind) != nil } }

    /// The buffers with their cursors where decoding for `time` has to begin, or `nil` where it is not loaded; called with the lock held.
    private func buffersMoved(to time: Double, only kind: TrackKind? = nil) -> [TrackKind: TrackBuffer]? {
        guard !buffers.isEmpty else { return nil }
        var moved = buffers
        let furthest = buffers.values.compactMap(\.end).max() ?? -.infinity
        // A hole of this length at the beginning of a track is not worth loading anew for, in seconds.
        let hole = 0.3
        for track in kind.map({ [$0] }) ?? Array(buffers.keys) {
            guard let buffer = buffers[track] else { return nil }
            let isCovered = buffer.isAbsent && time <= furthest
            // A track without anything is as good at one place as at another.
            if buffer.count == 0, isCovered || buffer.isComplete, furthest > -.infinity { continue }
            // Sound needs no key frames, but its decoders want to hear a little before the first sample that counts.
            let preroll = track == .audio ? 0.1 : 0
            // What is shown first has to cover the time, unless it is the first that there is.
            let leads = track == .video || buffers[.video] == nil
            let slack = leads && (buffer.start ?? 0) > hole ? 0.001 : hole
            guard moved[track]?.seek(to: time, preroll: preroll, slack: slack, isCovered: isCovered) == true else { return nil }
        }
        return moved
    }

    /// Where the playhead was told to be last, in seconds.
    var lastPlayhead: Double { locked { playhead } }

    /// Where the last packet of `kind` that `generation` has loaded begins and ends, in seconds, or `nil` where there is none.
    func last(_ kind: TrackKind, generation: Int) -> (start: Double, end: Double)? {
        locked {
            guard let buffer = buffer(of: kind, generation), let start = buffer.latest, let end = buffer.end else { return nil }
            return (start, end)
        }
    }

    /// Tells where the playhead is, so that what is far behind goes and more is loaded ahead.
    func setPlayhead(_ time: Double) {
        let waiters = locked {
            playhead = time
            for kind in Array(buffers.keys) { buffers[kind]?.trim(before: time - limits.back) }
            return takeReadyWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
    }

    /// How far beyond `time` every track is loaded, in seconds; infinity where all of them are complete.
    func loaded(beyond time: Double) -> Double {
        locked {
            guard !buffers.isEmpty else { return 0 }
            let open = buffers.values.filter { !$0.isComplete }
            return open.isEmpty ? .infinity : reach(of: open, \.end) - time
        }
    }

    /// What is loaded in every track, in seconds.
    func loadedRange() -> TimeRange? {
        locked {
            let starts = buffers.values.filter { !$0.isAbsent || $0.start != nil }.map { $0.start ?? .infinity }
            guard let first = starts.min(), !isMuxed || first < .infinity else { return nil }
            // A track of the container that begins later has nothing before.
            guard let start = starts.filter({ !isMuxed || $0 == .infinity || $0 < first + limits.interleave }).max(), start < .infinity
            else {
                return nil
            }
            let open = buffers.values.filter { !$0.isComplete }
            let end = open.isEmpty ? buffers.values.compactMap(\.end).max() ?? start : reach(of: open, \.end)
            return end > start ? TimeRange(start: start, end: end) : nil
        }
    }

    /// Where the media ends, in seconds, or `nil` where more may come.
    var mediaEnd: Double? {
        locked { buffers.values.allSatisfy(\.isComplete) ? buffers.values.compactMap(\.end).max() : nil }
    }

    /// Bytes of all kept packets.
    var bytes: Int { locked { buffers.values.reduce(0) { $0 + $1.bytes } } }
}
