import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket

#if canImport(PlayheadPages)
    @testable import PlayheadPages
#else
    @testable import PlayheadOverlayServer
#endif

/// The bytes of a connection to the server of pages: as a request up to the decision, and as frames up to the messages.
enum GateTarget {
    private static let policy = RequestPolicy(hosts: ["127.0.0.1:80"], origins: ["http://127.0.0.1:80"], token: "0")

    static func run(_ input: [UInt8]) {
        // The first byte is the size of the pieces.
        let size = Int(input.first ?? 0) + 1
        let bytes = Array(input.dropFirst())
        let decision = decision(bytes, inPiecesOf: max(1, bytes.count))
        require(self.decision(bytes, inPiecesOf: size) == decision, "a request in pieces leads to another decision")
        let messages = messages(bytes, inPiecesOf: max(1, bytes.count))
        require(self.messages(bytes, inPiecesOf: size) == messages, "frames in pieces are other messages")
        check(messages, ofBytes: bytes.count)
        // The first frame without a mask, or with reserved bits.
        if bytes.count >= 2, bytes[1] & 0x80 == 0 || bytes[0] & 0x70 != 0 {
            require(messages.allSatisfy { if case .closing = $0 { true } else { false } }, "an invalid frame is admitted")
        }
    }

    private final class Decider: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        var decision: RequestDecision?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let head) = unwrapInboundIn(data), decision == nil else { return }
            let new = GateTarget.policy.decision(on: head)
            decision = new
            if case .refused = new { return }
            require(head.uri.utf8.count <= RequestPolicy.maximumTarget && head.uri.hasPrefix("/"), "an invalid target is admitted")
            require(head.method == .GET || head.method == .HEAD, "another method is admitted")
            require(!head.headers.contains(name: "transfer-encoding"), "a body is admitted")
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard decision == nil else { return }
            decision = PagePipeline.status(of: error).map { .refused($0) }
            require(decision != nil, "the decoder's error has no status")
        }
    }

    /// The first decision; `nil` as long as the request is incomplete.
    private static func decision(_ bytes: [UInt8], inPiecesOf size: Int) -> RequestDecision? {
        let (channel, decider) = (EmbeddedChannel(), Decider())
        feed(channel, [PagePipeline.makeRequestDecoder(), decider], bytes, size)
        let decision = decider.decision
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return decision
    }

    private static func messages(_ bytes: [UInt8], inPiecesOf size: Int) -> [PageMessage] {
        let channel = EmbeddedChannel()
        let decoder = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: PagePipeline.maximumMessage))
        feed(channel, [decoder] + PagePipeline.makeMessageHandlers(), bytes, size)
        var messages: [PageMessage] = []
        while let message = try? channel.readInbound(as: PageMessage.self) { messages.append(message) }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return messages
    }

    private static func feed(_ channel: EmbeddedChannel, _ handlers: [any ChannelHandler], _ bytes: [UInt8], _ size: Int) {
        let isReady = (try? channel.pipeline.syncOperations.addHandlers(handlers)) != nil
        require(isReady, "the handlers cannot be added")
        for start in stride(from: 0, to: bytes.count, by: size) {
            // The error of an invalid request is handled by the decider, and thrown again here.
            _ = try? channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(bytes.count, start + size)]))
        }
    }

    private static func check(_ messages: [PageMessage], ofBytes count: Int) {
        var length = 0
        for (index, message) in messages.enumerated() {
            switch message {
            case .text(let text): length += text.utf8.count
            case .ping(let payload):
                require(payload.readableBytes <= 125, "a ping is too large")
                length += payload.readableBytes
            case .pong: break
            case .closing(let code):
                require(index == messages.count - 1, "a message follows the end")
                require((1000...4999).contains(code), "a connection is closed with an invalid code")
            }
        }
        require(length <= count, "messages are larger than their frames")
    }
}
