import Foundation
import PlayheadTestKit

/// The sample stream that is played when no other is named: 30 s of HLS in three rungs with two audio languages, served on loopback.
struct Sample {
    let origin: LoopbackOrigin
    let url: URL

    /// Makes the sample, unless it was made before, and serves it.
    static func start() async throws -> Sample {
        let playlist = try await streams().url(of: .demo)
        let origin = try await LoopbackOrigin.start(root: playlist.deletingLastPathComponent())
        return Sample(origin: origin, url: origin.url(playlist.lastPathComponent))
    }

    /// Where samples are kept from one run to the next.
    static func streams() throws -> SampleStreams {
        let caches = try FileManager.default.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return SampleStreams(cache: caches.appendingPathComponent("playhead/samples"))
    }

    func stop() async { await origin.stop() }
}
