// An overlay for another player than Playhead: mpv, through its JSON IPC.
//
//     swift run MpvOverlay movie.mp4                    the sample overlay in a browser controls mpv
//     swift run MpvOverlay movie.mp4 --fast             a page in memory controls mpv, without picture and sound
import Foundation
import PlayheadOverlay
import PlayheadOverlayServer

signal(SIGPIPE, SIG_IGN)
let arguments = CommandLine.arguments.dropFirst()
let isFast = arguments.contains("--fast")
guard let movie = arguments.first(where: { !$0.hasPrefix("--") }) else {
    print("Usage: MpvOverlay MOVIE [--fast]")
    exit(2)
}
let folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
guard let program = folders.map({ $0 + "/mpv" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
    print("mpv is not installed, so there is nothing to steer.")
    exit(0)
}

let socketPath = FileManager.default.temporaryDirectory.appending(path: "mpv-\(UUID().uuidString.prefix(8))").path
let mpv = Process()
mpv.executableURL = URL(fileURLWithPath: program)
let quiet = isFast ? ["--vo=null", "--ao=null"] : []
mpv.arguments = ["--no-config", "--no-terminal", "--keep-open=yes", "--input-ipc-server=\(socketPath)"] + quiet + [movie]
mpv.standardInput = FileHandle.nullDevice
try mpv.run()
defer {
    mpv.terminate()
    try? FileManager.default.removeItem(atPath: socketPath)
}

var connection: MpvConnection?
let deadline = ContinuousClock.now + .seconds(10)
while connection == nil, ContinuousClock.now < deadline, mpv.isRunning {
    connection = MpvConnection(path: socketPath)
    if connection == nil { try await Task.sleep(for: .milliseconds(20)) }
}
guard let connection else {
    print("mpv does not listen.")
    exit(1)
}
let player = MpvPlugin(connection)

if isFast {
    let page = MemoryPage()
    let overlay = Overlay(OverlayConfiguration(url: URL(fileURLWithPath: "/")), page: page, player: player)
    overlay.load()
    page.say(.bridgeReady)
    /// Waits until the page has received a message.
    func waitForMessage(_ what: String, _ condition: (OverlayMessage) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !page.received.contains(where: condition) {
            guard ContinuousClock.now < deadline else {
                print("The page did not receive \(what): \(page.received)")
                mpv.terminate()
                exit(1)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        print("The page received \(what).")
    }
    try await waitForMessage("that mpv is ready") { $0 == .overlayReady }
    try await waitForMessage("that it plays") { $0 == .playerState(state: .playing) }
    page.say(.bridgeSpeed(speed: 2))
    try await waitForMessage("that it plays twice as fast") { $0 == .playerSpeed(speed: 2) }
    page.say(.bridgeState(state: .paused))
    try await waitForMessage("that it is paused") { $0 == .playerState(state: .paused) }
    page.forget()
    page.say(.bridgeTime(timecode: 500))
    try await waitForMessage("that it is at half a second") { if case .playerTime(500, _, _) = $0 { true } else { false } }
    overlay.destroy()
    player.quit()
} else {
    let screen = try await SecondScreen.start(.init(folder: URL(fileURLWithPath: "Examples/Overlays/Match")))
    let overlay = Overlay(OverlayConfiguration(url: screen.pageURL), page: screen, player: player)
    let (ends, end) = AsyncStream<Void>.makeStream()
    player.onEnd = { end.finish() }
    overlay.load()
    print("Open \(screen.address ?? screen.pageURL) in a browser.")
    for await _ in ends {}
    overlay.destroy()
    await screen.stop()
}
mpv.waitUntilExit()
