import NIOCore
import NIOSSL

/// Reports that a connection was established and closed, and keeps its number for the responses on it.
final class ConnectionReporter: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let number: Int
    private let metrics: TransferMetrics

    private init(_ metrics: TransferMetrics) {
        number = metrics.nextConnection()
        self.metrics = metrics
    }

    /// Adds the handler to a connection, if the metrics have an observer. Called on the channel's event loop, when the connection accepts
    /// requests.
    static func install(on channel: any Channel, isHTTP2: Bool, _ metrics: TransferMetrics) throws {
        guard metrics.isObserved else { return }
        let reporter = ConnectionReporter(metrics)
        let pipeline = channel.pipeline.syncOperations
        let isSecure = (try? pipeline.context(handlerType: NIOSSLClientHandler.self)) != nil
        try pipeline.addHandler(reporter, position: .first)
        let facts = ConnectionFacts(address: channel.remoteAddress?.ipAddress, isSecure: isSecure, isHTTP2: isHTTP2)
        metrics.report(.connected(reporter.number, facts))
    }

    /// Returns the number of a connection; `nil` if it is not reported. Called on the channel's event loop.
    static func number(of channel: any Channel) -> Int? {
        (try? channel.pipeline.syncOperations.handler(type: ConnectionReporter.self))?.number
    }

    func channelInactive(context: ChannelHandlerContext) {
        metrics.report(.disconnected(number))
        context.fireChannelInactive()
    }
}
