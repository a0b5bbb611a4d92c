import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Opens a stream with the sources and decoders of the player, and describes its contents.
package struct MediaProbe: Sendable {
    /// A decoded frame.
    package struct FrameInfo: Sendable, Hashable {
        /// The index of the track.
        package var track: Int
        /// The presentation time, in seconds.
        package var time: Double
        /// The duration, in seconds.
        package var duration: Double
        /// Whether decoding can start with this frame.
        package var isKey: Bool
        /// The picture type I, P or B, or `nil` for sound.
        package var type: String?
    }

    /// A chapter inside a container.
    package struct ChapterInfo: Sendable, Hashable {
        /// The title; empty if there is none.
        package var title: String
        /// The start, in seconds.
        package var start: Double
        /// The end, in seconds.
        package var end: Double

        /// Creates a chapter.
        package init(title: String, start: Double, end: Double) {
            self.title = title
            self.start = start
            self.end = end
        }
    }

    /// The result of a probe.
    package struct Result: Sendable, Hashable {
        /// The name of the container or protocol.
        package var format: String
        /// The duration in seconds, or `nil` if it is unknown.
        package var duration: Double?
        /// Whether the stream is live, without an end yet.
        package var isLive: Bool
        /// Whether a track can be decoded.
        package var isPlayable: Bool
        /// Whether any content is protected.
        package var hasProtectedContent: Bool
        /// The tracks.
        package var tracks: [AssetTrack]
        /// The decoded frames in presentation order, if requested.
        package var frames: [FrameInfo]?
        /// The metadata tags of the container.
        package var tags: [AssetMetadata] = []
        /// The image file of the cover in the container, or `nil`.
        package var artwork: [UInt8]?
        /// The chapters inside the container, in order.
        package var chapters: [ChapterInfo] = []
        /// Whether the duration is more than an estimate.
        package var isDurationPrecise = false
    }

    let configuration: EngineConfiguration

    /// Creates a probe.
    package init(configuration: EngineConfiguration) { self.configuration = configuration }

    /// Opens `url` and describes its contents.
    /// - Parameters:
    ///   - url: The URL of the media.
    ///   - withFrames: Whether to decode everything and list the frames.
    /// - Returns: The description of the contents.
    /// - Throws: `PlaybackError`; `CancellationError` if the calling task was cancelled.
    package func run(_ url: URL, withFrames: Bool) async throws -> Result {
        let signals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let store = PacketStore { signals.continuation.yield() }
        var preferences = SourcePreferences(level: configuration.initialLevel, limits: configuration.qualityLimits)
        preferences.usesStartTime = !withFrames
        let opener = SourceOpener(
            loader: configuration.loader, options: configuration.requestOptions.bound(to: url), clock: configuration.clock,
            preferences: preferences,
            mimeType: configuration.mimeType, prefersPreciseDuration: configuration.prefersPreciseDuration)
        let source = try await opener.source(for: url, store: store) { _ in }
        do {
            let result = try await withTaskCancellationHandler {
                let media = try await source.open(at: nil)
                var result = Self.describe(media)
                if withFrames {
                    let reader = FrameReader(media: media, source: source, store: store, threads: configuration.videoThreads)
                    result.frames = try await reader.readAll(signals.stream)
                }
                return result
            } onCancel: {
                // `open` ends only when the source is closed, because demuxing threads do not observe tasks.
                Task { await source.close() }
            }
            await source.close()
            return result
        } catch {
            await source.close()
            try Task.checkCancellation()
            throw PlaybackError(cause: error, otherwise: .unsupportedFormat, url: SourceOpener.withoutCredentials(url))
        }
    }

    static func describe(_ media: OpenedMedia) -> Result {
        let tracks = media.streams.enumerated().filter { $0.element.kind != .other }.map { AssetTrack(index: $0.offset, $0.element) }
        let duration = media.description.duration
        return Result(
            format: media.format, duration: duration < .infinity ? duration : nil, isLive: media.description.window != nil,
            isPlayable: true,
            hasProtectedContent: media.hasProtectedContent, tracks: tracks, frames: nil,
            tags: media.tags.map { AssetMetadata(name: $0.name, value: $0.value) }, artwork: media.artwork,
            chapters: media.chapters.map { chapter in
                ChapterInfo(title: chapter.title, start: max(0, chapter.start - media.origin), end: max(0, chapter.end - media.origin))
            },
            isDurationPrecise: media.isDurationExact || ["hls", "dash"].contains(media.format) && media.description.window == nil)
    }
}

extension AssetTrack {
    init(index: Int, _ stream: StreamInfo) {
        self.init(index: index, type: stream.kind.rawValue, codec: stream.codec, language: stream.language)
        width = stream.width > 0 ? stream.width : nil
        height = stream.height > 0 ? stream.height : nil
        frameRate = stream.kind == .video ? stream.frameRate : nil
        sampleRate = stream.sampleRate > 0 ? stream.sampleRate : nil
        channels = stream.channels > 0 ? stream.channels : nil
        bitrate = stream.bitrate
    }
}

