import PlayheadAdaptive

/// The input of the policy for transfers.
extension LadderChooser {
    /// A segment to fetch.
    struct FetchPlace {
        var cursor: SegmentCursor
        var selection: RenditionSelection?
    }

    /// The situation in which a segment is fetched. `bytes` is the size of the segment as the server announced it.
    func situation(at place: FetchPlace, bytes: Int? = nil) -> FetchSituation {
        let rendition = place.selection?.rendition
        let upcoming = rendition?.upcoming(from: place.cursor, count: 1).first
        let latencyTarget = rendition?.window(at: clock.now).flatMap { $0.isLowLatency ? $0.targetLatency : nil }
        // An open segment is not listed with its duration. The target duration is a whole number, and may be twice as long.
        let previous = SegmentCursor(sequence: place.cursor.sequence.saturatingSubtracting(1), epoch: place.cursor.epoch)
        let similar = latencyTarget == nil ? nil : rendition?.upcoming(from: previous, count: 1).first?.duration
        let duration = upcoming?.duration ?? similar ?? rendition?.targetDuration ?? Self.usualDuration
        let playhead = store.lastPlayhead
        let next = rendition?.start(of: place.cursor) ?? playhead
        let room = rendition?.room(beyond: playhead) ?? .infinity
        let now = clock.now
        let (highest, rate, manual, last) = state.withLock { ($0.highest(at: now), $0.rate, $0.manual, $0.lastRung) }
        let bitrates = ladder.rungs.map(\.bitrate)
        return FetchSituation(
            bitrates: bitrates, segmentDuration: duration > 0 ? duration : Self.usualDuration,
            segmentSizes: sizes(of: bytes ?? upcoming?.bytes, on: place.selection?.rung, bitrates: bitrates),
            buffered: max(0, next - playhead), bufferLimit: min(store.limits.forward, room), currentRung: last ?? place.selection?.rung,
            highestRung: max(highest, manual ?? 0), playbackRate: rate, remainingSegments: rendition?.remaining(from: place.cursor),
            latencyTarget: latencyTarget)
    }

    /// The sizes of a segment on all rungs, if the size on one is known: a scene that is large on one rung is large on all.
    private func sizes(of bytes: Int?, on rung: Int?, bitrates: [Double]) -> [Int] {
        guard let bytes, bytes > 0, let rung, bitrates[rung] > 0 else { return [] }
        return bitrates.map { Int(saturating: Double(bytes) * $0 / bitrates[rung]) }
    }

    func progress(_ transfer: SegmentTransfer) async -> RenditionSelection? {
        guard let rung = transfer.selection.rung, rung > 0, !transfer.segment.isPart, !transfer.segment.isHinted else { return nil }
        let situation = situation(
            at: FetchPlace(cursor: transfer.segment.cursor, selection: transfer.selection), bytes: transfer.expected)
        let verdict: TransferVerdict = state.withLock { state in
            guard state.manual == nil else { return .goOn }
            return state.policy.review(
                TransferProgress(
                    rung: rung, bytesReceived: transfer.received, bytesExpected: transfer.expected, elapsed: transfer.elapsed,
                    timeToFirstByte: transfer.firstByteTime), in: situation)
        }
        guard case .abandon(let lower) = verdict, lower < rung, lower >= 0 else { return nil }
        record(transfer, .abandon(rung: lower))
        guard let other = try? await available(from: lower, leaving: transfer.selection, because: .abandonedTransfer),
            other.rung ?? rung < rung
        else { return nil }
        return other
    }

    func finished(_ transfer: SegmentTransfer) {
        record(transfer, .goOn)
        state.withLock { state in
            state.skipped = 0
            state.lastRung = transfer.selection.rung
            state.hasLoaded = true
            state.tries = nil
        }
    }

    private func record(_ transfer: SegmentTransfer, _ verdict: TransferVerdict) {
        // The origin delays the answer to a hinted part: the delay is not a latency of the network.
        let latency = transfer.segment.isHinted ? 0 : transfer.firstByteTime
        let progress = TransferProgress(
            rung: transfer.selection.rung ?? 0, bytesReceived: transfer.received, bytesExpected: transfer.expected,
            elapsed: transfer.elapsed - transfer.idle - (transfer.firstByteTime - latency), timeToFirstByte: latency,
            leadingBytes: transfer.leadingBytes)
        var situation = situation(
            at: FetchPlace(cursor: transfer.segment.cursor, selection: transfer.selection), bytes: transfer.expected)
        situation.segmentDuration = transfer.segment.duration
        if verdict == .goOn { situation.buffered += transfer.segment.duration }
        let now = clock.now
        state.withLock { $0.policy.finish(progress, verdict: verdict, at: now, in: situation) }
    }
}
