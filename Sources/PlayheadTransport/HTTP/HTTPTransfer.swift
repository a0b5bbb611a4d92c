import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// An HTTP request in progress: delivers the head, then the body as fast as it is read, and ends at once when cancelled.
///
/// The client reports on an event loop, the reader reads in its task, and both may end the transfer. Their shared state is protected by one
/// lock, which is not held during calls to other objects.
final class HTTPTransfer: HTTPClientResponseDelegate, LoadBodySource {
    typealias Response = Void

    struct State {
        /// Keeps the client open during the transfer.
        var handle: HTTPClientHandle?
        var task: HTTPClient.Task<Void>?
        var head: HTTPResponseHead?
        var headWaiter: CheckedContinuation<HTTPResponseHead, any Error>?
        var bodyWaiter: CheckedContinuation<[UInt8]?, any Error>?
        /// The time at which the reader began to wait, or bytes last arrived during the wait.
        var waitingSince = NIODeadline.distantFuture
        var timer: Scheduled<Void>?
        /// The promise that resumes the server; `nil` while the server is not held back.
        var heldBack: EventLoopPromise<Void>?
        var buffer: TransferBuffer
        /// Whether the body is discarded, so that the connection can be reused.
        var isDiscarding = false
        var ending: Result<Void, any Error>?
        var timing = TransferTiming()
        /// The descriptor of a connection, until the request is sent on one.
        var descriptor: FileDescriptors.Reservation?
        /// Whether the request was written to the connection that serves it now.
        var isSent = false
        /// Called when the request was first written.
        var onSent: (@Sendable () -> Void)?
        var stale: StaleConnectionPolicy
    }

    /// The maximum number of bytes that are discarded in order to keep a connection.
    private static let discardLimit: Int64 = 64 << 10
    /// The maximum duration of discarding.
    private static let discardTime = TimeAmount.seconds(2)

    let state: Mutex<State>
    /// The address of the server, once the head has arrived.
    let serverAddress = Mutex<String?>(nil)
    /// The coding that the server names and that the body does not have.
    let ignoredCoding = Mutex<String?>(nil)
    let request: LoadRequest
    let url: URL
    /// The URL in the request: with the data of the client.
    private let requestURL: URL
    let metrics: TransferMetrics
    /// The number of the transfer in its events.
    let number: Int
    private let headers: HTTPHeaders
    private let decompressionLimit: Int

    init(
        _ request: LoadRequest, url: URL, requestURL: URL? = nil, headers: HTTPHeaders = [:], configuration: HTTPLoaderConfiguration,
        metrics: TransferMetrics, onSent: (@Sendable () -> Void)? = nil
    ) {
        self.request = request
        self.headers = headers
        self.url = url
        self.requestURL = requestURL ?? url
        self.metrics = metrics
        number = metrics.nextTransfer()
        decompressionLimit = configuration.decompressionLimit
        state = Mutex(
            State(
                buffer: TransferBuffer(limit: configuration.readAhead), onSent: onSent,
                stale: StaleConnectionPolicy(method: request.content?.method)))
    }

    /// The plan of the response, once a successful head has arrived.
    var plan: ResponsePlan? { state.withLock { $0.buffer.plan } }

    /// Sends the request; the head has to arrive by `headDeadline`.
    func start(_ handle: HTTPClientHandle, headDeadline: NIODeadline) throws {
        guard handle.isOpen else { throw error(.shutDown) }
        state.withLock {
            $0.handle = handle
            $0.timing.started = .now()
        }
        metrics.countRequest()
        metrics.report(.started(number, request, url: url))
        let eventLoop: any EventLoop
        do {
            eventLoop = try send(handle)
        } catch let failure {
            let error = error(mapping: failure, hasHead: false)
            end(.failure(error))
            throw error
        }
        let timer = eventLoop.scheduleTask(deadline: headDeadline) { [weak self] in
            guard let self else { return }
            self.end(.failure(self.error(.headTimeout)))
        }
        let isTimed = state.withLock { state in
            guard state.ending == nil, state.head == nil else { return false }
            state.timer = timer
            return true
        }
        if !isTimed { timer.cancel() }
    }

