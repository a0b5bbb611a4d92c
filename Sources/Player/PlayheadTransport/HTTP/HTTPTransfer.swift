import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// An HTTP request in progress: delivers the head, then the body as fast as it is read, and ends at once when cancelled.
///
/// The loop reports on its thread, the reader reads in its task, and both may end the transfer. Their shared state is protected by one
/// lock, which is not held during calls to other objects.
final class HTTPTransfer: LoadBodySource, TransferReceiver {
    struct State {
        /// Keeps the client open during the transfer.
        var handle: HTTPClientHandle?
        var head: HTTPResponseHead?
        var headWaiter: CheckedContinuation<HTTPResponseHead, any Error>?
        var bodyWaiter: CheckedContinuation<[UInt8]?, any Error>?
        /// The time at which the reader began to wait, or bytes last arrived during the wait.
        var waitingSince = NIODeadline.distantFuture
        /// Whether the loop will check the reader's waiting time.
        var isTimed = false
        /// Whether the server is held back.
        var isHeldBack = false
        var buffer: TransferBuffer
        /// Whether the body is discarded, so that the connection can be reused.
        var isDiscarding = false
        var ending: Result<Void, any Error>?
        /// The descriptor of a connection, until the request is sent on one.
        var descriptor: FileDescriptors.Reservation?
        /// Called when the request was first sent.
        var onSent: (@Sendable () -> Void)?
    }

    /// The maximum number of bytes that are discarded in order to keep a connection.
    private static let discardLimit: Int64 = 64 << 10
    /// The maximum duration of discarding.
    private static let discardTime = TimeAmount.seconds(2)
    private static let lastIdentity = Atomic(0)

    let state: Mutex<State>
    /// The address of the server, once the head has arrived.
    let serverAddress = Mutex<String?>(nil)
    /// The coding that the server names and that the body does not have.
    let ignoredCoding = Mutex<String?>(nil)
    let request: LoadRequest
    let url: URL
    /// The URL in the request: with the data of the client.
    private let requestURL: URL
    let recorder: TransferRecorder
    /// The number of the transfer on its loop.
    let identity: Int
    private let headers: HTTPHeaders

    init(
        _ request: LoadRequest, url: URL, requestURL: URL? = nil, headers: HTTPHeaders = [:], configuration: HTTPLoaderConfiguration,
        metrics: TransferMetrics, onSent: (@Sendable () -> Void)? = nil
    ) {
        self.request = request
        self.headers = headers
        self.url = url
        self.requestURL = requestURL ?? url
        recorder = TransferRecorder(request, url: url, metrics: metrics)
        identity = Self.lastIdentity.add(1, ordering: .relaxed).newValue
        state = Mutex(State(buffer: TransferBuffer(limit: configuration.readAhead), onSent: onSent))
    }

    /// The plan of the response, once a successful head has arrived.
    var plan: ResponsePlan? { state.withLock { $0.buffer.plan } }

    /// Whether the transfer has ended.
    var isOver: Bool { state.withLock { $0.ending != nil } }

    /// Sends the request; the head has to arrive by `headDeadline`.
    func start(_ handle: HTTPClientHandle, headDeadline: NIODeadline) throws {
        guard handle.isOpen else { throw error(.shutDown) }
        state.withLock { $0.handle = handle }
        recorder.begin()
        do {
            try handle.execute(requestURL, headers, for: self, deadline: headDeadline)
        } catch let failure {
            let error = error(mapping: failure, hasHead: false)
            end(.failure(error))
            throw error
        }
    }

    /// Waits for the head.
    func receiveHead() async throws -> HTTPResponseHead {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<HTTPResponseHead, any Error>? = state.withLock { state in
                    if let head = state.head { return .success(head) }
                    if case .failure(let failure) = state.ending { return .failure(failure) }
                    state.headWaiter = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            cancel()
        }
    }

