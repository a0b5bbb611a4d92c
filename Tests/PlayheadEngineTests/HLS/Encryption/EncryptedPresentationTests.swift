import CFFmpeg
import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadSamples
import PlayheadTransport
import Testing

@testable import PlayheadEngine
@testable import PlayheadFFmpeg

/// A loader of local files.
private struct FolderLoader: Loader {
    func load(_ request: LoadRequest) async throws -> LoadResponse {
        guard let data = FileManager.default.contents(atPath: request.url.path) else {
            throw LoadError(.fileUnreadable, kind: request.kind)
        }
        return LoadResponse(url: request.url, body: LoadBody(bytes: [UInt8](data)))
    }
}

/// A byte source for a demuxer.
private final class BytesSource: ByteSource {
    private let rest: Locked<ArraySlice<UInt8>>
    init(_ bytes: [UInt8]) { rest = Locked(bytes[...]) }
    var size: Int64? { nil }
    var isSeekable: Bool { false }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let bytes = rest.withLock { rest in
            defer { rest = rest.dropFirst(buffer.count) }
            return Array(rest.prefix(buffer.count))
        }
        buffer.copyBytes(from: bytes)
        return bytes.count
    }
    func seek(to offset: Int64) throws { throw CancellationError() }
    func interrupt() {}
    func resume() {}
    func cancel() {}
}

/// Combines the components like the engine: keys, runs, decryptors, demuxers.
@Suite("Encrypted presentations", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct EncryptedPresentationTests {
    struct Case: CustomTestStringConvertible {
        var method: EncryptedPresentation.Method
        var recipe: SampleRecipe
        var testDescription: String { "\(method.rawValue) \(recipe.testDescription)" }
    }

    static let cases =
        [EncryptedPresentation.Method.aes128, .aes256, .aes256CTR].flatMap { method in
            [SampleRecipe.hlsTransportStream, .hlsFragmentedMP4, .hlsPackedAudio].map { Case(method: method, recipe: $0) }
        } + [
            Case(method: .sampleAES, recipe: .hlsTransportStream), Case(method: .sampleAES, recipe: .hlsPackedAudio),
            Case(method: .sampleAES, recipe: .hlsFragmentedMP4), Case(method: .sampleAESCTR, recipe: .hlsFragmentedMP4),
        ]

    /// Returns the packets of all segments with their streams, read by one demuxer.
    private func packets(_ file: URL) async throws -> [[UInt8]] {
        let text = [UInt8](try Data(contentsOf: file))
        guard case .media(let playlist) = try HLSPlaylist.parse(text, url: file.absoluteString) else { throw CancellationError() }
        let resources = SegmentResources(loader: FolderLoader(), options: RequestOptions(), clock: SystemClock())
        let keys = KeyLoader(loader: FolderLoader(), options: RequestOptions(), clock: SystemClock())
        var all: [UInt8] = []
        var tracks = ProtectedTracks()
        for segment in playlist.segments {
            let decryption = try await keys.decryption(for: SegmentEncryption(of: segment, resolve: playlist.url(for:)))
            if all.isEmpty, let map = segment.map {
                all = try await resources.bytes(of: InitializationSegment(map, content: .unknown, resolve: playlist.url(for:)))
                tracks = ProtectedTracks(&all)
            }
            let content = try bytes(playlist.url(for: segment.uri))
            let readable = try decryption.cipher.map { try SegmentDecryptor.decrypt(content, with: $0) } ?? content
            all += try await resources.clear(readable, tracks, decryption, at: 0)
        }
        var packets: [[UInt8]] = []
        let demuxer = try Demuxer(source: BytesSource(all))
        while let packet = try demuxer.read() {
            let data = UnsafeBufferPointer(start: packet.pointer.pointee.data, count: packet.size)
            // A NAL unit may have trailing zeros.
            let filled = data.reversed().prefix { $0 == 0 }.count
            packets.append([UInt8(packet.streamIndex)] + data.dropLast(filled))
        }
        return packets
    }

    private func bytes(_ url: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: #require(URL(string: url)))) }

    @Test("Encrypted presentations have the packets of the clear ones, also across key changes", arguments: cases)
    func presentations(_ example: Case) async throws {
        let clear = try await Samples.url(example.recipe)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-encrypted-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let secret = try EncryptedPresentation.make(example.method, of: clear, in: folder)
        let expected = try await packets(clear)
        let ours = try await packets(secret)
        #expect(expected.count > 250)
        #expect((ours == expected) as Bool)
    }
}
