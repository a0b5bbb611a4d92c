import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// The transfer of one segment.
extension SegmentFetcher {
    /// The policy for resuming a segment repeatedly without receiving a byte.
    private static let resuming = RetryPolicy(jitter: 0)
    /// The time after the header within which bytes count as having arrived together with it, in seconds.
    private static let togetherTime = 0.001
    /// The status for a range that begins beyond the end of a resource (RFC 9110 §15.5.17).
    private static let rangeNotSatisfiable = 416
    /// The maximum duration of a run, in seconds: FFmpeg follows one wrap of MPEG-2 timestamps, not several.
    private static let maximumRun = 36_000.0

    func fetch(_ segment: Segment, _ place: inout Place, _ runs: RunQueue) async throws {
        guard segment.url != place.rendition.url || segment.byteRange != nil || segment.isPart else {
            throw PlaybackError(.manifestLoop, url: segment.url)
        }
        await headStart?.waitForRequests()
        // The key, the initialization segment and the segment are requested in parallel.
        let isNew = place.run == nil || place.initialization != segment.initialization
        async let initialization = isNew ? resources.bytes(ofOptional: segment.initialization) : nil
        let first =
            place.run == nil && !place.rendition.isIFramesOnly && headStart?.isAwaited != true
            ? try request(segment, of: place.selection) : nil
        defer { first?.cancel() }
        onRequest()
        let decryption = try await resources.decryption(of: segment)
        let target = try await run(for: segment, try await initialization, &place, runs)
        target.begin(segment)
        if reportsDates, let date = segment.date { metadata?.insert([date.timedMetadata]) }
        if target.isIFrame { return try await fetchIFrame(segment, decryption, &place, into: target) }
        await headStart?.wait()
        try Task.checkCancellation()
        do {
            guard let other = try await transfer(segment, decryption, &place, into: target, first: first) else {
                place.cursor = segment.next
                return
            }
            target.truncate(segment.cursor)
            place.run = nil
            move(&place, to: other, at: segment.start)
        } catch is SegmentSink.NewFile {
            // It is requested again, as the first of a new run. Segments may also share the initialization in the first one.
            place.isSelfContained = true
            place.endRun()
        }
    }

    /// Loads one picture, which is a separate run.
    private func fetchIFrame(
        _ segment: Segment, _ decryption: SegmentDecryption, _ place: inout Place, into run: SegmentRun
    ) async throws {
        run.append(try await resources.iFrame(segment, decryption, place.tracks))
        run.completeSegment()
        place.endRun()
        // Packets in the store determine whether there is room.
        await run.waitUntilRead()
        place.cursor = segment.next
    }

    /// Returns the run for `segment`: a new run if the segment does not continue the current one. `loaded` is the initialization segment, if
    /// it is not that of the current run.
    private func run(
        for segment: Segment, _ loaded: [UInt8]?, _ place: inout Place, _ runs: RunQueue
    ) async throws -> SegmentRun {
        if let current = place.run, !current.isIFrame, current.discontinuity == segment.discontinuity,
            place.initialization == segment.initialization, !place.isSelfContained,
            segment.start - current.start < Self.maximumRun || segment.cursor.part > 0
        {
            return current
        }
        place.endRun()
        var initialization = loaded ?? []
        if loaded == nil, let wanted = segment.initialization { initialization = try await resources.bytes(of: wanted) }
        place.tracks = ProtectedTracks(&initialization)
        place.shape = SegmentShape(initialization) == .boxes && !initialization.isEmpty ? .boxes : nil
        let run = SegmentRun(
            segment, of: place.selection, isContinuation: place.isContinuation, capacity: store.limits.forwardBytes / 4, meter: meter)
        place.run = run
        place.isContinuation = false
        place.isAfterHole = false
        place.initialization = segment.initialization
        if meter == nil { runs.append(run) }
        run.append(initialization)
        await runs.waitForRoom()
        return run
    }

    /// Loads the bytes of a segment.
    /// - Returns: The rendition to load the segment from instead, because it would arrive too late; `nil` once the segment is loaded.
    private func transfer(
        _ segment: Segment, _ decryption: SegmentDecryption, _ place: inout Place, into run: SegmentRun, first: SegmentRequest?
    ) async throws -> RenditionSelection? {
        // What is only counted is not decrypted, and has no metadata.
        let isCounted = meter != nil
        if !place.tracks.isEmpty || decryption.cipher?.method == .samples { run.isDecrypted = true }
        var sink = SegmentSink(
            run: run, segment: segment, decryptor: try isCounted ? nil : decryption.cipher.map { try SegmentDecryptor($0) },
            samples: isCounted || place.tracks.isEmpty
                ? nil : SampleSource(place.tracks, at: segment.byteRange?.offset ?? 0, decryption, resources.contentKeys),
            metadata: isCounted ? nil : metadata, expecting: segment.isPart ? nil : place.shape,
            isOpaque: isCounted && decryption.cipher != nil)
        var transfer = SegmentTransfer(segment: segment, selection: place.selection)
        if let other = try await receiveAll(&transfer, first: first, into: &sink) { return other }
        do {
            try sink.finish()
        } catch let error as DecryptionError {
            throw PlaybackError(.segmentInvalid, url: segment.url, underlying: "\(error)")
        } catch let failure as SegmentCheck.Failure {
            throw PlaybackError(.segmentInvalid, url: segment.url, underlying: failure.reason)
        }
        run.completeSegment()
        note(sink, of: segment, &place)
        place.rendition.found(segment, at: resources.clock.now - transfer.elapsed + transfer.firstByteTime)
        chooser.finished(transfer)
        onFinish(transfer)
        return nil
    }

