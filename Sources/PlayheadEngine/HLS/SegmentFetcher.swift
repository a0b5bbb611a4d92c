import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadTransport

/// Fetches the segments of one role in order and hands their bytes on as runs.
struct SegmentFetcher: Sendable {
    /// Tries to go on with a broken segment without a byte of progress.
    private static let attempts = 3
    /// The status that says that nothing lies beyond an offset (RFC 9110 §15.5.17).
    private static let rangeNotSatisfiable = 416
    /// How long a run lasts at most, in seconds: FFmpeg follows one wrap of MPEG-2 timestamps, not several.
    private static let longestRun = 36_000.0

    typealias ByteRange = PlayheadTransport.ByteRange

    let chooser: any RenditionChooser
    let resources: SegmentResources
    let store: PacketStore
    let tracks: Set<TrackKind>
    let generation: Int
    /// Called for what is left out.
    let warn: @Sendable (PlaybackError) -> Void
    /// Takes the metadata that is read on the way.
    var metadata: MetadataTracker?
    /// Whether segments' dates are told: one rendition's are enough.
    var tellsDates = true
    /// Called when it goes over to another rendition.
    var onSelect: @Sendable (RenditionSelection) -> Void = { _ in }
    /// Called when a segment or part was fetched whole.
    var onFinish: @Sendable (SegmentTransfer) -> Void = { _ in }
    /// Seconds for which a playlist that can't be reloaded, and that nothing stands in for, is waited for once all that was loaded is played. It
    /// is less than the player's own patience with buffering, so that the error says why.
    var patience = 24.0

    /// What the loop goes on with.
    private struct Place {
        var selection: RenditionSelection
        var cursor: SegmentCursor
        var run: SegmentRun?
        var map: InitializationSection?
        /// What the segments have to be, where the initialization section tells.
        var shape: SegmentShape?
        /// Whether the next run goes on where one of another rung was left.
        var isContinuation = false
        /// Whether what comes next follows on something that was left out.
        var isAfterHole = false

        mutating func endRun() {
            run?.finish()
            run = nil
        }

        /// Goes over to another rendition, from `time` on.
        mutating func move(to other: RenditionSelection, at time: Double) {
            other.feed.acquire()
            selection.feed.release()
            selection = other
            isContinuation = !isAfterHole
            // Rungs are cut at the same times but for rounding.
            let rounding = 0.05
            cursor = other.feed.cursor(at: time + rounding)
        }
    }

    /// Fetches from `cursor` of `selection` on, until the end, an error, or cancellation.
    /// - Parameter failure: Why what is at `cursor` could not be read; then it goes on with what the chooser has in its place.
    func run(
        from cursor: SegmentCursor, of selection: RenditionSelection, after failure: PlaybackError? = nil, into runs: RunQueue
    ) async {
        var place = Place(selection: selection, cursor: cursor)
        place.selection.feed.acquire()
        defer { place.selection.feed.release() }
        var isFirst = true
        do {
            if let failure { try await recover(fromReading: failure, &place) }
            while true {
                if !isFirst {
                    let next = place.selection.feed.upcoming(from: place.cursor, count: 1).first?.duration ?? 0
                    let reach = place.selection.feed.start(of: place.cursor) + next
                    // Room is counted by what was read, and that of the last segment may still lie before the demuxer.
                    if reach > store.lastPlayhead + store.limits.forward { await place.run?.waitUntilRead() }
                    guard await store.waitForRoom(tracks, for: next, generation: generation) else { break }
                }
                try Task.checkCancellation()
                if place.cursor.part == 0, !isFirst { await choose(&place) }
                isFirst = false
                guard let unit = try await next(&place) else { break }
                if unit.isGap {
                    warn(PlaybackError(.segmentGap, severity: .warning, url: unit.url))
                    place.endRun()
                    place.isContinuation = false
                    place.isAfterHole = true
                    place.cursor = unit.next
                    continue
                }
                do {
                    try await fetch(unit, &place, runs)
                } catch {
                    if error is CancellationError || Task.isCancelled { throw error }
                    try await recover(from: error, unit, &place)
                }
            }
            place.endRun()
            runs.finish()
        } catch {
            place.run?.finish(error)
            runs.finish(error)
        }
    }

