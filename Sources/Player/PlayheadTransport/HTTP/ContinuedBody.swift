import NIOHTTP1
import Synchronization

/// The body of a request whose response contains only the beginning of the requested range (RFC 9110 §15.3.7): the rest is requested until
/// the range is complete.
final class ContinuedBody: LoadBodySource {
    private struct State {
        var transfer: HTTPTransfer
        /// The request for the rest, until its head arrives.
        var following: Task<(HTTPTransfer, HTTPResponseHead), any Error>?
        /// The offset of the next byte in the resource.
        var offset: Int64
        /// Whether the current transfer has delivered any byte.
        var hasProgress = false
        var isCancelled = false
    }

    private let request: LoadRequest
    private let end: Int64
    private let isLengthKnown: Bool
    private let identity: ResourceIdentity
    private let loader: HTTPLoader
    private let state: Mutex<State>

    /// Creates a body that begins with a response; `nil` if the response contains the whole range.
    init?(_ first: HTTPTransfer, _ head: HTTPResponseHead, loader: HTTPLoader) {
        guard let plan = first.plan, let end = plan.continuesTo else { return nil }
        request = first.request
        self.end = end
        self.loader = loader
        isLengthKnown = plan.totalLength != nil
        identity = Self.identity(head, plan)
        state = Mutex(State(transfer: first, offset: first.request.byteRange?.offset ?? 0))
    }

    private static func identity(_ head: HTTPResponseHead, _ plan: ResponsePlan?) -> ResourceIdentity {
        ResourceIdentity(HeaderFields(head.headers.map { ($0.name, $0.value) }), length: plan?.totalLength)
    }

    func next() async throws -> [UInt8]? {
        while true {
            let transfer = state.withLock { $0.transfer }
            if let chunk = try await transfer.next() {
                state.withLock { state in
                    state.offset = state.offset.saturatingAdding(Int64(chunk.count))
                    state.hasProgress = true
                }
                return chunk
            }
            guard let rest = try rest(after: transfer), let following = try await follow(rest) else { return nil }
            let isCancelled = state.withLock { state in
                state.transfer = following
                state.hasProgress = false
                return state.isCancelled
            }
            if isCancelled { following.cancel() }
        }
    }

    /// Returns the range that is missing; `nil` if the range is complete.
    private func rest(after transfer: HTTPTransfer) throws -> ByteRange? {
        let (offset, hasProgress) = state.withLock { ($0.offset, $0.hasProgress) }
        guard offset < end else { return nil }
        guard hasProgress else { throw transfer.error(.incomplete(received: offset, expected: end)) }
        return ByteRange(offset: offset, length: request.byteRange?.length.map { _ in end - offset })
    }

    /// Requests the rest; `nil` if the resource turns out to end before it.
    private func follow(_ rest: ByteRange) async throws -> HTTPTransfer? {
        var request = request
        request.byteRange = rest
        do {
            let (transfer, head) = try await answered(request)
            guard identity.mayEqual(Self.identity(head, transfer.plan)) else {
                transfer.cancel()
                throw transfer.error(.invalidResponse(status: Int(head.status.code)), detail: ResourceIdentity.changeDetail)
            }
            return transfer
        } catch let error as LoadError where !isLengthKnown && error.reason == .status(Self.rangeNotSatisfiable) {
            return nil
        }
    }

    /// Sends a request, which ``cancel()`` ends, and waits for the head of its response.
    private func answered(_ request: LoadRequest) async throws -> (HTTPTransfer, HTTPResponseHead) {
        let following = try state.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            let following = Task { [loader] in try await loader.transfer(request) }
            state.following = following
            return following
        }
        defer { state.withLock { $0.following = nil } }
        return try await withTaskCancellationHandler {
            try await following.value
        } onCancel: {
            following.cancel()
        }
    }

    private static let rangeNotSatisfiable = 416

    func cancel() {
        let (transfer, following) = state.withLock { state in
            state.isCancelled = true
            return (state.transfer, state.following)
        }
        transfer.cancel()
        following?.cancel()
    }
}
