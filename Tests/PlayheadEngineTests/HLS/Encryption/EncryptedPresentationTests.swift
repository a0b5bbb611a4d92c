import CFFmpeg
import Foundation
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
        /// The number of demuxers that six segments with three keys need.
        var runs: Int
        var testDescription: String { "\(method.rawValue) \(recipe.testDescription)" }
    }

    static let cases =
        [EncryptedPresentation.Method.aes128, .aes256, .aes256CTR].flatMap { method in
            [SampleRecipe.hlsTransportStream, .hlsFragmentedMP4, .hlsPackedAudio].map { Case(method: method, recipe: $0, runs: 1) }
        } + [
            Case(method: .sampleAES, recipe: .hlsTransportStream, runs: 1), Case(method: .sampleAES, recipe: .hlsPackedAudio, runs: 1),
            Case(method: .sampleAES, recipe: .hlsFragmentedMP4, runs: 3), Case(method: .sampleAESCTR, recipe: .hlsFragmentedMP4, runs: 3),
        ]

    /// Returns the packets of all runs with their streams, and the number of runs.
    private func packets(_ file: URL) async throws -> (packets: [[UInt8]], runs: Int) {
        let text = [UInt8](try Data(contentsOf: file))
        guard case .media(let playlist) = try HLSPlaylist.parse(text, url: file.absoluteString) else { throw CancellationError() }
        let keys = KeyLoader(loader: FolderLoader(), options: RequestOptions())
        var runs: [(key: [UInt8]?, bytes: [UInt8])] = []
        for segment in playlist.segments {
            let decryption = try await keys.decryption(for: SegmentEncryption(of: segment, resolve: playlist.url(for:)))
            if runs.isEmpty || runs.last?.key != decryption.demuxerKey {
                var beginning: [UInt8] = []
                if let map = segment.map {
                    beginning = try bytes(playlist.url(for: map.uri))
                    if let cipher = try await keys.decryption(for: SegmentEncryption(of: map, resolve: playlist.url(for:))).cipher {
                        beginning = try SegmentDecryptor.decrypt(beginning, with: cipher)
                    }
                }
                runs.append((decryption.demuxerKey, beginning))
            }
            let content = try bytes(playlist.url(for: segment.uri))
            runs[runs.count - 1].bytes += try decryption.cipher.map { try SegmentDecryptor.decrypt(content, with: $0) } ?? content
        }
        var packets: [[UInt8]] = []
        for run in runs {
            let demuxer = try Demuxer(source: BytesSource(run.bytes), decryptionKey: run.key)
            while let packet = try demuxer.read() {
                let data = UnsafeBufferPointer(start: packet.pointer.pointee.data, count: packet.size)
                // A NAL unit may have trailing zeros.
                let filled = data.reversed().prefix { $0 == 0 }.count
                packets.append([UInt8(packet.streamIndex)] + data.dropLast(filled))
            }
        }
        return (packets, runs.count)
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
        #expect(expected.packets.count > 250 && expected.runs == 1 && ours.runs == example.runs)
        // Several demuxers interleave the packets of the streams differently at their ends.
        #expect(ours.packets.count == expected.packets.count)
        #expect((Dictionary(grouping: ours.packets) { $0.first } == Dictionary(grouping: expected.packets) { $0.first }) as Bool)
    }
}