    /// Sends the request on any connection, and returns the event loop that serves it.
    private func send(_ handle: HTTPClientHandle) throws -> any EventLoop {
        let task = try handle.execute(requestURL, headers, delegate: self)
        let isOver = state.withLock { state in
            state.task = state.ending == nil ? task : nil
            return state.ending != nil
        }
        if isOver { task.cancel() }
        task.futureResult.whenComplete { [weak self] in self?.finished($0, on: task.eventLoop) }
        return task.eventLoop
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
                let (outcome, heldBack) = state.withLock { state -> (Result<[UInt8]?, any Error>?, EventLoopPromise<Void>?) in
                    if let chunk = state.buffer.removeFirst() {
                        return (.success(chunk), state.buffer.hasRoom ? state.releaseHeldBack() : nil)
                    }
                    if let ending = state.ending { return (ending.map { nil }, nil) }
                    guard state.bodyWaiter == nil else { return (.failure(error(.bodyUsed)), nil) }
                    state.bodyWaiter = continuation
                    state.waitingSince = .now()
                    if state.timer == nil { scheduleProgressCheck(&state, in: request.timeouts.progress.timeAmount) }
                    return (nil, nil)
                }
                heldBack?.succeed()
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        end(.failure(CancellationError()), dropsRest: true)
    }

    // MARK: What the client reports

    /// Holds the descriptor of a connection until the request is sent on one, or has ended.
    func hold(_ descriptor: FileDescriptors.Reservation) { state.withLock { $0.descriptor = descriptor } }

