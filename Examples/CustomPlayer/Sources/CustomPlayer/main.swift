// Plays a file or URL with an output for pictures, an output for sound and a loader of its own:
//
//     swift run CustomPlayer movie.mp4

import CustomParts
import Foundation
import Playhead

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: CustomPlayer FILE|URL")
    exit(2)
}

let meter = LevelMeterOutput()
let loader = TokenLoader { "the token of this session" }
var configuration = PlayerConfiguration()
configuration.audioOutput = .custom { meter }
configuration.network.loader = loader

let player = Player(url: url, configuration: configuration)
player.videoOutput = AverageColorOutput { color, time in
    print("At \(time) s: red \(color.red), green \(color.green), blue \(color.blue)")
}
player.play()
do {
    try await player.finished()
    print("The maximum level was \(meter.peak), of \(meter.totalFrames) frames.")
} catch {
    print("The playback failed: \(error)")
    exit(1)
}