    /// The next unit, from elsewhere where the playlist can't be reloaded; `nil` at the end.
    private func next(_ place: inout Place) async throws -> FetchUnit? {
        var stuckSince: Double?
        while true {
            switch try await place.selection.feed.next(at: place.cursor) {
            case .ended: return nil
            case .stuck(let error):
                if let other = await chooser.recover(fromStuck: error, of: place.selection) {
                    let time = place.selection.feed.start(of: place.cursor)
                    place.endRun()
                    move(&place, to: other, at: time)
                } else {
                    // Nothing else has it: it may be there again some time.
                    let now = resources.clock.now
                    let since = stuckSince ?? now
                    stuckSince = since
                    let enough = 0.5
                    if now - since >= patience, store.loaded(beyond: store.lastPlayhead) < enough { throw error }
                    let pause = 0.5
                    try await resources.clock.sleep(for: pause)
                }
            case .unit(let unit):
                tellExpired(unit, place)
                if unit.cursor.part == 0, place.cursor.part > 0, unit.cursor.sequence == place.cursor.sequence {
                    // Parts that are no longer listed: the segment comes anew, and what is there of it is hidden.
                    place.endRun()
                    place.isContinuation = true
                } else if unit.cursor != place.cursor {
                    place.endRun()
                }
                place.cursor = unit.cursor
                return unit
            }
        }
    }

    private func choose(_ place: inout Place) async {
        // At the end there is nothing to choose for: another rung's last segment would be fetched once more.
        guard place.selection.feed.remaining(from: place.cursor) != 0 else { return }
        let next = await chooser.selection(at: place.cursor, of: place.selection)
        guard next.feed !== place.selection.feed else { return }
        let time = place.selection.feed.start(of: place.cursor)
        place.endRun()
        move(&place, to: next, at: time)
    }

    private func move(_ place: inout Place, to other: RenditionSelection, at time: Double) {
        place.move(to: other, at: time)
        onSelect(other)
    }

    /// What was to come next may have left a live window meanwhile.
    private func tellExpired(_ unit: FetchUnit, _ place: Place) {
        guard unit.cursor.sequence > place.cursor.sequence, unit.cursor.epoch == place.cursor.epoch, place.cursor.part == 0 else { return }
        let last = unit.cursor.sequence.saturatingSubtracting(1)
        warn(
            PlaybackError(
                .segmentGap, severity: .warning, url: unit.url,
                underlying: "Segments \(place.cursor.sequence) to \(last) have left the live window."))
    }

    private func recover(from error: any Error, _ unit: FetchUnit, _ place: inout Place) async throws {
        let failure = PlaybackError(cause: error, otherwise: .segmentInvalid, url: unit.url).ofNetwork(as: .segmentUnreachable)
        switch await chooser.recover(from: failure, at: unit, of: place.selection) {
        case .use(let other):
            place.run?.truncate(unit.cursor)
            place.run = nil
            move(&place, to: other, at: unit.start)
        case .skip:
            place.run?.truncate(unit.cursor, isReplaced: false)
            place.run = nil
            place.isContinuation = false
            place.isAfterHole = true
            place.cursor = unit.cursor.nextSegment
        case .giveUp: throw failure
        }
    }

    /// The demuxer could not read what is at the place; where that has left the window meanwhile it does not matter any more.
    private func recover(fromReading failure: PlaybackError, _ place: inout Place) async throws {
        guard let unit = place.selection.feed.unit(at: place.cursor), unit.cursor == place.cursor else { return }
        try await recover(from: failure, unit, &place)
    }

    // MARK: One segment

    private func fetch(_ unit: FetchUnit, _ place: inout Place, _ runs: RunQueue) async throws {
        guard unit.url != place.selection.feed.url || unit.byteRange != nil || unit.isPart else {
            throw PlaybackError(.manifestLoop, url: unit.url)
        }
        let decryption = try await resources.decryption(of: unit.segment, in: place.selection.feed)
        let target = try await run(for: unit, decryption, &place, runs)
        target.begin(unit.cursor)
        if tellsDates, let date = unit.programDateTime { metadata?.insert([date]) }
        if target.isIFrame { return try await fetchIFrame(unit, decryption, &place, into: target) }
        switch try await transfer(unit, decryption, &place, into: target) {
        case nil: place.cursor = unit.next
        case let other?:
            target.truncate(unit.cursor)
            place.run = nil
            move(&place, to: other, at: unit.start)
        }
    }

    /// Loads one picture, which is a run by itself.
    private func fetchIFrame(_ unit: FetchUnit, _ decryption: SegmentDecryption, _ place: inout Place, into run: SegmentRun) async throws {
        run.append(try await resources.iFrame(unit, decryption))
        place.endRun()
        // Room is counted by what was read.
        await run.waitUntilRead()
        place.cursor = unit.next
    }

