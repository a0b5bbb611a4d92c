import Foundation
import Playhead
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples

/// Plays and releases a number of players from a loopback origin, and measures the time to the first frame and the remaining resources of
/// the process.
@MainActor
enum PlaybackMeasurement {
    private static let recipes = [
        SampleRecipe(.file(.mp4)), SampleRecipe(.file(.webm)),
        SampleRecipe(.hls(HLSLayout(segments: .fragmentedMP4, languages: ["en"])), width: 160, height: 90),
    ]

    /// Plays `count` times and prints the results.
    static func run(count: Int) async throws {
        let samples = SampleStreams(cache: FileManager.default.temporaryDirectory.appendingPathComponent("playhead-plays"))
        var urls: [URL] = []
        var origins: [LoopbackOrigin] = []
        for recipe in recipes {
            let file = try await samples.url(of: recipe)
            let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
            origins.append(origin)
            urls.append(origin.url(file.lastPathComponent))
        }
        var startups: [Double] = []
        var usages: [ProcessUsage] = []
        for number in 0..<count {
            startups.append(try await play(urls[number % urls.count]))
            for origin in origins { origin.clearRequests() }
            // Pending closes end within this time.
            try await Task.sleep(for: .milliseconds(60))
            usages.append(try ProcessUsage.now())
        }
        for origin in origins { await origin.stop() }
        let sorted = startups.sorted()
        print("first frame after the attempt, ms: median \(sorted[sorted.count / 2]), max \(sorted[sorted.count - 1])")
        let middle = usages[usages.count / 2]
        let last = usages[usages.count - 1]
        print("resident memory, MB: after half \(middle.residentMegabytes), after all \(last.residentMegabytes)")
        print("threads: after half \(middle.threads), after all \(last.threads); descriptors: \(middle.descriptors), \(last.descriptors)")
    }

    /// Plays to the end and releases the player.
    /// - Returns: The time from the attempt to the first frame, in milliseconds.
    private static func play(_ url: URL) async throws -> Double {
        var configuration = PlayerConfiguration()
        configuration.pacing = .unpaced
        let player = Player(configuration: configuration)
        let events = player.events
        var startup = Double.nan
        player.load(PlayerItem(url: url))
        player.play()
        for await event in events {
            if let event = event as? SetupErrorEvent { throw event.error }
            if let event = event as? ErrorEvent { throw event.error }
            if let event = event as? FirstFrameEvent { startup = event.loadTime }
            if event is PlaylistCompleteEvent { break }
        }
        player.release()
        await player.released()
        return startup
    }
}
