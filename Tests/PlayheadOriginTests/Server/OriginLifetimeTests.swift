import Foundation
import Testing

@testable import PlayheadOrigin
@testable import PlayheadTestKit

@Suite("The end of an origin")
struct OriginLifetimeTests {
    @Test("leaves no listener, and closes every connection immediately, whatever the connection waits for")
    func stop() async throws {
        let clock = ManualClock()
        let origin = try await LoopbackOrigin.start(clock: clock)
        origin.add("a.mp4", [UInt8](repeating: 7, count: 50_000_000))
        origin.addFault(Fault(path: "slow", kind: .latency(1000)))
        origin.addFault(Fault(path: "stalled", kind: .stall(afterBytes: 1)))
        origin.add("stalled", text: "stalled")
        origin.add("computed") { _ in
            try await clock.sleep(for: 1000)
            return OriginResponse()
        }
        // One is idle, one does not read its response, the others wait.
        var clients = [try RawClient(port: origin.port)]
        for path in ["a.mp4", "slow", "stalled", "computed"] {
            let client = try RawClient(port: origin.port)
            client.send("GET /\(path) HTTP/1.1\r\nHost: test\r\n\r\n")
            clients.append(client)
        }
        try await origin.requests { $0.count == 4 && $0.contains { $0.path == "stalled" && $0.bytesSent == 1 } }
        try await clock.waitForSleepers(2)
        await origin.stop()
        for client in clients { #expect(await client.readAll().ending != .timeout) }
        #expect(origin.connectionCount == 0)
        #expect(clock.sleeperCount == 0)
        #expect(!origin.requests.contains { !$0.isFinished })
        #expect(throws: POSIXError.self) { try RawClient(port: origin.port) }
        await origin.stop()
    }

    @Test("follows the release of the last reference")
    func release() async throws {
        var origin: LoopbackOrigin? = try await LoopbackOrigin.start()
        let client = try RawClient(port: try #require(origin).port)
        origin = nil
        #expect(await client.readAll().ending != .timeout)
    }

    @Test("frees its port for the next one")
    func samePort() async throws {
        let first = try await LoopbackOrigin.start()
        await #expect(throws: (any Error).self) { try await LoopbackOrigin.start(port: first.port) }
        await first.stop()
        let second = try await LoopbackOrigin.start(port: first.port)
        #expect(second.port == first.port)
        await second.stop()
    }

    @Test("is not needed when the start fails because of an invalid folder or port")
    func refusals() async throws {
        let missing = URL(fileURLWithPath: "/nowhere/at/all")
        await #expect(throws: OriginError.noSuchFolder(missing)) { try await LoopbackOrigin.start(root: missing) }
        await #expect(throws: OriginError.noSuchPort(70_000)) { try await LoopbackOrigin.start(port: 70_000) }
    }

    @Test(
        "leaves no thread and no socket behind, even after many",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
    func resources() async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("origin-\(UUID().uuidString)")
        let mark = root.appendingPathComponent("mark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try Data("here".utf8).write(to: mark)
        defer { try? FileManager.default.removeItem(at: root) }
        for _ in 0..<20 {
            let origin = try await LoopbackOrigin.start(root: root)
            #expect(try await RawClient(port: origin.port).get(mark.lastPathComponent).status == 200)
            let thread = try #require(origin.threadID)
            #expect(FileManager.default.fileExists(atPath: "/proc/self/task/\(thread)"))
            await origin.stop()
            #expect(!FileManager.default.fileExists(atPath: "/proc/self/task/\(thread)"))
            // The port is closed, or by now belongs to the origin of another test, which has another folder.
            let answer = try? await RawClient(port: origin.port).get(mark.lastPathComponent)
            #expect(answer?.status != 200)
        }
    }
}
