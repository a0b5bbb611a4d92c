import Foundation
import NIOCore
import NIOPosix
import NIOWebSocket

/// A page's end of a socket, as a browser has it.
final class TestSocket: Sendable {
    enum Event: Sendable, Equatable {
        case text(String)
        case ping
        case closed(Int?)
    }

    /// Waits for the answer to the handshake, and lets what follows it go to the socket's own handlers.
    private final class Handshake: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        private let answer: EventLoopPromise<Bool>
        private let sink: AsyncStream<Event>.Continuation
        private var received = ByteBuffer()

        init(_ answer: EventLoopPromise<Bool>, _ sink: AsyncStream<Event>.Continuation) {
            self.answer = answer
            self.sink = sink
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var buffer = unwrapInboundIn(data)
            received.writeBuffer(&buffer)
            let bytes = Array(received.readableBytesView)
            guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else { return }
            guard String(decoding: bytes[..<end], as: UTF8.self).hasPrefix("HTTP/1.1 101") else {
                answer.succeed(false)
                return context.close(promise: nil)
            }
            let operations = context.pipeline.syncOperations
            try? operations.addHandlers([
                WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 24)), Collector(sink),
            ])
            context.fireChannelRead(NIOAny(ByteBuffer(bytes: bytes[(end + 4)...])))
            operations.removeHandler(self, promise: nil)
            answer.succeed(true)
        }

        func channelInactive(context: ChannelHandlerContext) {
            answer.succeed(false)
            context.fireChannelInactive()
        }
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        private let sink: AsyncStream<Event>.Continuation
        private var code: Int?
        init(_ sink: AsyncStream<Event>.Continuation) { self.sink = sink }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            switch frame.opcode {
            case .text: sink.yield(.text(String(buffer: frame.unmaskedData)))
            case .ping: sink.yield(.ping)
            case .connectionClose:
                var data = frame.unmaskedData
                code = data.readInteger(as: UInt16.self).map { Int($0) }
            default: break
            }
        }
        func channelInactive(context: ChannelHandlerContext) {
            sink.yield(.closed(code))
            sink.finish()
        }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    /// The received events, in order; the last one is the closing.
    let events: AsyncStream<Event>
    private let channel: any Channel

    private init(_ channel: any Channel, _ events: AsyncStream<Event>) {
        self.channel = channel
        self.events = events
    }

    /// Connects.
    /// - Returns: `nil` where the server refuses.
    static func connect(port: Int, path: String, origin: String?, host: String? = nil) async throws -> TestSocket? {
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answer = loop.makePromise(of: Bool.self)
        let connecting = ClientBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handshake(answer, sink)) }
        }.connect(host: "127.0.0.1", port: port).map { channel in
            // On the loop: a task may wait for a thread longer than the server waits for a request.
            channel.writeAndFlush(ByteBuffer(string: request(port: port, path: path, origin: origin, host: host)), promise: nil)
            return channel
        }
        connecting.whenFailure { answer.fail($0) }
        let channel = try await connecting.get()
        guard try await answer.futureResult.get() else { return nil }
        return TestSocket(channel, events)
    }

    /// The request that a browser begins with.
    static func request(port: Int, path: String, origin: String?, host: String? = nil) -> String {
        let lines = [
            "GET \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
        ]
        return (lines + (origin.map { ["Origin: \($0)"] } ?? []) + ["", ""]).joined(separator: "\r\n")
    }

    func send(_ text: String) { send(.text, ByteBuffer(string: text)) }

    func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, isMasked: Bool = true) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: isMasked ? WebSocketMaskingKey([7, 1, 9, 3]) : nil, data: data)
        channel.writeAndFlush(frame, promise: nil)
    }

    func close() { channel.close(promise: nil) }

    /// The next event that satisfies a condition; `nil` if the connection ends before.
    func first(where condition: @Sendable (Event) -> Bool) async -> Event? {
        for await event in events where condition(event) { return event }
        return nil
    }
}

/// A connection that says what it likes, and all that is answered.
enum RawRequest {
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private var all = ByteBuffer()
        private let done: EventLoopPromise<ByteBuffer>
        init(_ done: EventLoopPromise<ByteBuffer>) { self.done = done }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var buffer = unwrapInboundIn(data)
            all.writeBuffer(&buffer)
        }
        func channelInactive(context: ChannelHandlerContext) { done.succeed(all) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    static func send(port: Int, _ method: String, _ target: String, host: String? = nil) async throws -> String {
        let text = "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n"
        return String(decoding: try await exchange(port: port, Array(text.utf8)), as: UTF8.self)
    }

    /// Sends bytes, and returns what came until the server closed the connection. With `closesOutput`, the page's side is closed behind the
    /// bytes.
    static func exchange(port: Int, _ bytes: [UInt8], closesOutput: Bool = false) async throws -> [UInt8] {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let done = loop.makePromise(of: ByteBuffer.self)
        let connecting = ClientBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Collector(done)) }
        }.channelOption(.allowRemoteHalfClosure, value: closesOutput).connect(host: "127.0.0.1", port: port)
        connecting.whenFailure { done.fail($0) }
        // On the loop: a task can wait so long for a thread that the server closes the connection.
        connecting.whenSuccess { channel in
            channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
            if closesOutput { channel.close(mode: .output, promise: nil) }
        }
        return Array(buffer: try await done.futureResult.get())
    }

    /// Connects, sends bytes, and reads nothing until it is closed.
    static func hold(port: Int, after bytes: [UInt8]) async throws -> any Channel {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        return channel
    }

    /// Reads a held connection until the server closes it.
    static func isClosed(_ channel: any Channel) async throws -> Bool {
        // It may be closed already.
        try? await channel.setOption(.autoRead, value: true).get()
        try await channel.closeFuture.get()
        return !channel.isActive
    }

    /// Connects, sends bytes and goes, in the middle of whatever it is.
    static func leave(port: Int, after bytes: [UInt8]) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        // The server may have closed it before.
        try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        try? await channel.close()
    }
}
