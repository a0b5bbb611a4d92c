import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// One container file, local or behind HTTP: a demuxer on a thread of its own.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`; the demuxer never leaves its thread.
final class ProgressiveSource: MediaSource, @unchecked Sendable {
    private struct SeekRequest {
        var target: Double
        var generation: Int
    }

    private let bytes: any ByteSource
    private let url: String
    private let store: PacketStore
    private let metadata: MetadataTracker?
    private let prefersPreciseDuration: Bool
    private let condition = NSCondition()
    private var pendingSeek: SeekRequest?
    private var isClosed = false
    private var opening: CheckedContinuation<OpenedMedia, any Error>?
    private var thread: WorkerThread?

    /// - Parameters:
    ///   - url: Of the resource, without credentials, for errors.
    ///   - prefersPreciseDuration: Whether what has no exact duration is read to its end before it counts as opened.
    init(
        bytes: any ByteSource, url: String, store: PacketStore, metadata: MetadataTracker? = nil, prefersPreciseDuration: Bool = false
    ) {
        self.metadata = metadata
        self.prefersPreciseDuration = prefersPreciseDuration
        self.bytes = bytes
        self.url = url
        self.store = store
    }

    func open(at start: Double?) async throws -> OpenedMedia {
        try await withCheckedThrowingContinuation { continuation in
            condition.lock()
            defer { condition.unlock() }
            guard !isClosed else { return continuation.resume(throwing: CancellationError()) }
            opening = continuation
            thread = WorkerThread(name: "playhead.demux") { self.run(from: start ?? 0) }
        }
    }

    func seek(to time: Double) {
        condition.lock()
        defer { condition.unlock() }
        pendingSeek = SeekRequest(target: time, generation: store.reset())
        bytes.interrupt()
        condition.broadcast()
    }

    func selectLevel(_ index: Int, playhead: Double) {}

    func selectAudioTrack(_ index: Int, playhead: Double) {}

    func close() async {
        let thread = markClosed()
        bytes.cancel()
        store.close()
        await thread?.join()
    }

    private func markClosed() -> WorkerThread? {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
        return thread
    }

    // MARK: On the demuxing thread

    private func run(from start: Double) {
        do {
            let demuxer = try Demuxer(source: bytes)
            var (media, lanes) = try describe(demuxer)
            if prefersPreciseDuration, !media.isDurationExact, bytes.isSeekable { try measure(demuxer, lanes, &media) }
            let generation = store.reset()
            store.define(Set(lanes.map(\.kind)), isMuxed: true)
            answer(.success(media))
            var reader = ContainerReader(demuxer: demuxer, lanes: lanes, origin: media.origin)
            reader.onMetadata = { [metadata] packet, stream, _ in
                guard let pts = packet.pts else { return }
                metadata?.insert(ID3Tag.timedMetadata(packet: packet.bytes, at: Double(pts) * stream.timeBase - media.origin))
            }
            if start > 0 {
                condition.lock()
                if pendingSeek == nil { pendingSeek = SeekRequest(target: start, generation: generation) }
                condition.unlock()
            }
            loop(&reader, generation)
        } catch {
            answer(.failure(PlaybackError(cause: error, otherwise: .unsupportedFormat, url: url)))
        }
    }

    /// Reads to the end to learn the length, and goes back to the beginning.
    private func measure(_ demuxer: Demuxer, _ lanes: [ContainerReader.Lane], _ media: inout OpenedMedia) throws {
        var ends: [Int: Double] = [:]
        while let packet = try demuxer.read() {
            condition.lock()
            let isOver = isClosed
            condition.unlock()
            if isOver { throw CancellationError() }
            guard let stream = lanes.first(where: { $0.format.stream.index == packet.streamIndex })?.format.stream else { continue }
            guard let time = packet.pts ?? packet.dts else { continue }
            let end = Double(time + packet.duration) * stream.timeBase - media.origin
            ends[packet.streamIndex] = max(ends[packet.streamIndex] ?? 0, end)
        }
        try demuxer.seek(to: media.origin, stream: nil)
        guard let end = ends.values.max(), end > 0 else { return }
        media.description.duration = end
        media.description.seekableRange = TimeRange(start: 0, end: end)
        media.isDurationExact = true
    }

    private func loop(_ reader: inout ContainerReader, _ first: Int) {
        var generation = first
        while let next = nextStep() {
            if let seek = next.seek {
                generation = seek.generation
                do {
                    try reader.seek(to: seek.target)
                } catch {
                    store.fail(PlaybackError(cause: error, otherwise: .unsupportedFormat, url: url), generation: generation)
                    waitForSeek()
                    continue
                }
            }
            do {
                guard let (packet, kind) = try reader.next() else {
                    store.finish(Set(reader.lanes.map(\.kind)), generation: generation)
                    waitForSeek()
                    continue
                }
                _ = store.append(packet, to: kind, generation: generation, blocking: true)
            } catch is CancellationError {
                continue
            } catch {
                store.fail(PlaybackError(cause: error, otherwise: .truncated, url: url), generation: generation)
                waitForSeek()
            }
        }
    }

    /// What to do next, or `nil` when it is over. Taking a seek ends the interruption that came with it.
    private func nextStep() -> (seek: SeekRequest?, Void)? {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return nil }
        guard let seek = pendingSeek else { return (nil, ()) }
        pendingSeek = nil
        bytes.resume()
        return (seek, ())
    }

    private func waitForSeek() {
        condition.lock()
        defer { condition.unlock() }
        while pendingSeek == nil, !isClosed { condition.wait() }
    }

    private func answer(_ result: Result<OpenedMedia, any Error>) {
        condition.lock()
        let continuation = opening
        opening = nil
        condition.unlock()
        continuation?.resume(with: result)
    }

    private func describe(_ demuxer: Demuxer) throws -> (OpenedMedia, [ContainerReader.Lane]) {
        let video = demuxer.bestStream(.video)
        let audio = demuxer.bestStream(.audio)
        guard video != nil || audio != nil else { throw PlaybackError(.noDecodableTrack, url: url) }
        let origin = demuxer.startTime ?? 0
        let duration = demuxer.duration ?? .infinity
        let lanes = [(TrackKind.video, video), (.audio, audio)].compactMap { kind, stream in
            stream.map { ContainerReader.Lane(kind: kind, format: TrackFormat(stream: $0, offset: -origin)) }
        }
        demuxer.select(lanes.map(\.format.stream) + (metadata == nil ? [] : ContainerReader.metadataStreams(of: demuxer)))
        let tracks = audio.map { [MediaTrack(index: 0, name: $0.language ?? "Audio", language: $0.language, isDefault: true)] } ?? []
        let description = MediaDescription(
            duration: duration, width: video?.width, height: video?.height, frameRate: video?.frameRate,
            levels: [.automatic], audioTracks: tracks, currentAudioTrack: tracks.isEmpty ? -1 : 0)
        let media = OpenedMedia(
            description: description, video: video, audio: audio, streams: demuxer.streams, format: demuxer.format,
            isDurationExact: demuxer.isDurationExact, origin: origin,
            tags: demuxer.tags.map { MediaProbe.Tag(name: $0.name, value: $0.value) },
            chapters: demuxer.chapters.map { chapter in
                MediaProbe.ChapterInfo(title: chapter.title, start: max(0, chapter.start - origin), end: max(0, chapter.end - origin))
            })
        return (media, lanes)
    }
}