    func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<[UInt8]?, any Error>) in
                var outcome: Result<[UInt8]?, any Error>?
                let work = state.withLock { state -> [TransferLoopWork] in
                    if let chunk = state.buffer.removeFirst() {
                        outcome = .success(chunk)
                        return state.buffer.hasRoom ? release(&state) : []
                    }
                    if let ending = state.ending {
                        outcome = ending.map { nil }
                        return []
                    }
                    guard state.bodyWaiter == nil else {
                        outcome = .failure(error(.bodyUsed))
                        return []
                    }
                    state.bodyWaiter = continuation
                    state.waitingSince = .now()
                    return release(&state) + scheduleProgressCheck(&state)
                }
                for work in work { work.perform() }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        end(.failure(CancellationError()), dropsRest: true)
    }

    // MARK: What the loop reports

    /// Holds the descriptor of a connection until the request is sent on one, or has ended.
    func hold(_ descriptor: FileDescriptors.Reservation) { state.withLock { $0.descriptor = descriptor } }

    /// Handles that the request is sent; again, if the first connection was closed before it responded.
    func requestSent() {
        let onSent = state.withLock { state in
            state.descriptor = nil
            defer { state.onSent = nil }
            return state.onSent
        }
        onSent?()
        recorder.change { $0.sent = $0.sent ?? $1 }
    }

    /// Handles the head of the response, and returns the time of the next check.
    func receive(
        _ head: HTTPResponseHead, from address: String?, connection: ConnectionRecord?, ignoredCoding coding: String?
    ) -> NIODeadline? {
        serverAddress.withLock { $0 = address }
        ignoredCoding.withLock { $0 = coding }
        recorder.change { ($0.status, $0.connection, $0.firstByte) = (Int(head.status.code), connection, $1) }
        var failure: LoadError?
        let (waiter, next) = state.withLock { state -> (CheckedContinuation<HTTPResponseHead, any Error>?, NIODeadline?) in
            guard state.ending == nil else { return (nil, nil) }
            if Self.isSuccess(head) {
                do throws(ResponsePlan.Failure) {
                    state.buffer.begin(try ResponsePlan(head, range: request.byteRange))
                } catch {
                    failure = self.error(error.reason)
                    return (nil, nil)
                }
            }
            defer { state.headWaiter = nil }
            state.head = head
            // An unwanted body is read to its end if the end is near, so that the connection can be reused.
            state.isDiscarding = !Self.isSuccess(head)
            return (state.headWaiter, state.isDiscarding ? .now() + Self.discardTime : nil)
        }
        if let failure { end(.failure(failure)) }
        waiter?.resume(returning: head)
        return next
    }

    /// Whether the status is a success.
    static func isSuccess(_ head: HTTPResponseHead) -> Bool { (200...299).contains(head.status.code) }

    /// Decides about bytes of the body, which are not received yet.
    func arrival() -> TransferArrival {
        state.withLock { state in
            guard state.ending == nil else { return .over }
            guard state.buffer.isFull else { return .accept }
            state.isHeldBack = true
            return .holdBack
        }
    }

    /// Handles bytes of the body, after decompression.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        recorder.receive(bytes.count)
        var isEnough = false
        let (waiter, chunk) = state.withLock { state -> (CheckedContinuation<[UInt8]?, any Error>?, [UInt8]?) in
            guard state.ending == nil else { return (nil, nil) }
            isEnough = state.buffer.append(bytes)
            if state.isDiscarding {
                state.buffer.drop()
                isEnough = state.buffer.received > Self.discardLimit
                return (nil, nil)
            }
            state.waitingSince = .now()
            guard let waiter = state.bodyWaiter, let chunk = state.buffer.removeFirst() else { return (nil, nil) }
            state.bodyWaiter = nil
            return (waiter, chunk)
        }
        waiter?.resume(returning: chunk)
        if isEnough { end(.success(())) }
    }

    /// Handles the end of the transfer on its loop.
    func finished(_ result: Result<Void, any Error>) {
        let (hasHead, shortfall) = state.withLock { state in
            state.descriptor = nil
            return (state.head != nil, state.head == nil ? nil : state.buffer.shortfall)
        }
        switch result {
        case .success:
            if hasHead {
                end(shortfall.map { .failure(error($0)) } ?? .success(()))
            } else {
                end(.failure(error(.connectionLost)))
            }
        case .failure(let failure):
            // A close in the middle of a body of known length is reported as the missing length; a reset is reported as a lost connection.
            if let shortfall, (failure as? CurlFailure)?.isEarlyEnd == true {
                end(.failure(error(shortfall)))
            } else {
                end(.failure(error(mapping: failure, hasHead: hasHead)))
            }
        }
    }

    // MARK: Errors

    /// Creates an error of this transfer.
    func error(_ reason: LoadError.Reason, detail: String? = nil, retryAfter: Double? = nil) -> LoadError {
        LoadError(
            reason, kind: request.kind, url: url, detail: detail, retryAfter: retryAfter, serverAddress: serverAddress.withLock { $0 })
    }

    private func error(mapping failure: any Error, hasHead: Bool) -> LoadError {
        error(.init(network: failure, hasHead: hasHead), detail: LoadError.detail(of: failure))
    }
}