    func didSendRequest(task: HTTPClient.Task<Void>) {
        let onSent = state.withLock { state in
            state.descriptor = nil
            state.isSent = true
            defer { state.onSent = nil }
            return state.onSent
        }
        onSent?()
        metrics.report(.sent(number))
    }

    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        state.withLock { $0.handle }?.received(head.version, for: request)
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        var head = head
        let tags = ServerAddressTagger.removeTags(from: &head)
        serverAddress.withLock { $0 = tags.address }
        ignoredCoding.withLock { $0 = ContentCoding.removeTag(from: &head.headers) }
        metrics.report(.head(number, status: Int(head.status.code), connection: tags.connection))
        return received(head, task)
    }

    private func received(_ head: HTTPResponseHead, _ task: HTTPClient.Task<Void>) -> EventLoopFuture<Void> {
        var failure: LoadError?
        let (waiter, timer) = state.withLock { state -> (CheckedContinuation<HTTPResponseHead, any Error>?, Scheduled<Void>?) in
            guard state.ending == nil else { return (nil, nil) }
            if Self.isSuccess(head) {
                do throws(ResponsePlan.Failure) {
                    state.buffer.begin(try ResponsePlan(head, range: request.byteRange))
                } catch {
                    failure = self.error(error.reason)
                    return (nil, nil)
                }
            }
            defer {
                state.headWaiter = nil
                state.timer = nil
            }
            state.head = head
            state.timing.firstByte = .now()
            return (state.headWaiter, state.timer)
        }
        timer?.cancel()
        if let failure { end(.failure(failure)) }
        if !Self.isSuccess(head) { discardBody(on: task.eventLoop) }
        waiter?.resume(returning: head)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    /// Whether the status is a success.
    static func isSuccess(_ head: HTTPResponseHead) -> Bool { (200...299).contains(head.status.code) }

    /// Reads an unwanted body to its end if the end is near, so that the connection can be reused.
    private func discardBody(on loop: any EventLoop) {
        let timer = loop.scheduleTask(in: Self.discardTime) { [weak self] in
            guard let self else { return }
            self.cancel()
        }
        let isOver = state.withLock { state in
            guard state.ending == nil else { return true }
            state.isDiscarding = true
            state.timer = timer
            return false
        }
        if isOver { timer.cancel() }
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        metrics.count(bytes: buffer.readableBytes)
        metrics.report(.received(number, bytes: buffer.readableBytes))
        var heldBack: EventLoopPromise<Void>?
        var isEnough = false
        let (waiter, chunk) = state.withLock { state -> (CheckedContinuation<[UInt8]?, any Error>?, [UInt8]?) in
            guard state.ending == nil else { return (nil, nil) }
            let arrival = state.buffer.append(buffer)
            if state.isDiscarding {
                state.buffer.drop()
                isEnough = state.buffer.received > Self.discardLimit
                return (nil, nil)
            }
            state.waitingSince = .now()
            switch arrival {
            case .proceed: break
            case .enough: isEnough = true
            case .holdBack:
                heldBack = task.eventLoop.makePromise()
                state.heldBack = heldBack
                state.timing.beginHold(at: .now())
            }
            guard let waiter = state.bodyWaiter, let chunk = state.buffer.removeFirst() else { return (nil, nil) }
            state.bodyWaiter = nil
            if state.buffer.hasRoom, let promise = state.releaseHeldBack() {
                heldBack = nil
                promise.succeed()
            }
            return (waiter, chunk)
        }
        waiter?.resume(returning: chunk)
        if isEnough { end(.success(())) }
        return heldBack?.futureResult ?? task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {}

    private func finished(_ result: Result<Void, any Error>, on eventLoop: any EventLoop) {
        if case .failure(let failure) = result, let handle = handleToRepeat(after: failure) {
            // Only after this turn the client knows that the connection is closed.
            return eventLoop.execute { self.sendAgain(handle) }
        }
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
            if let shortfall, (failure as? HTTPClientError) == .remoteConnectionClosed || failure is HTTPParserError {
                end(.failure(error(shortfall)))
            } else {
                end(.failure(error(mapping: failure, hasHead: hasHead)))
            }
        }
    }

    private func sendAgain(_ handle: HTTPClientHandle) {
        guard state.withLock({ $0.ending == nil }) else { return }
        do {
            _ = try send(handle)
        } catch {
            end(.failure(self.error(mapping: error, hasHead: false)))
        }
    }

    /// Returns the client with which the request is sent again after its connection was closed; `nil` if it is not.
    private func handleToRepeat(after failure: any Error) -> HTTPClientHandle? {
        state.withLock { state in
            guard state.ending == nil, state.head == nil, let handle = state.handle, handle.isOpen else { return nil }
            let isClosed =
                [.remoteConnectionClosed, .cancelled].contains(failure as? HTTPClientError)
                || failure as? ChannelError == .ioOnClosedChannel
            let connection: StaleConnectionPolicy.Connection =
                failure is StaleConnection ? .reused : isClosed && !state.isSent ? .unused : .fresh
            guard state.stale.repeats(after: connection) else { return nil }
            state.isSent = false
            return handle
        }
    }

    // MARK: Errors

    /// Creates an error of this transfer.
    func error(_ reason: LoadError.Reason, detail: String? = nil, retryAfter: Double? = nil) -> LoadError {
        LoadError(
            reason, kind: request.kind, url: url, detail: detail, retryAfter: retryAfter, serverAddress: serverAddress.withLock { $0 })
    }

    private func error(mapping failure: any Error, hasHead: Bool) -> LoadError {
        var reason = LoadError.Reason(network: failure, hasHead: hasHead, decompressionLimit: decompressionLimit)
        // The client also cancels requests of a connection that the server closes.
        if reason == .shutDown, state.withLock({ $0.handle })?.isOpen == true { reason = .connectionLost }
        return error(reason, detail: LoadError.detail(of: failure))
    }
}