    /// The run that `unit` belongs to, a new one where it does not go on with the current one.
    private func run(for unit: FetchUnit, _ decryption: SegmentDecryption, _ place: inout Place, _ runs: RunQueue) async throws
        -> SegmentRun
    {
        let segment = unit.segment
        if let current = place.run, !current.isIFrame, current.discontinuity == segment.discontinuitySequence, place.map == segment.map,
            decryption.demuxerKey == current.sampleKey, unit.start - current.start < Self.longestRun || unit.cursor.part > 0
        {
            return current
        }
        place.endRun()
        var initialization: [UInt8] = []
        if let map = segment.map { initialization = try await resources.initialization(map, in: place.selection.feed) }
        place.shape = SegmentShape(initialization) == .boxes && !initialization.isEmpty ? .boxes : nil
        let run = SegmentRun(
            unit, of: place.selection, isContinuation: place.isContinuation, sampleKey: decryption.demuxerKey,
            capacity: store.limits.forwardBytes / 4)
        place.run = run
        place.isContinuation = false
        place.isAfterHole = false
        place.map = segment.map
        runs.append(run)
        run.append(initialization)
        await runs.waitForRoom()
        return run
    }

    /// Loads a segment's bytes.
    /// - Returns: What to load it from instead, since it would come too late; `nil` once it is there.
    private func transfer(
        _ unit: FetchUnit, _ decryption: SegmentDecryption, _ place: inout Place, into run: SegmentRun
    ) async throws -> RenditionSelection? {
        guard let location = URL(string: unit.url) else { throw PlaybackError(.invalidURL, url: unit.url) }
        var sink = SegmentSink(
            run: run, unit: unit, decryptor: try decryption.cipher.map { try SegmentDecryptor($0) }, metadata: metadata,
            expecting: unit.isPart ? nil : place.shape)
        var transfer = SegmentTransfer(unit: unit, selection: place.selection)
        var failures = 0
        var identity: ResourceIdentity?
        while true {
            let before = transfer.received
            do {
                let began = resources.clock.now
                var request = resources.options.request(location, kind: .segment, byteRange: range(of: unit, from: transfer.received))
                // The origin holds the answer back until the part is there.
                if unit.isHinted { request.timeouts.head += 3 * unit.duration }
                let response = try await resources.loader.load(request)
                try identity?.check(response, kind: .segment)
                identity = identity ?? ResourceIdentity(response)
                transfer.firstByteTime = resources.clock.now - began
                transfer.expected = response.contentLength.map { transfer.received.saturatingAdding(Int(clamping: $0)) }
                for try await chunk in response.body {
                    if transfer.received == 0, response.contentType == "text/html", Self.isMarkup(chunk) {
                        // A login page, say. In the middle of a run a demuxer would just skip it.
                        throw PlaybackError(.segmentInvalid, url: unit.url, underlying: "The server sent a page of HTML.")
                    }
                    transfer.received += chunk.count
                    try sink.append(chunk)
                    await run.waitForRoom()
                    transfer.elapsed = resources.clock.now - began
                    if let other = await chooser.progress(transfer) { return other }
                }
                transfer.elapsed = resources.clock.now - began
                break
            } catch let error as LoadError {
                if transfer.received > 0, unit.byteRange == nil, error.reason == .status(Self.rangeNotSatisfiable) {
                    // It is shorter than its server announced, and whole.
                    let reason = "It ends after \(transfer.received) bytes."
                    warn(PlaybackError(.incomplete, severity: .warning, url: unit.url, underlying: reason))
                    break
                }
                // The loader tries again by itself before a head is there; what breaks off later is resumed here.
                failures = transfer.received > before ? 1 : failures + 1
                guard transfer.received > 0, failures < Self.attempts, RetryPolicy().isTransient(error) else { throw error }
            } catch let failure as SegmentCheck.Failure {
                throw PlaybackError(.segmentInvalid, url: unit.url, underlying: failure.reason)
            }
        }
        do {
            try sink.finish()
        } catch let error as DecryptionError {
            throw PlaybackError(.segmentInvalid, url: unit.url, underlying: "\(error)")
        } catch let failure as SegmentCheck.Failure {
            throw PlaybackError(.segmentInvalid, url: unit.url, underlying: failure.reason)
        }
        chooser.finished(transfer)
        onFinish(transfer)
        return nil
    }

    /// No media begins with a tag of HTML.
    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        let space: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        return bytes.first { !space.contains($0) } == UInt8(ascii: "<")
    }

    /// What is still to come of a unit of which `received` bytes are there.
    private func range(of unit: FetchUnit, from received: Int) -> ByteRange? {
        guard let range = unit.byteRange else { return received > 0 ? ByteRange(offset: Int64(received)) : nil }
        return ByteRange(
            offset: Int64(range.offset.saturatingAdding(received)), length: Int64(range.length.saturatingSubtracting(received)))
    }
}