    /// Receives the bytes of a segment, and resumes a transfer that breaks off.
    /// - Returns: The rendition to load the segment from instead, because it would arrive too late; `nil` once all bytes have arrived.
    private func receiveAll(
        _ transfer: inout SegmentTransfer, first: SegmentRequest?, into sink: inout SegmentSink
    ) async throws -> RenditionSelection? {
        let segment = transfer.segment
        var first = first
        var failures = 0
        var attempt = 1
        var identity: ResourceIdentity?
        while true {
            let before = transfer.received
            do {
                let request =
                    try first ?? request(segment, of: transfer.selection, receivedBytes: transfer.received, attempt: attempt)
                first = nil
                return try await receive(&transfer, of: request, &identity, into: &sink)
            } catch let error as LoadError {
                if transfer.received > 0, segment.byteRange == nil, error.reason == .status(Self.rangeNotSatisfiable) {
                    // The segment is complete, although shorter than the server announced.
                    let reason = "It ends after \(transfer.received) bytes."
                    warn(PlaybackError(.incomplete, severity: .warning, url: segment.url, underlying: reason))
                    return nil
                }
                // The loader retries until a head has arrived; a body that breaks off, at its first byte too, is resumed here.
                guard identity != nil, Self.resuming.isTransient(error) else { throw error }
                failures = transfer.received > before ? 0 : failures + 1
                attempt = attempt.saturatingAdding(1)
                if failures > 0 {
                    guard let delay = Self.resuming.delay(beforeRetry: failures, after: error, random: 1) else { throw error }
                    try await resources.clock.sleep(for: delay)
                }
            } catch let failure as SegmentCheck.Failure {
                throw PlaybackError(.segmentInvalid, url: segment.url, underlying: failure.reason)
            } catch let error as SampleDecryptionError {
                throw PlaybackError(.segmentInvalid, url: segment.url, underlying: "\(error)")
            }
        }
    }

    /// Notes what the bytes of a segment say about the next one, and reports stray bytes once.
    private func note(_ sink: SegmentSink, of segment: Segment, _ place: inout Place) {
        place.isSelfContained = segment.initialization == nil && (sink.shape == .matroska || place.isSelfContained && sink.run.isFile)
        guard sink.strayBytes > 0, !place.hasReportedStrayBytes else { return }
        place.hasReportedStrayBytes = true
        let reason = "\(sink.strayBytes) bytes beside its boxes are left out."
        warn(PlaybackError(.segmentInvalid, severity: .warning, url: segment.url, underlying: reason))
    }

    /// Requests the bytes of a segment that were not received yet.
    private func request(
        _ segment: Segment, of selection: RenditionSelection, receivedBytes: Int = 0, attempt: Int = 1
    ) throws -> SegmentRequest {
        guard let location = URL(text: segment.url) else { throw PlaybackError(.invalidURL, url: segment.url) }
        var request = resources.options.request(
            location, for: segment.object, byteRange: missingRange(of: segment, after: receivedBytes))
        request.isRetried = attempt == 1
        request.mediaFacts = facts(of: segment, in: selection)
        request.attempt = attempt
        // The origin delays the answer until the part is available.
        if segment.isHinted { request.timeouts.head += 3 * segment.duration }
        return SegmentRequest(request, loader: resources.loader, at: resources.clock.now)
    }

    /// Receives the bytes of a segment.
    /// - Returns: The rendition to load the segment from instead, because it would arrive too late; `nil` at the end of the response.
    private func receive(
        _ transfer: inout SegmentTransfer, of request: SegmentRequest, _ identity: inout ResourceIdentity?, into sink: inout SegmentSink
    ) async throws -> RenditionSelection? {
        let segment = transfer.segment
        let began = request.began
        let response = try await request.response()
        onResponse()
        try identity?.check(response, kind: .segment)
        identity = identity ?? ResourceIdentity(response)
        transfer.firstByteTime = resources.clock.now - began
        transfer.expected = response.contentLength.map { transfer.received.saturatingAdding(Int(clamping: $0)) }
        sink.run.expect(transfer.expected)
        for try await chunk in response.body {
            if transfer.received == 0, response.contentType == "text/html", Self.isMarkup(chunk) {
                // The response is a login page, for example. In the middle of a run a demuxer would skip it silently.
                throw PlaybackError(.segmentInvalid, url: segment.url, underlying: "The server sent a page of HTML.")
            }
            if transfer.received == 0, resources.clock.now - began < transfer.firstByteTime + Self.togetherTime {
                transfer.leadingBytes = chunk.count
            }
            if segment.isHinted, !segment.isPart, sink.isBetweenFragments {
                transfer.idle += max(0, resources.clock.now - began - transfer.elapsed)
            }
            transfer.received += chunk.count
            try await sink.append(chunk)
            await sink.run.waitForRoom()
            transfer.elapsed = resources.clock.now - began
            if let other = await chooser.progress(transfer) { return other }
        }
        transfer.elapsed = resources.clock.now - began
        return nil
    }

    /// Whether bytes begin with an HTML tag, which no media does.
    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        let space: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        return bytes.first { !space.contains($0) } == UInt8(ascii: "<")
    }

    /// The range of a segment that is not received yet; `nil` for the whole resource.
    private func missingRange(of segment: Segment, after received: Int) -> ByteRange? {
        let received = Int64(received)
        guard let range = segment.byteRange else { return received > 0 ? ByteRange(offset: received) : nil }
        return ByteRange(offset: range.offset.saturatingAdding(received), length: range.length.map { $0.saturatingSubtracting(received) })
    }
}
