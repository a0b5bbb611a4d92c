import NIOCore
import NIOHTTP1

/// A request that is never sent: it establishes a connection, which a parallel request or one after a seek uses without waiting for TCP
/// and TLS. Its failure has no effect.
final class SpareRequest: TransferReceiver {
    let identity: Int
    let isOver = false

    init(identity: Int) { self.identity = identity }

    func requestSent() {}
    func receive(_ head: HTTPResponseHead, from address: String?, connection: Int?, ignoredCoding: String?) -> NIODeadline? { nil }
    func arrival() -> TransferArrival { .over }
    func receive(_ bytes: UnsafeRawBufferPointer) {}
    func finished(_ result: Result<Void, any Error>) {}
    func handleDeadline(at now: NIODeadline) -> NIODeadline? { nil }
}
