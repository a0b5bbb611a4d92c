import NIOCore

/// Responds to the first request of an HTTP/2 connection with given bytes.
final class RawHTTP2Answer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let frames: @Sendable (UInt32) -> [UInt8]
    private let isRepeating: Bool
    private var received: [UInt8] = []
    private var hasAnswered = false

    init(_ frames: @escaping @Sendable (UInt32) -> [UInt8], isRepeating: Bool) {
        self.frames = frames
        self.isRepeating = isRepeating
    }

    func handlerAdded(context: ChannelHandlerContext) {
        write(HTTP2Bytes.settings, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasAnswered else { return }
        received += Array(unwrapInboundIn(data).readableBytesView)
        guard let stream = HTTP2Bytes.requestStream(in: received) else { return }
        hasAnswered = true
        answer(frames(stream), context)
    }

    private func answer(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        let written = write(bytes, context)
        guard isRepeating else { return }
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        written.whenSuccess {
            // The delay leaves time for other tests, and the write may complete synchronously.
            loopBound.eventLoop.scheduleTask(in: .milliseconds(1)) {
                let (handler, context) = loopBound.value
                handler.answer(bytes, context)
            }
        }
    }

    @discardableResult
    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        let promise = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: promise)
        return promise.futureResult
    }
}

/// Creates HTTP/2 frames (RFC 9113 §4.1).
enum HTTP2Bytes {
    static let settings = frame(type: 4, stream: 0)

    static func frame(type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8] = []) -> [UInt8] {
        let length = UInt32(payload.count)
        return [UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags] + number(stream) + payload
    }

    /// Returns a head with a status as a literal field (RFC 7541 §6.2.2).
    static func head(_ status: String, stream: UInt32, ends: Bool = false) -> [UInt8] {
        frame(type: 1, flags: ends ? 5 : 4, stream: stream, field(":status", status))
    }

    static func data(_ text: String, stream: UInt32, ends: Bool = false) -> [UInt8] {
        frame(type: 0, flags: ends ? 1 : 0, stream: stream, Array(text.utf8))
    }

    static func field(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
    }

    static func number(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

    /// Returns the stream of the first HEADERS frame after the client's preface, once it has arrived.
    static func requestStream(in bytes: [UInt8]) -> UInt32? {
        let prefaceLength = 24
        let headerLength = 9
        var index = prefaceLength
        while index + headerLength <= bytes.count {
            let header = bytes[index..<(index + headerLength)].map(UInt32.init)
            if header[3] == 1 { return header[5] << 24 | header[6] << 16 | header[7] << 8 | header[8] }
            index += headerLength + Int(header[0] << 16 | header[1] << 8 | header[2])
        }
        return nil
    }
}
