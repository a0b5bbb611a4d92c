import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// A resource that is loaded by a ``Loader``, read in order or, if the server supports byte ranges, from any position.
///
/// A request fills a bounded queue. A transfer that breaks off is resumed by a range request; after a short forward seek the bytes between
/// are read and dropped instead of sending a new request. If the first bytes lead to an index at the end of the resource, the first transfer
/// is parked, because the samples at its position follow the index.
final class HTTPByteSource: ByteSource {
    /// The limits of reading.
    struct Policy: Sendable {
        /// The maximum number of bytes buffered ahead of the reader.
        var window = 4 << 20
        /// The maximum number of bytes that are read and dropped on a forward seek instead of sending a new request.
        var shortJump = 256 << 10
        /// The maximum number of first bytes after which the first transfer is parked, and which are kept for that.
        var head = 128 << 10
        /// The maximum number of bytes that a parked transfer receives.
        var parkedWindow = 256 << 10
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

    /// The first transfer while another position is read.
    private struct Parked {
        var queue: ByteQueue
        var task: Task<Void, Never>?
        /// The position of the next byte in the queue.
        var offset: Int64

        func cancel() {
            task?.cancel()
            queue.cancel()
        }
    }

    private struct State {
        var queue: ByteQueue
        var task: Task<Void, Never>?
        /// The position of the next byte to read.
        var offset: Int64 = 0
        /// The first bytes of the resource; `nil` if they cannot be used any more.
        var head: [UInt8]? = []
        /// The kept bytes that precede those in the queue.
        var kept: ArraySlice<UInt8> = []
        var parked: Parked?
        var size: Int64?
        var acceptsRanges = false
        var isInterrupted = false
        var isCancelled = false
    }

    private let url: URL
    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let object: LoadObject
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
    init(
        url: URL, loader: any Loader, options: RequestOptions, clock: any PlaybackClock, object: LoadObject = .file,
        policy: Policy = Policy()
    ) async throws {
        self.url = url
        self.loader = loader
        self.options = options
        self.clock = clock
        self.object = object
        self.policy = policy
        let response = try await Self.firstResponse(options.request(url, for: object, byteRange: ByteRange(offset: 0)), loader)
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
            state.parked?.cancel()
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let (queue, kept) = state.withLock { state in
            let kept = state.kept.prefix(buffer.count)
            state.kept = state.kept.dropFirst(kept.count)
            state.offset = state.offset.saturatingAdding(Int64(kept.count))
            return (state.queue, kept)
        }
        guard kept.isEmpty else {
            buffer.copyBytes(from: kept)
            return kept.count
        }
        let count = try queue.read(into: buffer)
        state.withLock { state in
            if let head = state.head, state.offset == head.count {
                let isShort = head.count + count <= policy.head
                if isShort { state.head?.append(contentsOf: buffer.prefix(count)) } else { state.head = nil }
            }
            state.offset = state.offset.saturatingAdding(Int64(count))
        }
        return count
    }

    func seek(to target: Int64) throws {
        let (queue, offset, kept, isCancelled) = state.withLock { ($0.queue, $0.offset, $0.kept.count, $0.isCancelled) }
        if isCancelled { throw CancellationError() }
        let jump = target.saturatingSubtracting(offset)
        if jump == 0 { return }
        if jump > 0, jump <= policy.shortJump, jump <= kept || queue.skip(Int(jump) - kept) {
            state.withLock { state in
                state.kept = state.kept.dropFirst(Int(jump))
                state.offset = target
            }
            return
        }
        if unpark(for: target) { return }
        let fresh = ByteQueue(capacity: policy.window)
        let old = state.withLock { state -> [Parked] in
            let current = Parked(queue: state.queue, task: state.task, offset: state.offset)
            let before = state.parked
            let isParked = before == nil && state.head.map { $0.count == state.offset && !$0.isEmpty } == true && target > state.offset
            state.parked = isParked ? current : nil
            if !isParked { state.head = nil }
            state.kept = []
            state.queue = fresh
            state.offset = target
            state.task = nil
            if state.isInterrupted { fresh.interrupt() }
            return [before, isParked ? nil : current].compactMap(\.self)
        }
        for transfer in old { transfer.cancel() }
        state.withLock { $0.parked?.queue }?.setCapacity(policy.parkedWindow)
        if let size, target >= size {
            fresh.finish()
        } else {
            startTransfer(into: fresh, at: target, first: nil)
        }
    }

    /// Continues the parked transfer if `target` is among the kept bytes or those that it has received.
    private func unpark(for target: Int64) -> Bool {
        let change = state.withLock { state -> (queue: ByteQueue, old: Parked)? in
            guard let parked = state.parked, let head = state.head, target >= 0,
                target <= parked.offset || parked.queue.skip(Int(min(target - parked.offset, Int64(Int32.max))))
            else { return nil }
            let old = Parked(queue: state.queue, task: state.task, offset: state.offset)
            state.kept = head.dropFirst(Int(min(target, parked.offset)))
            state.queue = parked.queue
            state.task = parked.task
            state.offset = target
            state.parked = nil
            state.head = nil
            if state.isInterrupted { parked.queue.interrupt() } else { parked.queue.resume() }
            return (parked.queue, old)
        }
        guard let change else { return false }
        change.queue.setCapacity(policy.window)
        change.old.cancel()
        return true
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
            state.parked?.cancel()
            return state.task
        }
        task?.cancel()
    }

    private func startTransfer(into queue: ByteQueue, at offset: Int64, first: LoadResponse?) {
        let transfer = Transfer(
            url: url, object: object, loader: loader, options: options, clock: clock, policy: policy,
            canResume: first?.acceptsRanges ?? true, size: size,
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
    let object: LoadObject
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
                    var request = options.request(url, for: object, byteRange: ByteRange(offset: offset))
                    request.isRetried = false
                    request.attempt = failures.saturatingAdding(1)
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
