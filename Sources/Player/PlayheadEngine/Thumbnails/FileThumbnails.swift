import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Key frames of one container file, read by a separate demuxer beside the playback.
final class FileThumbnails: ThumbnailSource {
    /// The opened file.
    ///
    /// `@unchecked Sendable`: demuxer and stream are used only on the serial queue of the reader; a byte source may be interrupted and
    /// cancelled from any thread.
    private final class Opened: @unchecked Sendable {
        let bytes: any ByteSource
        let decrypter: FileDecrypter
        let demuxer: Demuxer
        let stream: StreamInfo

        /// Whether packets may be encrypted.
        var isProtected: Bool { decrypter.isProtecting || stream.keyID != nil }

        init(_ bytes: any ByteSource, _ decrypter: FileDecrypter) throws {
            self.bytes = bytes
            self.decrypter = decrypter
            demuxer = try Demuxer(source: bytes, decrypter: decrypter)
            guard let stream = demuxer.bestStream(.video) else { throw PlaybackError(.noDecodableTrack) }
            self.stream = stream
            demuxer.select([stream])
        }
    }

    /// The number of bytes loaded ahead of the reader.
    private static let window = 256 << 10

    private let url: URL
    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let contentKeys: ContentKeys
    private let reader = KeyFrameReader()
    private let opened = Locked<Opened?>(nil)

    init(url: URL, loader: any Loader, options: RequestOptions, clock: any PlaybackClock, contentKeys: ContentKeys) {
        self.url = url
        self.loader = loader
        self.options = options
        self.clock = clock
        self.contentKeys = contentKeys
    }

    func keyFrame(at time: Double, fitting size: PictureSize) async throws -> KeyFrame {
        let file = try await open()
        return try await interruptible(file.bytes, file.decrypter) { [reader] in
            try await reader.run {
                let origin = file.demuxer.startTime ?? 0
                try file.demuxer.seek(to: max(0, time) + origin, stream: file.stream)
                let found = try KeyFrameReader.find(in: file.demuxer, file.stream, at: -.infinity)
                // With a wrong key.
                if file.isProtected, found.frame.isDamaged { throw PlaybackError(.decoding, underlying: "The key frame is damaged.") }
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
            bytes = try FileByteSource(FileDescriptor(opening: url), url: url)
        } else {
            var policy = HTTPByteSource.Policy()
            policy.window = Self.window
            bytes = try await HTTPByteSource(url: url, loader: loader, options: options, clock: clock, object: .thumbnail, policy: policy)
        }
        // Reading everything before a key frame would take bandwidth from the playback.
        guard bytes.isSeekable else {
            bytes.cancel()
            throw PlaybackError(.unsupportedFormat, underlying: "The server does not support byte ranges.")
        }
        let decrypter = FileDecrypter(contentKeys, url: SourceOpener.withoutCredentials(url))
        do {
            let file = try await interruptible(bytes, decrypter) { [reader] in try await reader.run { try Opened(bytes, decrypter) } }
            opened.withLock { $0 = file }
            return file
        } catch {
            bytes.cancel()
            throw error
        }
    }

    /// Runs `work`; cancelling the task interrupts its reads.
    private func interruptible<R: Sendable>(
        _ bytes: any ByteSource, _ decrypter: FileDecrypter, _ work: @Sendable () async throws -> R
    ) async throws -> R {
        bytes.resume()
        decrypter.resume()
        return try await withTaskCancellationHandler {
            try await work()
        } onCancel: {
            bytes.interrupt()
            decrypter.interrupt()
        }
    }

    func close() async {
        let file = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        file?.bytes.cancel()
        file?.decrypter.interrupt()
    }
}