/// Decodes all frames of an opened source as fast as data arrives.
///
/// `@unchecked Sendable`: its state is used only on `queue`, and one task, which waits for each step, reads the result after the last one.
private final class FrameReader: @unchecked Sendable {
    private let media: OpenedMedia
    private let source: any MediaSource
    private let store: PacketStore
    /// The end of the last audio frame in seconds, on the timeline of the store; `nil` before the first.
    private var audioEnd: Double?
    /// The time in seconds from which the current audio rendition is used.
    private var audioStart = -Double.infinity
    private var decoders: [(decoder: TrackDecoder, track: Int, isDone: Bool)] = []
    private var frames: [MediaProbe.FrameInfo] = []
    private let queue = DispatchQueue(label: "playhead.probe")

    init(media: OpenedMedia, source: any MediaSource, store: PacketStore, threads: Int?) {
        self.media = media
        self.source = source
        self.store = store
        for (kind, stream) in [(TrackKind.video, media.video), (.audio, media.audio)] {
            guard let stream, let track = media.streams.firstIndex(where: { $0 === stream }) else { continue }
            decoders.append((TrackDecoder(kind: kind, store: store, threads: kind == .video ? threads : 1), track, false))
        }
    }

    func readAll(_ signals: AsyncStream<Void>) async throws -> [MediaProbe.FrameInfo] {
        var iterator = signals.makeAsyncIterator()
        while true {
            let isDone = try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try self.readAvailable() }) }
            }
            if isDone { break }
            // No further signal follows once the task is cancelled.
            guard await iterator.next() != nil else { throw CancellationError() }
        }
        return frames.sorted { ($0.time, $0.track) < ($1.time, $1.track) }
    }

    /// Decodes what is loaded.
    /// - Returns: Whether everything was decoded.
    private func readAvailable() throws -> Bool {
        var isProgressing = true
        while isProgressing {
            isProgressing = false
            for index in decoders.indices where !decoders[index].isDone {
                // Tracks take turns, so that no track fills the store alone.
                let turn = 8
                turns: for _ in 0..<turn {
                    switch decoders[index].decoder.step() {
                    case .frame(let frame):
                        isProgressing = true
                        append(frame, decoders[index].track)
                    case .failed: isProgressing = true
                    case .starved where switchesRendition(index): isProgressing = true
                    case .starved, .sparse: break turns
                    case .ended:
                        decoders[index].isDone = true
                        isProgressing = true
                        break turns
                    }
                }
            }
            makeRoom()
        }
        let isDone = decoders.allSatisfy(\.isDone)
        if !isDone, let error = store.error { throw error }
        return isDone
    }

    /// Continues with the audio rendition that replaces a failed one, if it is loaded.
    private func switchesRendition(_ index: Int) -> Bool {
        guard decoders[index].decoder.kind == .audio, store.stagedGeneration(of: .audio) != nil else { return false }
        guard source.takeOverSound(at: audioEnd ?? store.lastPlayhead, amount: 0, isUrgent: true) else { return false }
        audioStart = audioEnd ?? -.infinity
        return true
    }

    /// Makes room for the source by moving the playhead to the end of what is loaded. The time of the last frame is not sufficient, because
    /// timestamps of tracks, or of damaged frames, may be farther apart than the forward buffer.
    private func makeRoom() {
        let open = decoders.filter { !$0.isDone }
        let ends = open.compactMap { store.loadedEnd(of: $0.decoder.kind) }
        // Renditions are loaded independently of each other; the replacement of a failed one is loaded from the playhead on.
        guard store.hasMuxedTracks || ends.count == open.count else { return }
        guard let end = store.hasMuxedTracks ? ends.max() : ends.min(), end.isFinite else { return }
        store.setPlayhead(end)
    }

    private func append(_ frame: DecodedFrame, _ track: Int) {
        if decodersKind(track) == .video, !frame.format.shows(frame.time) { return }
        if decodersKind(track) == .audio {
            // The preroll of a rendition that replaced another repeats samples of the old one.
            guard frame.time + frame.duration / 2 >= audioStart else { return }
            audioEnd = max(audioEnd ?? -.infinity, frame.time + frame.duration)
        }
        frames.append(
            MediaProbe.FrameInfo(
                track: track, time: frame.time + media.origin, duration: frame.duration, isKey: frame.frame?.isKey ?? false,
                type: decodersKind(track) == .video ? frame.frame?.pictureType.rawValue : nil))
    }

    private func decodersKind(_ track: Int) -> TrackKind? { decoders.first { $0.track == track }?.decoder.kind }
}
