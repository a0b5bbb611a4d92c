import Foundation
import PlayheadOverlay
import PlayheadTestKit
import TestSupport

@testable import PlayheadOverlayServer

/// An overlay on a second screen, whose page is a socket of the test.
@MainActor
final class ScreenRig {
    /// A player that notes what reaches it.
    final class Player: PlayerPluginBase {
        var received: [OverlayMessage] = []
        override func receive(_ message: OverlayMessage) { received.append(message) }
    }

    let folder: URL
    let screen: SecondScreen
    let player = Player()
    let overlay: Overlay
    let clock = ManualClock()
    var errors: [OverlayError] = []

    init(page: URL? = nil, heartbeat: Heartbeat? = nil) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "sub"), withIntermediateDirectories: true)
        try Data("<!doctype html>page".utf8).write(to: folder.appending(path: "index.html"))
        try Data("inside".utf8).write(to: folder.appending(path: "sub/a.txt"))
        try Data("secret".utf8).write(to: folder.appending(path: ".hidden"))
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "out.txt"), withDestinationURL: URL(filePath: "/etc/hostname"))
        screen = try await SecondScreen.start(page.map { .init(page: $0) } ?? .init(folder: folder), heartbeat: heartbeat)
        var configuration = OverlayConfiguration(url: screen.pageURL)
        configuration.notificationCenter = NotificationCenter()
        configuration.clock = clock
        configuration.parameters = ["match": "7"]
        overlay = Overlay(configuration, page: screen, player: player)
        overlay.onMessage = { [weak self] in if case .overlayError(let error) = $0 { self?.errors.append(error) } }
        overlay.load()
    }

    func stop() async {
        overlay.destroy()
        await screen.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The token, as a page finds it in its fragment.
    var token: String {
        let fragment = screen.address?.fragment()?.removingPercentEncoding ?? ""
        return String((fragment.components(separatedBy: "token=").last ?? "").replacingOccurrences(of: "playhead=", with: ""))
    }

    var origin: String { "http://127.0.0.1:\(screen.port)" }

    func connect(origin: String?? = .none, token: String? = nil, host: String? = nil) async throws -> TestSocket? {
        let origin = origin ?? self.origin
        return try await TestSocket.connect(
            port: screen.port, path: "/playhead/socket?token=\(token ?? self.token)", origin: origin, host: host)
    }

    /// Sends a text, and returns what came until the server closed the connection.
    func text(_ request: String) async throws -> String {
        String(decoding: try await RawRequest.exchange(port: screen.port, Array(request.utf8)), as: UTF8.self)
    }

    /// Says that it is a browser's socket, and then what it likes.
    /// - Returns: What came behind the answer to the request, until the server closed the connection.
    func exchange(_ frames: [UInt8]) async throws -> [UInt8] {
        let request = TestSocket.request(port: screen.port, path: "/playhead/socket?token=\(token)", origin: origin)
        let answer = try await RawRequest.exchange(port: screen.port, Array(request.utf8) + frames)
        let end = answer.indices.first { answer[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? answer.endIndex
        guard answer.starts(with: Array("HTTP/1.1 101 ".utf8)) else { throw CocoaError(.coderReadCorrupt) }
        return Array(answer[end...].dropFirst(4))
    }

    /// The nonce of a greeting.
    static func nonce(_ event: TestSocket.Event?) throws -> String {
        guard case .text(let text)? = event,
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: Any]],
            let nonce = object["session"]?["nonce"] as? String
        else { throw CocoaError(.coderReadCorrupt) }
        return nonce
    }

    /// Connects, and says that it is ready.
    func open() async throws -> (page: TestSocket, nonce: String) {
        guard let page = try await connect() else { throw CocoaError(.userCancelled) }
        let nonce = try Self.nonce(await page.first { _ in true })
        page.send(#"{"event":"bridgeReady","nonce":"\#(nonce)"}"#)
        try await wait { self.overlay.phase == .ready }
        return (page, nonce)
    }

    /// Waits for something that another thread brings about.
    func wait(for condition: @MainActor () -> Bool) async throws {
        try await eventually("it comes about") { condition() }
    }
}
