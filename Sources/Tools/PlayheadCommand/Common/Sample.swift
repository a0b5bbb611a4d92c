import Foundation
import PlayheadOrigin
import PlayheadSamples

/// The sample stream that is played if no URL is given: 30 s of HLS in three rungs with two audio languages, served on loopback.
struct Sample {
    let origin: LoopbackOrigin
    let url: URL

    /// Creates the sample, unless it exists, and serves it.
    static func start() async throws -> Sample {
        let playlist = try await streams().url(of: .demo)
        let origin = try await LoopbackOrigin.start(root: playlist.deletingLastPathComponent())
        return Sample(origin: origin, url: origin.url(playlist.lastPathComponent))
    }

    /// The cache of samples: the user's, or without a home that can be written, the system's folder for temporary files.
    static func streams() -> SampleStreams {
        let files = FileManager.default
        let user = try? files.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        let caches = user ?? files.temporaryDirectory
        return SampleStreams(cache: caches.appendingPathComponent("playhead/samples"))
    }

    func stop() async { await origin.stop() }
}
