import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The handlers that read the bytes of a page, with their limits.
enum PagePipeline {
    /// The maximum size of a request's target and fields, in bytes.
    static let maximumHead = 16 * 1024
    /// The number of bytes that are read from a connection at a time.
    static let readSize = 16 * 1024
    /// The maximum size of a message, in bytes. A session accepts less and reports the reason to the page.
    static let maximumMessage = 1_048_576
    /// The maximum number of frames of a message.
    static let maximumFragments = 64

    /// Makes the decoder of requests. Bytes that follow a request for a WebSocket are passed on when it is removed.
    ///
    /// It keeps at most a head that is incomplete, or the rest of one read that follows a head.
    static func makeRequestDecoder() -> ByteToMessageHandler<HTTPRequestDecoder> {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = maximumHead
        limits.maxHeaderListSize = maximumHead
        return ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits), maximumBufferSize: maximumHead + readSize)
    }

    /// The status of the answer to what the decoder of requests rejected; `nil` for errors of the connection.
    static func status(of error: any Error) -> HTTPResponseStatus? {
        switch error {
        case HTTPParserError.headerOverflow, is ByteToMessageDecoderError.PayloadTooLargeError: .requestHeaderFieldsTooLarge
        case is HTTPParserError: .badRequest
        default: nil
        }
    }

    /// Makes the handlers that follow a decoder of frames of up to ``maximumMessage`` bytes; what comes out is ``PageMessage``.
    static func makeMessageHandlers() -> [any ChannelHandler] {
        let aggregator = NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: maximumFragments, maxAccumulatedFrameSize: maximumMessage)
        return [FrameRules(), aggregator, PageMessageDecoder()]
    }
}
