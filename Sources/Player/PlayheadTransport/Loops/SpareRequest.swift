import NIOCore
import NIOHTTP1

/// A request that is never sent: it establishes a connection, which a parallel request or one after a seek uses without waiting for TCP
/// and TLS. Its failure has no effect.
final class SpareRequest: TransferReceiver {
    let identity: Int
    let isOver = false
    private let descriptor: FileDescriptors.Reservation

    init(identity: Int, _ descriptor: FileDescriptors.Reservation) {
        self.identity = identity
        self.descriptor = descriptor
    }

    func requestSent() { descriptor.release() }
    func receive(
        _ head: HTTPResponseHead, from address: String?, connection: ConnectionRecord?, ignoredCoding: String?
    ) -> NIODeadline? { nil }
    func arrival() -> TransferArrival { .over }
    func receive(_ bytes: UnsafeRawBufferPointer) {}
    func finished(_ result: Result<Void, any Error>) { descriptor.release() }
    func handleDeadline(at now: NIODeadline) -> NIODeadline? { nil }
}
