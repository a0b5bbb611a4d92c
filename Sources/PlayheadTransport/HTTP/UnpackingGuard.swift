import NIOCore
import NIOHTTP1

/// Stands between the decompressor and the client, and ends a response that unpacks to far more than was sent.
final class UnpackingGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// A body that unpacks to more than ``UnpackedSize`` allows.
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
