import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Key frames of one container file, read beside the playback by a demuxer of its own.
final class FileThumbnails: ThumbnailSource {
    /// The opened file.
    ///
    /// `@unchecked Sendable`: demuxer and stream are used on the reader's queue only, which runs one piece of work after the other; a source of
    /// bytes may be interrupted and ended from anywhere.
    private final class Opened: @unchecked Sendable {
        let bytes: any ByteSource
        let demuxer: Demuxer
        let stream: StreamInfo

        init(_ bytes: any ByteSource) throws {
            self.bytes = bytes
            demuxer = try Demuxer(source: bytes)
            guard let stream = demuxer.bestStream(.video) else { throw PlaybackError(.noDecodableTrack) }
            self.stream = stream
            demuxer.select([stream])
        }
    }

    /// Bytes ahead of what is read that are loaded.
    private static let window = 256 << 10

    private let url: URL
    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let reader = KeyFrameReader()
    private let opened = Locked<Opened?>(nil)

    init(url: URL, loader: any Loader, options: RequestOptions, clock: any PlaybackClock) {
        self.url = url
        self.loader = loader
        self.options = options
        self.clock = clock
    }

    func keyFrame(at time: Double, fitting size: PictureSize) async throws -> KeyFrame {
        let file = try await open()
        return try await interruptible(file.bytes) { [reader] in
            try await reader.run {
                let origin = file.demuxer.startTime ?? 0
                try file.demuxer.seek(to: max(0, time) + origin, stream: file.stream)
                let found = try KeyFrameReader.find(in: file.demuxer, file.stream, at: -.infinity)
                let start = max(0, found.time)
                let end = max(found.next ?? start, time.nextUp)
                return KeyFrame(thumbnail: try KeyFrameReader.thumbnail(of: found.frame, at: start, fitting: size), end: end)
            }
        }
    }

    private func open() async throws -> Opened {
        if let known = opened.withLock({ $0 }) { return known }
        let bytes: any ByteSource
        if url.isFileURL {
            bytes = try FileByteSource(path: url.path)
        } else {
            var policy = HTTPByteSource.Policy()
            policy.window = Self.window
            bytes = try await HTTPByteSource(url: url, loader: loader, options: options, clock: clock, policy: policy)
        }
        // Reading through all that is before a key frame would take the network from the playback.
        guard bytes.isSeekable else {
            bytes.cancel()
            throw PlaybackError(.unsupportedFormat, underlying: "The server has no byte ranges.")
        }
        do {
            let file = try await interruptible(bytes) { [reader] in try await reader.run { try Opened(bytes) } }
            opened.withLock { $0 = file }
            return file
        } catch {
            bytes.cancel()
            throw error
        }
    }

    /// Runs `work`, whose reading a cancellation ends.
    private func interruptible<R: Sendable>(_ bytes: any ByteSource, _ work: @Sendable () async throws -> R) async throws -> R {
        bytes.resume()
        return try await withTaskCancellationHandler {
            try await work()
        } onCancel: {
            bytes.interrupt()
        }
    }

    func close() async {
        let file = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        file?.bytes.cancel()
    }
}
