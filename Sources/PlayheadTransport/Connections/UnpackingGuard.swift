import NIOCore
import NIOHTTP1

/// Ends a response that decompresses to far more bytes than were received; placed between the decompressor and the client.
final class UnpackingGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// The error of a body that exceeds ``UnpackedSize``.
    struct Excess: Error {}

    private let size: UnpackedSize
    private var isExceeded = false

    init(_ size: UnpackedSize) { self.size = size }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isExceeded else { return }
        if case .body(let buffer) = unwrapInboundIn(data), !size.unpacked(buffer.readableBytes) {
            isExceeded = true
            context.fireErrorCaught(Excess())
            return context.close(promise: nil)
        }
        context.fireChannelRead(data)
    }
}
