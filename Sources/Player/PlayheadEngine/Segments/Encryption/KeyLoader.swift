import Foundation
import PlayheadCore
import PlayheadTransport

/// Loads the keys of one item: each is requested once, with the header fields and cookies of the item.
actor KeyLoader {
    private struct Ask {
        var task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<[UInt8], any Error>] = [:]
    }

    private let loader: any Loader
    private let options: RequestOptions
    private let clock: any PlaybackClock
    private let failures: KeyFailures
    private let capacity: Int
    private var keys: [String: [UInt8]] = [:]
    /// The URLs of `keys`, least recently used first.
    private var order: [String] = []
    private var asks: [String: Ask] = [:]
    private var nextTicket = 0

    /// Creates a loader that caches at most `capacity` keys, at least one.
    init(
        loader: any Loader, options: RequestOptions, clock: any PlaybackClock, failures: KeyFailures = KeyFailures(), capacity: Int = 64
    ) {
        self.loader = loader
        self.options = options
        self.clock = clock
        self.failures = failures
        self.capacity = max(1, capacity)
    }

    /// Returns the key at a URL, which may be a `data:` URI.
    ///
    /// Concurrent calls for the same key share one request, which is cancelled when no caller waits any more.
    /// - Parameters:
    ///   - url: An absolute URL.
    ///   - size: The required size of the key, in bytes.
    /// - Returns: The key, of `size` bytes.
    /// - Throws: `PlaybackError` in the category of keys; `CancellationError`.
    func key(at url: String, size: Int) async throws -> [UInt8] {
        let isData = DataURI.isOne(url)
        do {
            let key = try await checkedKey(url, size)
            if !isData { failures.remove(.url(url)) }
            return key
        } catch let error as PlaybackError {
            // A `data:` URI is the key, may have any length, and stays invalid.
            failures.note(error, of: isData ? [] : [.url(url)])
            throw error
        }
    }

    private func checkedKey(_ url: String, _ size: Int) async throws -> [UInt8] {
        let key: [UInt8]
        if DataURI.isOne(url) {
            // The URI is the key, so it must not appear in an error.
            guard let data = DataURI(url) else { throw PlaybackError(.keyInvalid, underlying: "The data: URI is damaged.") }
            key = data.bytes
        } else {
            key = try await remembered(url)
        }
        guard key.count == size else {
            // The next segment may get a key: a captive portal, or a server that starts, answers something else for a while.
            if keys.removeValue(forKey: url) != nil { order.removeAll { $0 == url } }
            throw PlaybackError(
                .keyInvalid, url: DataURI.isOne(url) ? nil : url, underlying: "The key has \(key.count) bytes instead of \(size).")
        }
        return key
    }

    private func remembered(_ url: String) async throws -> [UInt8] {
        if let key = keys[url] {
            remember(key, at: url)
            return key
        }
        guard let location = URL(text: url), location.scheme != nil else { throw PlaybackError(.invalidURL, url: url) }
        let ticket = nextTicket
        nextTicket += 1
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                if asks[url] == nil { asks[url] = Ask(task: Task { await load(location, as: url) }) }
                asks[url]?.waiters[ticket] = continuation
            }
        } onCancel: {
            Task { await leave(url, ticket) }
        }
    }

    private func load(_ location: URL, as url: String) async {
        let answer: Result<[UInt8], any Error>
        do {
            let bytes = try await loader.loadKey(options.request(location, for: .key), upTo: LoadKind.key.maximumBytes, on: clock)
            remember(bytes, at: url)
            answer = .success(bytes)
        } catch var error as LoadError {
            error.kind = .key
            answer = .failure(PlaybackError(cause: error, otherwise: .keyUnreachable, url: url).ofNetwork(as: .keyUnreachable))
        } catch {
            answer = .failure(error)
        }
        // A caller that came after all others had left waits for a new request.
        guard !Task.isCancelled, let ask = asks.removeValue(forKey: url) else { return }
        for waiter in ask.waiters.values { waiter.resume(with: answer) }
    }

    private func leave(_ url: String, _ ticket: Int) {
        guard let waiter = asks[url]?.waiters.removeValue(forKey: ticket) else { return }
        if asks[url]?.waiters.isEmpty == true { asks.removeValue(forKey: url)?.task.cancel() }
        waiter.resume(throwing: CancellationError())
    }

    private func remember(_ key: [UInt8], at url: String) {
        if keys.updateValue(key, forKey: url) != nil { order.removeAll { $0 == url } }
        order.append(url)
        if order.count > capacity { keys[order.removeFirst()] = nil }
    }
}

extension Loader {
    /// Loads a key or a license within a time limit: a server that sends a byte from time to time exceeds no timeout of the request.
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The maximum number of bytes.
    ///   - clock: The clock of the time limit.
    /// - Returns: The bytes.
    /// - Throws: `LoadError`; `PlaybackError` after the time limit; `CancellationError`.
    func loadKey(_ request: LoadRequest, upTo limit: Int, on clock: any PlaybackClock) async throws -> [UInt8] {
        // Shorter than the timeout of the player for buffering, so that the error states the reason; longer than three retries with the
        // maximum `Retry-After`, so that it states the status of the last one.
        let minimum = 28.0
        let timeLimit = max(minimum, request.timeouts.head + request.timeouts.progress)
        do {
            return try await withTimeLimit(clock.now + timeLimit, on: clock) { try await self.loadWhole(request, upTo: limit).bytes }
        } catch is TimeLimitError {
            let error = PlaybackError(.timeout, url: request.url.absoluteString, underlying: "The response is incomplete.")
            throw error.ofNetwork(as: .keyUnreachable)
        }
    }
}
