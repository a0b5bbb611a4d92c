import CSSL
import NIOCore

/// The server's side of TLS on a connection.
final class TLSServerHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum size of the contents of a record (RFC 8446 §5.1).
    private static let recordSize = 1 << 14

    private let server: TLSServer
    private let session: OpaquePointer
    /// The encrypted bytes in both directions; they belong to the session.
    private let received: OpaquePointer
    private let encrypted: OpaquePointer
    /// The writes before the end of the handshake.
    private var waiting: [(ByteBuffer, EventLoopPromise<Void>?)] = []

    init(_ server: TLSServer) throws {
        guard let session = SSL_new(server.context), let received = BIO_new(BIO_s_mem()), let encrypted = BIO_new(BIO_s_mem()) else {
            throw TLSServer.Failure()
        }
        SSL_set_bio(session, received, encrypted)
        SSL_set_accept_state(session)
        self.server = server
        self.session = session
        self.received = received
        self.encrypted = encrypted
    }

    deinit { SSL_free(session) }

    private var isConnected: Bool { SSL_is_init_finished(session) == 1 }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            _ = BIO_write(received, bytes.baseAddress, Int32(bytes.count))
        }
        let isValid = decrypt(context)
        context.writeAndFlush(wrapOutboundOut(takeEncrypted(context)), promise: nil)
        if !isValid { context.close(promise: nil) }
        guard isConnected else { return }
        let writes = waiting
        waiting = []
        for (bytes, promise) in writes { context.writeAndFlush(encrypt(bytes, context), promise: promise) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        for (_, promise) in waiting { promise?.fail(ChannelError.eof) }
        waiting = []
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        if isConnected {
            context.write(encrypt(bytes, context), promise: promise)
        } else {
            waiting.append((bytes, promise))
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if server.announcesEnd, mode != .input, isConnected {
            SSL_shutdown(session)
            context.writeAndFlush(wrapOutboundOut(takeEncrypted(context)), promise: nil)
        }
        context.close(mode: mode, promise: promise)
    }

    /// Performs the handshake, and passes on what is decrypted.
    /// - Returns: Whether the client keeps to the protocol.
    private func decrypt(_ context: ChannelHandlerContext) -> Bool {
        while true {
            ERR_clear_error()
            var content = context.channel.allocator.buffer(capacity: Self.recordSize)
            var result: Int32 = 0
            content.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.recordSize) { space in
                result = SSL_read(session, space.baseAddress, Int32(space.count))
                return Int(max(0, result))
            }
            guard result <= 0 else {
                context.fireChannelRead(wrapInboundOut(content))
                continue
            }
            return [SSL_ERROR_WANT_READ, SSL_ERROR_ZERO_RETURN].contains(SSL_get_error(session, result))
        }
    }

    private func encrypt(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) -> NIOAny {
        bytes.withUnsafeReadableBytes { bytes in
            // Nothing is not a valid record.
            if !bytes.isEmpty { _ = SSL_write(session, bytes.baseAddress, Int32(bytes.count)) }
        }
        return wrapOutboundOut(takeEncrypted(context))
    }

    /// Returns the bytes to send.
    private func takeEncrypted(_ context: ChannelHandlerContext) -> ByteBuffer {
        let count = BIO_ctrl_pending(encrypted)
        var bytes = context.channel.allocator.buffer(capacity: count)
        bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
            Int(max(0, BIO_read(encrypted, space.baseAddress, Int32(count))))
        }
        return bytes
    }
}
