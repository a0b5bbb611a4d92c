import CustomParts
import Foundation
import Playhead
import PlayheadTestKit
import Synchronization
import Testing

/// A server whose tokens are valid for a number of requests: it answers 401 to any other.
private final class ExpiringServer: Loader {
    private struct State {
        var issued = 0
        var left = 0
        var refused = 0
    }

    private let files = URLLoader()
    private let root: URL
    private let requestsPerToken: Int
    private let state = Mutex(State())

    init(root: URL, requestsPerToken: Int) {
        self.root = root
        self.requestsPerToken = requestsPerToken
    }

    var refused: Int { state.withLock(\.refused) }

    func makeToken() -> String {
        state.withLock { state in
            state.issued += 1
            state.left = requestsPerToken
            return "\(state.issued)"
        }
    }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let isValid = state.withLock { state in
            guard request.headers["Authorization"] == "Bearer \(state.issued)", state.left > 0 else {
                state.refused += 1
                return false
            }
            state.left -= 1
            return true
        }
        guard isValid else { throw LoadError(.status(401), kind: request.kind, url: request.url) }
        var file = request
        file.url = root.appending(path: request.url.lastPathComponent)
        var response = try await files.load(file)
        response.url = request.url
        return response
    }
}

/// Makes two seconds of HLS, blue with a tone, in a folder.
private func makeStream() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "custom-player-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
        [
            "ffmpeg", "-loglevel", "error", "-nostdin", "-f", "lavfi", "-i", "color=blue:size=320x180:rate=25", "-f", "lavfi", "-i",
            "sine=440",
        ]
        + [
            "-t", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "12", "-c:a", "aac", "-hls_time", "0.5", "-hls_list_size", "0",
            "main.m3u8",
        ]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return folder
}

@MainActor
@Suite("An app's own outputs and loader")
struct CustomPartsTests {
    @Test("A stream plays to its end over an expiring token, into the app's outputs", .timeLimit(.minutes(1)))
    func playback() async throws {
        let folder = try makeStream()
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = ExpiringServer(root: folder, requestsPerToken: 2)
        let loader = TokenLoader(base: server) { server.makeToken() }
        let meter = LevelMeterOutput()
        let colors = Mutex<[AverageColorOutput.Color]>([])
        var configuration = PlayerConfiguration()
        configuration.audioOutput = .custom { meter }
        configuration.network.loader = loader
        configuration.videoOutput = AverageColorOutput { color, _ in colors.withLock { $0.append(color) } }
        let player = Player(url: try #require(URL(string: "https://media.example/main.m3u8")), configuration: configuration)
        player.play()
        try await player.finished()
        player.release()
        await player.released()

        // The playlist and four segments: a token is renewed twice, after two requests each.
        #expect(await loader.renewals >= 3)
        #expect(server.refused >= 2)
        #expect(meter.totalFrames > 80_000)
        #expect(meter.peak > 0.05)
        let seen = colors.withLock { $0 }
        #expect(seen.count > 40)
        #expect(seen.allSatisfy { $0.blue > 200 && $0.red < 40 && $0.green < 40 })
    }

    @Test("Data that runs out is reported as buffering, once", .timeLimit(.minutes(1)))
    func stall() async throws {
        var script = EngineScript()
        script.stalls = [.init(at: 3, for: 2)]
        let stage = ScriptedStage(script)
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        let player = Player(url: try #require(URL(string: "https://media.example/movie.mp4")), configuration: configuration)
        var states: [PlaybackState] = []
        let observation = player.onEvent { event in
            if event.context.state != states.last { states.append(event.context.state) }
        }
        player.play()
        while player.state != .ended {
            _ = stage.step(until: stage.clock.now + 0.1)
            // The reports of the engine arrive on the main actor.
            try await Task.sleep(for: .milliseconds(2))
        }
        withExtendedLifetime(observation) {}
        let stalled = try #require(states.lastIndex(of: .buffering))
        #expect(states[stalled...].starts(with: [.buffering, .playing]))
        #expect(states.last == .ended)
        #expect(stage.clock.now > 12)
        // The engine closes in the time of the stage.
        player.release()
        while !stage.engines.allSatisfy(\.isClosed) { _ = stage.step(until: stage.clock.now + 0.1) }
        await player.released()
    }
}
