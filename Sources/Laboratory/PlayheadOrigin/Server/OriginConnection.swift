import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves the requests of one connection, one after another.
///
/// Runs on the event loop of the connection, which is the thread of the origin, so that reading files blocks no other code, and a busy
/// thread pool of the concurrency runtime does not delay the origin.
actor OriginConnection {
    nonisolated let channel: any Channel
    nonisolated let number: Int
    let core: OriginCore

    nonisolated var unownedExecutor: UnownedSerialExecutor { channel.eventLoop.executor.asUnownedSerialExecutor() }

    init(channel: any Channel, number: Int, core: OriginCore) {
        self.channel = channel
        self.number = number
        self.core = core
    }

    /// Answers requests until the stream ends, a response ends the connection, or the task is cancelled; then closes the connection.
    func run(_ requests: AsyncStream<ReceivedRequest>) async {
        for await request in requests {
            guard await answer(request) else { break }
        }
        channel.close(promise: nil)
    }

    /// - Returns: Whether the connection may carry another request.
    private func answer(_ received: ReceivedRequest) async -> Bool {
        let (path, query) = RequestPath.parse(target: received.head.uri)
        let headers = received.head.headers.map { HeaderField($0.name, $0.value) }
        let request = OriginRequest(
            method: received.head.method.rawValue, path: path ?? received.head.uri, query: query, headers: headers, body: received.body)
        let index = core.log.append { index in
            RequestRecord(
                index: index, time: core.clock.now, connection: number, method: request.method, path: request.path, query: query,
                headers: headers)
        }
        defer { core.log.update(index) { $0.isFinished = true } }
        core.clientData.add(request)
        var response = ResponsePlan(
            request: request, target: received.head.uri, keepsAlive: received.head.isKeepAlive && !received.isTooLarge,
            misbehaviour: core.misbehaviour(forRequestOf: request.path))
        do {
            let latency = response.misbehaviour.latency + core.pacer.latency(now: core.clock.now)
            if latency > 0 { try await core.clock.sleep(for: latency) }
            if let cut = response.misbehaviour.cut, cut.offset == nil {
                disconnect(reset: cut.isReset)
                return false
            }
            let representation: Representation
            if !headers.filter({ $0.name.lowercased() == "host" }).allSatisfy({ core.limits.admits(host: $0.value) }) {
                representation = Representation(status: 421)
            } else if received.isTooLarge {
                representation = Representation(status: 413)
            } else if path == nil {
                representation = Representation(status: 400)
            } else if let substitute = response.substitute {
                representation = substitute
            } else {
                representation = try await core.representation(for: request)
            }
            response.decide(representation)
            return try await send(response, index: index)
        } catch {
            // The client disconnected or the origin is stopping, so there is no one to report the error to.
            return false
        }
    }

    private func send(_ response: ResponsePlan, index: Int) async throws -> Bool {
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: response.status),
            headers: HTTPHeaders(response.headers.map { ($0.name, $0.value) }))
        core.log.update(index) { $0.status = response.status }
        try await settle(channel.writeAndFlush(HTTPServerResponsePart.head(head)))
        let pacer = Pacer(bytesPerSecond: response.misbehaviour.bytesPerSecond)
        var offset = 0
        for pause in response.pauses {
            try await sendBody(response, offset..<pause.offset, pacer: pacer, index: index)
            offset = pause.offset
            try await stall(until: pause.end(from: core.clock.now))
        }
        if let cut = response.cutOffset {
            try await sendBody(response, offset..<cut, pacer: pacer, index: index)
            disconnect(reset: response.misbehaviour.cut?.isReset ?? false)
            return false
        }
        try await sendBody(response, offset..<response.body.count, pacer: pacer, index: index)
        try await settle(channel.writeAndFlush(HTTPServerResponsePart.end(nil)))
        return response.keepsAlive
    }

    /// Sends bytes of the body, no faster than the limits of the origin and the response allow. The range is relative to the start of the
    /// response's body.
    private func sendBody(_ response: ResponsePlan, _ range: Range<Int>, pacer: Pacer, index: Int) async throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            try Task.checkCancellation()
            let limit = [core.pacer.pieceLength, pacer.pieceLength].compactMap(\.self).min() ?? Self.pieceLength
            let end = min(range.upperBound, offset + limit)
            let now = core.clock.now
            let deadlines = [core.pacer.reserve(end - offset, now: now), pacer.reserve(end - offset, now: now)]
            if let deadline = deadlines.compactMap(\.self).max() { try await core.clock.sleep(until: deadline) }
            let start = response.body.lowerBound
            let buffer = response.representation.read((start + offset)..<(start + end), allocator: channel.allocator)
            // The file became shorter, so the announced length can't be reached.
            guard buffer.readableBytes == end - offset else { throw ChannelError.eof }
            core.log.update(index) { $0.bytesSent += end - offset }
            try await settle(channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer))))
            offset = end
        }
    }

    /// The maximum size of a write without a limit: large enough to be efficient, small enough for byte offsets of faults to be meaningful.
    private static let pieceLength = 256 * 1024

    private func stall(until time: Double) async throws {
        if time.isFinite { return try await core.clock.sleep(until: time) }
        // This stream never yields a value and ends only when the task is cancelled.
        let (never, continuation) = AsyncStream<Never>.makeStream()
        for await _ in never {}
        continuation.finish()
        throw CancellationError()
    }

    private func disconnect(reset: Bool) {
        if reset, let socket = channel as? any SocketOptionProvider {
            // A linger time of 0 makes the system reset the connection on close.
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { [channel] _ in channel.close(promise: nil) }
        } else {
            channel.close(promise: nil)
        }
    }

    /// Waits for a future without leaving the event loop.
    private func settle(_ future: EventLoopFuture<Void>) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            future.whenComplete { continuation.resume(with: $0) }
        }
    }
}
