import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// A resource that is loaded by a ``Loader``, read in order or, if the server supports byte ranges, from any position.
///
/// One request runs at a time and fills a bounded queue. A transfer that breaks off is resumed by a range request; after a short forward
/// seek the bytes between are read and dropped instead of sending a new request.
final class HTTPByteSource: ByteSource {
    /// The limits of reading.
    struct Policy: Sendable {
        /// The maximum number of bytes buffered ahead of the reader.
        var window = 4 << 20
        /// The maximum number of bytes that are read and dropped on a forward seek instead of sending a new request.
        var shortJump = 256 << 10
        /// The retries after a body broke off, without a byte of progress. The loader retries only the first request.
        var retries = {
            var retries = RetryPolicy(baseDelay: 0.25, jitter: 0)
            // The first retry follows the interruption itself.
            retries.retriesAfterTimeouts += 1
            return retries
        }()
    }

    /// The status of RFC 9110 §15.5.17.
    fileprivate static let rangeNotSatisfiable = 416

    private struct State {
        var queue: ByteQueue
        var task: Task<Void, Never>?
        var offset: Int64 = 0
        var size: Int64?
        var acceptsRanges = false
        var isInterrupted = false
        var isCancelled = false
    }

    private let url: URL
    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let policy: Policy
    private let state: Locked<State>
    private let identity: ResourceIdentity

    /// The media type in the response, and the URL after redirects.
    let contentType: String?
    let finalURL: URL

    var size: Int64? { state.withLock { $0.size } }
    var isSeekable: Bool { state.withLock { $0.acceptsRanges && $0.size != nil } }

    /// Sends the first request and returns when the response header has arrived.
    /// - Throws: ``LoadError``.
    init(url: URL, loader: any Loader, options: RequestOptions, clock: any PlaybackClock, policy: Policy = Policy()) async throws {
        self.url = url
        self.loader = loader
        self.options = options
        self.clock = clock
        self.policy = policy
        let response = try await Self.firstResponse(options.request(url, kind: .media, byteRange: ByteRange(offset: 0)), loader)
        contentType = response.contentType
        identity = ResourceIdentity(response)
        finalURL = response.url
        let queue = ByteQueue(capacity: policy.window)
        state = Locked(State(queue: queue, size: response.totalLength ?? response.contentLength, acceptsRanges: response.acceptsRanges))
        startTransfer(into: queue, at: 0, first: response)
    }

    /// Requests a range: a response with status 206 proves that the server supports byte ranges, whatever its `Accept-Ranges` says.
    private static func firstResponse(_ request: LoadRequest, _ loader: any Loader) async throws -> LoadResponse {
        do {
            return try await loader.load(request)
        } catch let error as LoadError where isRefusalOfRange(error) {
            // An empty resource has no range (RFC 9110 §14.1.2), and some servers reject the field.
            var plain = request
            plain.byteRange = nil
            return try await loader.load(plain)
        }
    }

    private static func isRefusalOfRange(_ error: LoadError) -> Bool {
        guard case .status(let status) = error.reason else { return false }
        return [400, rangeNotSatisfiable, 501].contains(status)
    }

    deinit {
        state.withLock { state in
            state.task?.cancel()
            state.queue.cancel()
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let queue = state.withLock { $0.queue }
        let count = try queue.read(into: buffer)
        state.withLock { $0.offset = $0.offset.saturatingAdding(Int64(count)) }
        return count
    }

    func seek(to target: Int64) throws {
        let (queue, offset, isCancelled) = state.withLock { ($0.queue, $0.offset, $0.isCancelled) }
        if isCancelled { throw CancellationError() }
        let jump = target.saturatingSubtracting(offset)
        if jump == 0 { return }
        if jump > 0, jump <= policy.shortJump, queue.skip(Int(jump)) {
            state.withLock { $0.offset = target }
            return
        }
        let fresh = ByteQueue(capacity: policy.window)
        let old = state.withLock { state -> (ByteQueue, Task<Void, Never>?) in
            defer {
                state.queue = fresh
                state.offset = target
                state.task = nil
                if state.isInterrupted { fresh.interrupt() }
            }
            return (state.queue, state.task)
        }
        old.1?.cancel()
        old.0.cancel()
        if let size, target >= size {
            fresh.finish()
        } else {
            startTransfer(into: fresh, at: target, first: nil)
        }
    }

    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            state.queue.interrupt()
        }
    }

    func resume() {
        state.withLock { state in
            state.isInterrupted = false
            state.queue.resume()
        }
    }

    func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.isCancelled = true
            state.queue.cancel()
            return state.task
        }
        task?.cancel()
    }

    private func startTransfer(into queue: ByteQueue, at offset: Int64, first: LoadResponse?) {
        let transfer = Transfer(
            url: url, loader: loader, options: options, clock: clock, policy: policy, canResume: first?.acceptsRanges ?? true, size: size,
            identity: identity)
        let task = Task { await transfer.run(into: queue, at: offset, first: first) }
        state.withLock { state in
            if state.isCancelled || state.queue !== queue { task.cancel() } else { state.task = task }
        }
    }
}

/// A sequence of requests that fill a queue, from an offset to the end of the resource.
private struct Transfer: Sendable {
    let url: URL
    let loader: any Loader
    let options: RequestOptions
    let clock: any PlaybackClock
    let policy: HTTPByteSource.Policy
    let canResume: Bool
    let size: Int64?
    let identity: ResourceIdentity

    func run(into queue: ByteQueue, at start: Int64, first: LoadResponse?) async {
        var offset = start
        var response = first
        var failures = 0
        while !Task.isCancelled {
            do {
                let current: LoadResponse
                if let response {
                    current = response
                } else {
                    var request = options.request(url, kind: .media, byteRange: ByteRange(offset: offset))
                    request.isRetried = false
                    current = try await loader.load(request)
                    try identity.check(current, kind: .media)
                }
                response = nil
                for try await chunk in current.body {
                    offset = offset.saturatingAdding(Int64(chunk.count))
                    failures = 0
                    guard await queue.write(chunk) else { return }
                }
                if let size, offset < size { throw LoadError(.incomplete(received: offset, expected: size), kind: .media, url: url) }
                queue.finish()
                return
            } catch {
                response = nil
                failures += 1
                if let size, offset >= size {
                    // All bytes were received; a further request would be rejected (416).
                    queue.finish()
                    return
                }
                if let size, offset > start, (error as? LoadError)?.reason == .status(HTTPByteSource.rangeNotSatisfiable) {
                    // The announced length was wrong: there are no more bytes.
                    queue.finish(LoadError(.incomplete(received: offset, expected: size), kind: .media, url: url))
                    return
                }
                guard !Task.isCancelled, canResume || offset == 0, let error = error as? LoadError,
                    let delay = policy.retries.delay(beforeRetry: failures, after: error, random: 1)
                else {
                    queue.finish(error)
                    return
                }
                try? await clock.sleep(for: delay)
            }
        }
        queue.finish(CancellationError())
    }
}
