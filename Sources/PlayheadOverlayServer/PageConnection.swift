import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// What a connection to the server goes through: requests for files, until one becomes the page's socket.
enum PageConnection {
    /// Larger messages than the session takes come through, so that it can say why it refuses them; what is larger than this is closed.
    private static let maximumFrame = 1_048_576
    private static let maximumFragments = 64

    /// Sets up a new connection; called on its event loop.
    static func accept(_ channel: any Channel, _ files: PageFiles, _ policy: RequestPolicy, _ flow: SocketFlow) throws {
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: maximumFrame,
            shouldUpgrade: { channel, head in
                let components = URLComponents(string: head.uri)
                let token = components?.queryItems?.first { $0.name == "token" }?.value
                let isSocket = components?.path == PageFiles.socketPath
                let refusal = policy.refusal(
                    host: head.headers.first(name: "host"), origin: head.headers.first(name: "origin"), token: token)
                return channel.eventLoop.makeSucceededFuture(isSocket && refusal == nil ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    let operations = channel.pipeline.syncOperations
                    try operations.addHandler(
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: maximumFragments, maxAccumulatedFrameSize: maximumFrame))
                    try operations.addHandler(SocketHandler(Socket(channel), flow))
                }
            })
        let handler = FileHandler(files: files, policy: policy)
        // The handler belongs to this channel's loop, on which the completion runs.
        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: true,
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in context.pipeline.syncOperations.removeHandler(bound.value, promise: nil) }
            ))
        try channel.pipeline.syncOperations.addHandler(handler)
    }
}
