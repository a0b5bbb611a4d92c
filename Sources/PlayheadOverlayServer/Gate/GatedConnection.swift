import FlyingSocks
import Foundation
import PlayheadOverlay

/// One connection of a page, from the gate to the server behind it and back: one request, and what becomes of it.
///
/// The server reads lines and frames of any length into memory; so nothing gets to it that ``RequestGate`` and ``FrameGate`` don't admit. A page's bytes
/// are held back until the server has said that it is a WebSocket, and each side waits for the other one to read.
struct GatedConnection: Sendable {
    private static let chunk = 4096

    private enum End: Sendable { case ofPage, ofServer, ofPatience, broken }

    let page: AsyncSocket
    let pool: DispatchPool
    /// Where the server listens.
    let server: ServerAddress
    let limits: GateLimits

    /// Returns when both sides are closed.
    func run() async {
        await serve()
        try? page.close()
    }

    private func serve() async {
        do {
            switch try await within(limits.patience, { try await readRequest() }) {
            case .incomplete: return
            case .refused(let refusal):
                try await within(limits.patience) { try await page.write(Data(refusal.response.utf8)) }
            case .admitted(let request, let rest):
                let upstream = try await server.connect(pool)
                defer { try? upstream.close() }
                try await forward(request, rest, upstream)
            }
            await takeLeave()
        } catch {
            // Whoever went away or took too long is not told.
        }
    }

    private func readRequest() async throws -> RequestGate.Outcome {
        var gate = RequestGate()
        while true {
            let outcome = gate.take(try await page.read(atMost: Self.chunk))
            if outcome != .incomplete { return outcome }
        }
    }

    private func forward(_ request: [UInt8], _ rest: [UInt8], _ upstream: AsyncSocket) async throws {
        let start = try await within(limits.patience) {
            try await upstream.write(Data(request))
            return try await readStart(upstream)
        }
        if start.starts(with: Self.switching) { return await relay(start, upstream, frames: rest) }
        // One request is all: the server need not wait for another one.
        upstream.socket.finishWriting()
        await relay(start, upstream, frames: nil)
    }

    private static let switching = Array("HTTP/1.1 101 ".utf8)

    /// So much of an answer that its status is known, or all there is.
    private func readStart(_ upstream: AsyncSocket) async throws -> [UInt8] {
        var start: [UInt8] = []
        while start.count < Self.switching.count { start += try await upstream.read(atMost: Self.chunk) }
        return start
    }

    /// Brings the answer to the page, and the page's frames to the server if there is a WebSocket, until one side ends.
    private func relay(_ start: [UInt8], _ upstream: AsyncSocket, frames: [UInt8]?) async {
        let watch = WriteWatch(patience: limits.patience)
        await withTaskGroup(of: End.self) { group in
            group.addTask {
                try? await pump(start, from: upstream, watch)
                return .ofServer
            }
            group.addTask {
                await watch.stalled()
                return .ofPatience
            }
            if let frames { group.addTask { await relayFrames(frames, upstream) } }
            for await end in group {
                // After a broken rule the server says why it ends.
                if end == .broken {
                    group.addTask {
                        try? await Task.sleep(for: limits.patience)
                        return .ofPatience
                    }
                } else {
                    group.cancelAll()
                }
            }
        }
    }

    /// Returns, by an error, when one side ends.
    private func pump(_ start: [UInt8], from upstream: AsyncSocket, _ watch: WriteWatch) async throws {
        var bytes = start
        while true {
            let data = Data(bytes)
            try await watch.watching { try await page.write(data) }
            bytes = try await upstream.read(atMost: Self.chunk)
        }
    }

    private func relayFrames(_ rest: [UInt8], _ upstream: AsyncSocket) async -> End {
        var gate = FrameGate()
        var bytes = rest
        do {
            while true {
                let admitted = gate.admit(bytes)
                if !admitted.isEmpty { try await upstream.write(Data(admitted)) }
                if let violation = gate.violation {
                    try await upstream.write(Data(violation.closingFrame))
                    return .broken
                }
                bytes = try await page.read(atMost: Self.chunk)
            }
        } catch {
            return .ofPage
        }
    }

    /// Lets the page read what was sent before the connection is closed: what it still sends would have the system forget that (RFC 9112 §9.6).
    private func takeLeave() async {
        page.socket.finishWriting()
        _ = try? await within(limits.farewell) { while true { _ = try await page.read(atMost: Self.chunk) } }
    }
}
