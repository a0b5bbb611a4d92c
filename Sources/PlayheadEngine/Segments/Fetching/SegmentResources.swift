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
    private let initializations = InitializationCache()

    init(loader: any Loader, options: RequestOptions, clock: any PlaybackClock, start: StartMeasurements = StartMeasurements()) {
        self.loader = loader
        self.options = options
        self.clock = clock
        self.start = start
        keys = KeyLoader(loader: loader, options: options)
    }

    /// Returns the decrypted bytes of an initialization segment, loaded once.
    /// - Throws: `PlaybackError`, `LoadError`.
    func bytes(of initialization: InitializationSegment) async throws -> [UInt8] {
        let url = initialization.url
        return try await initializations.bytes(of: initialization) {
            guard let location = URL(string: url) else { throw PlaybackError(.invalidURL, url: url) }
            let (_, bytes) = try await loader.loadWhole(
                options.request(
                    location, for: .initializationSegment(initialization.content), byteRange: initialization.byteRange),
                upTo: InitializationCache.limit)
            guard let cipher = try await keys.decryption(for: initialization.encryption).cipher else { return bytes }
            return try Self.decrypt(bytes, cipher)
        }
    }

    /// Returns the same; `nil` for a segment without an initialization segment.
    func bytes(ofOptional initialization: InitializationSegment?) async throws -> [UInt8]? {
        guard let initialization else { return nil }
        return try await bytes(of: initialization)
    }

    /// Returns the decrypted bytes of an I-frame.
    func iFrame(_ segment: Segment, _ decryption: SegmentDecryption, for object: LoadObject = .keyFrame) async throws -> [UInt8] {
        guard let location = URL(string: segment.url) else { throw PlaybackError(.invalidURL, url: segment.url) }
        let range = IFrameRange(segment.byteRange, cipher: decryption.cipher)
        let (_, loaded) = try await loader.loadWhole(
            options.request(location, for: object, byteRange: range.loaded), upTo: Self.maximumIFrameSize)
        do {
            return try range.decrypt(loaded)
        } catch {
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
    func decryption(of segment: Segment) async throws -> SegmentDecryption { try await keys.decryption(for: segment.encryption) }
}
