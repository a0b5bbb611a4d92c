import Foundation
import Playhead
import PlayheadEngine
import PlayheadSamples
import Synchronization

/// Measures how soon pictures return when a hidden window is shown again, and whether they are in sync.
@MainActor
enum PictureMeasurement {
    private struct Back {
        /// The time from the request to the first picture, in milliseconds.
        var taken: Double
        /// The lag of the latest picture in the following half second, relative to the beginning, in milliseconds.
        var behind: Double
    }

    /// Hides and shows the picture `count` times at different positions in a group of pictures, and prints the results.
    static func run(count: Int) async throws {
        let (hidden, shown) = (1.1, 0.7)
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-back")
        let recipe = SampleRecipe(.file(.mp4), duration: 2 + Double(count) * (hidden + shown + 0.5), width: 1280, height: 720)
        let screen = ShownPictures()
        var configuration = PlayerConfiguration()
        configuration.videoOutput = screen
        let url = try await SampleStreams(cache: cache).url(of: recipe)
        let player = Player(playerItem: PlayerItem(url: url), configuration: configuration)
        player.play()
        try await Task.sleep(for: .seconds(1))
        // The offset between clock and playhead, according to the pictures so far.
        guard let shift = screen.all.map({ $0.at - $0.time }).min() else { return print("no picture") }
        var backs: [Back] = []
        for _ in 0..<count {
            player.isVideoEnabled = false
            try await Task.sleep(for: Duration(saturating: hidden))
            screen.clear()
            let asked = SystemClock().now
            player.isVideoEnabled = true
            try await Task.sleep(for: Duration(saturating: shown))
            guard let first = screen.all.first, let behind = screen.all.map({ $0.at - $0.time - shift }).max() else { continue }
            backs.append(Back(taken: (first.at - asked) * 1000, behind: behind * 1000))
        }
        player.release()
        await player.released()
        let taken = backs.map(\.taken).sorted()
        guard let maximum = taken.last else { return print("no picture came back") }
        print("pictures back \(backs.count) times of \(count), ms: median \(taken[taken.count / 2].rounded()), max \(maximum.rounded())")
        print("behind the playhead then, ms: max \((backs.map(\.behind).max() ?? 0).rounded())")
    }
}

/// Records the times at which pictures are presented.
private final class ShownPictures: VideoOutput {
    private let pictures = Mutex<[(time: Double, at: Double)]>([])

    var all: [(time: Double, at: Double)] { pictures.withLock { $0 } }

    func present(_ picture: VideoPicture) {
        let now = SystemClock().now
        pictures.withLock { $0.append((picture.time, now)) }
    }

    func clear() { pictures.withLock { $0 = [] } }
}
