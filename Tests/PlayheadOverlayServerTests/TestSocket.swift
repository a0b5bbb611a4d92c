import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A page's end of a socket, as a browser has it.
final class TestSocket: Sendable {
    enum Event: Sendable, Equatable {
        case text(String)
        case closed(Int?)
    }

    private enum Outcome: Sendable {
        case socket(any Channel)
        case refused
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

    /// What came, in order; the last is that it was closed.
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
        let outcome: EventLoopFuture<Outcome> = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgrader = NIOTypedWebSocketClientUpgrader<Outcome>(
                        maxFrameSize: 1 << 24,
                        upgradePipelineHandler: { channel, _ in
                            channel.eventLoop.makeCompletedFuture {
                                try channel.pipeline.syncOperations.addHandler(Collector(sink))
                                return .socket(channel)
                            }
                        })
                    var headers = HTTPHeaders([("Host", host ?? "127.0.0.1:\(port)")])
                    if let origin { headers.add(name: "Origin", value: origin) }
                    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
                    let upgrade = NIOTypedHTTPClientUpgradeConfiguration<Outcome>(
                        upgradeRequestHead: head, upgraders: [upgrader],
                        notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(.refused) })
                    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: .init(upgradeConfiguration: upgrade))
                }
            }
        guard case .socket(let channel) = try await outcome.get() else { return nil }
        return TestSocket(channel, events)
    }

    func send(_ text: String) { send(.text, ByteBuffer(string: text)) }

    func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, isMasked: Bool = true) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: isMasked ? WebSocketMaskingKey([7, 1, 9, 3]) : nil, data: data)
        channel.writeAndFlush(frame, promise: nil)
    }

    func close() { channel.close(promise: nil) }

    /// The next event that satisfies a condition; `nil` if the connection ends before.
    func first(where condition: (Event) -> Bool) async -> Event? {
        for await event in events where condition(event) { return event }
        return nil
    }
}

/// One request as it is written, and all that is answered.
enum RawRequest {
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private var all = ByteBuffer()
        private let done: EventLoopPromise<String>
        init(_ done: EventLoopPromise<String>) { self.done = done }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var buffer = unwrapInboundIn(data)
            all.writeBuffer(&buffer)
        }
        func channelInactive(context: ChannelHandlerContext) { done.succeed(String(buffer: all)) }
    }

    static func send(port: Int, _ method: String, _ target: String, host: String? = nil) async throws -> String {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let done = loop.makePromise(of: String.self)
        let channel = try await ClientBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Collector(done)) }
        }.connect(host: "127.0.0.1", port: port).get()
        let text = "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: text))
        return try await done.futureResult.get()
    }
}
