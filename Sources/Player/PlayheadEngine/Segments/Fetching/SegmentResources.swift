import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Loads the resources that segments need: initialization segments and keys. Shared by one presentation.
struct SegmentResources: Sendable {
    let loader: any Loader
    let options: RequestOptions
    let clock: any PlaybackClock
    /// The throughput of the requests before the first segment.
    let start: StartMeasurements
    private let keys: KeyLoader
    let contentKeys: ContentKeys
    /// The failures of all keys, which determine whether a warning is repeated.
    let keyFailures = KeyFailures()
    private let initializations = InitializationCache()

    /// - Parameters:
    ///   - loader: The loader.
    ///   - options: The options of requests.
    ///   - clock: The clock.
    ///   - start: Receives the throughput of the requests before the first segment.
    ///   - report: Receives changes of the status of content keys, on any thread.
    init(
        loader: any Loader, options: RequestOptions, clock: any PlaybackClock, start: StartMeasurements = StartMeasurements(),
        report: @escaping @Sendable (EngineReport) -> Void = { _ in }
    ) {
        self.loader = loader
        self.options = options
        self.clock = clock
        self.start = start
        keys = KeyLoader(loader: loader, options: options, clock: clock, failures: keyFailures)
        contentKeys = ContentKeys(loader: loader, options: options, clock: clock, failures: keyFailures) {
            report(.keyStatus($0, $1, system: $2))
        }
    }

    /// Returns the decrypted bytes of an initialization segment, loaded once; an incomplete one is loaded again at the next call.
    /// - Throws: `PlaybackError`, `LoadError`.
    func bytes(of initialization: InitializationSegment) async throws -> [UInt8] {
        let url = initialization.url
        return try await initializations.bytes(of: initialization) {
            guard let location = URL(text: url) else { throw PlaybackError(.invalidURL, url: url) }
            let (_, bytes) = try await loader.loadWhole(
                options.request(
                    location, for: .initializationSegment(initialization.content), byteRange: initialization.byteRange),
                upTo: InitializationCache.limit)
            let cipher = try await keys.decryption(for: initialization.encryption).cipher
            let section = try cipher.map { try Self.decrypt(bytes, $0) } ?? bytes
            try Self.check(section, url: url)
            return section
        }
    }

    /// Checks that an initialization segment of boxes is complete.
    private static func check(_ section: [UInt8], url: String) throws(PlaybackError) {
        guard SegmentShape(section) == .boxes else { return }
        do throws(SegmentCheck.Failure) {
            var check = SegmentCheck(expecting: .boxes)
            _ = try check.consume(section)
            _ = try check.finish()
            guard MediaBox.all(of: section, in: 0..<section.count).contains(where: { $0.type == "moov" }) else {
                throw SegmentCheck.Failure(reason: "It has no movie.")
            }
        } catch {
            throw PlaybackError(.segmentInvalid, url: url, underlying: "The initialization section is incomplete. \(error.reason)")
        }
    }

    /// Returns the same; `nil` for a segment without an initialization segment.
    func bytes(ofOptional initialization: InitializationSegment?) async throws -> [UInt8]? {
        guard let initialization else { return nil }
        return try await bytes(of: initialization)
    }

    /// Returns the decrypted bytes of an I-frame; `tracks` are the protected ones of its initialization section.
    func iFrame(
        _ segment: Segment, _ decryption: SegmentDecryption, _ tracks: ProtectedTracks, for object: LoadObject = .keyFrame
    ) async throws -> [UInt8] {
        guard let location = URL(text: segment.url) else { throw PlaybackError(.invalidURL, url: segment.url) }
        let range = IFrameRange(segment.byteRange, cipher: decryption.cipher)
        let (_, loaded) = try await loader.loadWhole(
            options.request(location, for: object, byteRange: range.loaded), upTo: Self.maximumIFrameSize)
        do {
            let offset = range.loaded?.offset ?? 0
            return try await clear(try range.decrypt(loaded), tracks, decryption, at: offset)
        } catch  where error is DecryptionError || error is SampleDecryptionError {
            throw PlaybackError(.segmentInvalid, url: segment.url, underlying: "\(error)")
        }
    }

    /// The maximum size of one picture, and of the segment that contains it if no range is given, in bytes.
    static let maximumIFrameSize = 64 << 20

    /// Decrypts the bytes of a whole segment.
    /// - Throws: `PlaybackError` if the bytes are damaged, or the key does not match.
    static func decrypt(_ bytes: [UInt8], _ cipher: SegmentCipher) throws -> [UInt8] {
        do {
            return try SegmentDecryptor.decrypt(bytes, with: cipher)
        } catch {
            throw PlaybackError(.segmentInvalid, underlying: "\(error)")
        }
    }

    /// Returns the decryption of a segment and loads its key.
    /// - Throws: `PlaybackError` if the segment is protected in an unsupported way, or its key fails to load.
    func decryption(of segment: Segment) async throws -> SegmentDecryption {
        if case .licensed(let protection) = segment.encryption, !contentKeys.canProvide(protection) { throw protection.error }
        return try await keys.decryption(for: segment.encryption)
    }

    /// Returns whole fragments with clear samples; `offset` is the position of their first byte in its resource.
    /// - Throws: `PlaybackError` in the category of keys; `SampleDecryptionError`.
    func clear(
        _ bytes: [UInt8], _ tracks: ProtectedTracks, _ decryption: SegmentDecryption, at offset: Int64
    ) async throws -> [UInt8] {
        guard !tracks.isEmpty else { return bytes }
        var source = SampleSource(tracks, at: offset, decryption, contentKeys)
        return try await source.clear(bytes) + source.finish()
    }
}
