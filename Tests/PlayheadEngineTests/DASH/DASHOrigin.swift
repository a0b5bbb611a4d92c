import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import Testing

@testable import PlayheadEngine

/// Serves a manifest and the segments of a stream of 6 s with numbered pictures, in segments of 1 s.
final class DASHOrigin: Loader {
    /// The URL of the manifest.
    let manifestURL = "http://dash.test/live/stream.mpd"
    private let folder: URL
    private let manifest: @Sendable () -> String
    private let isPublished: @Sendable (String) -> Bool
    private let answer: @Sendable (LoadRequest) async throws -> String?
    private let change: @Sendable (String, [UInt8]) throws -> [UInt8]
    private let requested = Mutex<[URL]>([])

    /// - Parameters:
    ///   - isPublished: Returns whether the file with a name exists at this moment.
    ///   - answer: Returns the text of a resource that is no file, or throws the failure of a request; `nil` for files.
    ///   - change: Returns the bytes that are served for a file, from its name and its bytes.
    ///   - manifest: Returns the manifest at each request.
    /// - Throws: The errors of the tools that create the segments.
    init(
        isPublished: @escaping @Sendable (String) -> Bool = { _ in true },
        answer: @escaping @Sendable (LoadRequest) async throws -> String? = { _ in nil },
        change: @escaping @Sendable (String, [UInt8]) throws -> [UInt8] = { $1 }, _ manifest: @escaping @Sendable () -> String
    ) async throws {
        folder = try await Self.segments()
        self.answer = answer
        self.change = change
        self.manifest = manifest
        self.isPublished = isPublished
    }

    /// The names of the files that were requested, in order.
    var requests: [String] { urls.map(\.lastPathComponent) }

    /// The URLs that were requested, in order.
    var urls: [URL] { requested.withLock { $0 } }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let name = request.url.lastPathComponent
        requested.withLock { $0.append(request.url) }
        if name.hasSuffix(".mpd") { return LoadResponse(url: request.url, body: LoadBody(bytes: Array(manifest().utf8))) }
        if let text = try await answer(request) { return LoadResponse(url: request.url, body: LoadBody(bytes: Array(text.utf8))) }
        guard isPublished(name), let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
            throw LoadError(.status(404), kind: request.kind, url: request.url)
        }
        var bytes = try change(name, [UInt8](data))
        if let range = request.byteRange {
            let rest = bytes.dropFirst(Int(clamping: range.offset))
            bytes = Array(range.length.map { rest.prefix(Int(clamping: $0)) } ?? rest)
        }
        return LoadResponse(url: request.url, contentLength: Int64(bytes.count), body: LoadBody(bytes: bytes))
    }

    /// Returns the attributes of templates for the pictures.
    static func pictures(_ attributes: String) -> String {
        """
        <AdaptationSet contentType="video"><Representation id="0" bandwidth="100000" mimeType="video/mp4" codecs="avc1.42c00c" width="160"
        height="90"><SegmentTemplate media="chunk-stream0-$Number%05d$.m4s" initialization="init-stream0.m4s" \(attributes)
        </Representation></AdaptationSet>
        """
    }

    /// Creates the segments, or finds those of an earlier run.
    private static func segments() async throws -> URL {
        let parent = Samples.package.appendingPathComponent(".build/samples")
        let folder = parent.appendingPathComponent("dash-small")
        if FileManager.default.fileExists(atPath: folder.path) { return folder }
        let source = try await Samples.url(Samples.small)
        let work = parent.appendingPathComponent("work-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let arguments = [
            "-v", "error", "-i", source.path, "-c", "copy", "-f", "dash", "-seg_duration", "1", "-use_timeline", "1", "stream.mpd",
        ]
        try await Tool("ffmpeg").run(arguments, in: work)
        // Another test may have been faster.
        if (try? FileManager.default.moveItem(at: work, to: folder)) == nil, !FileManager.default.fileExists(atPath: folder.path) {
            throw CancellationError()
        }
        return folder
    }

    /// The manifest that FFmpeg wrote.
    static func original() async throws -> String { String(decoding: try await bytes("stream.mpd"), as: UTF8.self) }

    /// Returns the bytes of a file of the stream.
    static func bytes(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await segments().appendingPathComponent(name)))
    }
}

/// An engine that plays from an origin on the same clock.
struct DASHRig: ClockedRig {
    let clock: ManualClock
    let origin: DASHOrigin
    let rig: EngineRig
    var activity: Int { origin.requests.count }
    /// Pictures that are late by more are dropped.
    let step = 0.1

    /// Creates an engine that plays in real time of the clock.
    init(_ origin: DASHOrigin, on clock: ManualClock, configure: (inout EngineConfiguration) -> Void = { _ in }) throws {
        self.clock = clock
        self.origin = origin
        rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin) { configuration in
            configuration.clock = clock
            configuration.pacing = .realTime
            configure(&configuration)
        }
    }
}
