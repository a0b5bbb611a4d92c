import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// A resource that is loaded by a ``Loader``, read in order or, if the server supports byte ranges, from any position.
///
/// A request fills a bounded queue. A transfer that breaks off is resumed by a range request; after a short forward seek the bytes between
/// are read and dropped instead of sending a new request. If the first bytes lead to an index at the end of the resource, the first transfer
/// is parked, because the samples at its position follow the index.
///
/// A station, which sends the fields of SHOUTcast or Icecast and no length, has no end: when its connection ends, it is connected again,
/// and its bytes continue.
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
        /// The attempts to connect to a station again, without a byte of progress.
        var reconnections = {
            var retries = RetryPolicy(retries: 10, jitter: 0)
            retries.retriesAfterTimeouts = retries.retries
            return retries
        }()
    }

    /// The status of RFC 9110 §15.5.17.
    static let rangeNotSatisfiable = 416

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
        /// The titles of a station that were received and not taken yet, limited in number.
        var titles: [ICYTitles.Title] = []
    }

    private static let maximumTitles = 64

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
    /// The name of a station (`icy-name`); `nil` for files and stations without a name.
    let stationName: String?
    /// Whether it is a stream without an end.
    let isStation: Bool

    var size: Int64? { state.withLock { $0.size } }
    var isSeekable: Bool { state.withLock { $0.acceptsRanges && $0.size != nil } }
    /// Whether every position can be requested.
    var acceptsRanges: Bool { state.withLock { $0.acceptsRanges } }

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
        let request = Self.request(url, options, object, from: ByteRange(offset: 0))
        let response = try await Self.firstResponse(request, loader)
        contentType = response.contentType
        identity = ResourceIdentity(response)
        finalURL = response.url
        let queue = ByteQueue(capacity: policy.window)
        isStation = Self.isStation(response)
        stationName = response.headers["icy-name"].flatMap { $0.isEmpty ? nil : $0 }
        state = Locked(
            State(
                queue: queue, size: isStation ? nil : response.totalLength ?? response.contentLength,
                acceptsRanges: !isStation && response.acceptsRanges))
        startTransfer(into: queue, at: 0, first: response)
    }

    /// Returns a request that asks stations for titles between their media.
    static func request(_ url: URL, _ options: RequestOptions, _ object: LoadObject, from range: ByteRange?) -> LoadRequest {
        var request = options.request(url, for: object, byteRange: range)
        if object == .file, !request.headers.contains("Icy-MetaData") { request.headers.append("Icy-MetaData", "1") }
        return request
    }

    /// Whether a response is a stream without an end.
    private static func isStation(_ response: LoadResponse) -> Bool {
        if ICYTitles(response.headers) != nil { return true }
        guard response.totalLength == nil, response.contentLength == nil else { return false }
        return response.headers.fields.contains { field in
            let name = field.name.lowercased()
            return name.hasPrefix("icy-") || name.hasPrefix("ice-")
        }
    }

    /// Returns and drops the titles of a station that precede its byte at `position`; all without a position.
    func takeTitles(before position: Int64?) -> [ICYTitles.Title] {
        guard isStation else { return [] }
        return state.withLock { state in
            let taken = state.titles.prefix { $0.offset <= position ?? .max }
            state.titles.removeFirst(taken.count)
            return Array(taken)
        }
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
        let (task, queue, parked) = state.withLock { ($0.task, $0.queue, $0.parked) }
        task?.cancel()
        queue.cancel()
        parked?.cancel()
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

    /// Waits for the first bytes of the resource, which are read again. Called before everything else is read.
    /// - Returns: At most `count` bytes, fewer at the end or if the transfer fails.
    func head(_ count: Int) async -> [UInt8] {
        await withTaskCancellationHandler {
            // Reading blocks.
            await WorkerThread(name: "playhead.head") { [self] in
                var head: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: max(0, count))
                while head.count < count {
                    let room = count - head.count
                    let got = try? buffer.withUnsafeMutableBytes { bytes in
                        try read(into: UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(room)))
                    }
                    guard let got, got > 0 else { break }
                    head += buffer.prefix(got)
                }
                state.withLock { state in
                    state.kept = head[...]
                    state.offset = 0
                }
            }.join()
            return state.withLock { Array($0.kept) }
        } onCancel: {
            cancel()
        }
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
        let (task, parked) = state.withLock { state in
            state.isCancelled = true
            state.queue.cancel()
            return (state.task, state.parked)
        }
        task?.cancel()
        parked?.cancel()
    }

    private func add(_ titles: [ICYTitles.Title]) {
        state.withLock { state in state.titles = (state.titles + titles).suffix(Self.maximumTitles) }
    }

    private func startTransfer(into queue: ByteQueue, at offset: Int64, first: LoadResponse?) {
        let transfer = HTTPByteTransfer(
            url: url, object: object, loader: loader, options: options, clock: clock, policy: policy,
            canResume: first?.acceptsRanges ?? true, size: size,
            identity: identity, isStation: isStation, stationType: contentType,
            onTitles: { [weak self] in self?.add($0) })
        let task = Task { await transfer.run(into: queue, at: offset, first: first) }
        let isWanted = state.withLock { state in
            guard !state.isCancelled, state.queue === queue else { return false }
            state.task = task
            return true
        }
        if !isWanted { task.cancel() }
    }
}
