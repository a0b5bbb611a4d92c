import Foundation
import PlayheadCore
import PlayheadTransport

/// A sequence of requests that fill a queue, from an offset to the end of the resource.
struct HTTPByteTransfer: Sendable {
    let url: URL
    let object: LoadObject
    let loader: any Loader
    let options: RequestOptions
    let clock: any PlaybackClock
    let policy: HTTPByteSource.Policy
    let canResume: Bool
    let size: Int64?
    let identity: ResourceIdentity
    /// Whether the resource is a station, which is connected again at its end, and its media type, which must stay the same.
    let isStation: Bool
    let stationType: String?
    /// Receives the titles of a station.
    let onTitles: @Sendable ([ICYTitles.Title]) -> Void

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
                    current = try await load(from: offset, attempt: failures.saturatingAdding(1))
                }
                response = nil
                var titles = isStation ? ICYTitles(current.headers) : nil
                for try await received in current.body {
                    var chunk = received
                    if let separated = titles?.separate(received, at: offset) {
                        chunk = separated.media
                        if !separated.titles.isEmpty { onTitles(separated.titles) }
                    }
                    offset = offset.saturatingAdding(Int64(chunk.count))
                    failures = 0
                    guard await queue.write(chunk) else { return }
                }
                if isStation { throw LoadError(.connectionLost, kind: .media, url: url) }
                if let size, offset < size { throw LoadError(.incomplete(received: offset, expected: size), kind: .media, url: url) }
                return queue.finish()
            } catch {
                response = nil
                failures += 1
                // All bytes were received; a further request would be rejected (416).
                if let size, offset >= size { return queue.finish() }
                do {
                    let delay = try delay(after: error, failures: failures, from: start, at: offset)
                    try? await clock.sleep(for: delay)
                } catch {
                    return queue.finish(error)
                }
            }
        }
        queue.finish(CancellationError())
    }

    /// Requests the bytes from `offset` on.
    private func load(from offset: Int64, attempt: Int) async throws -> LoadResponse {
        var request = HTTPByteSource.request(url, options, object, from: isStation ? nil : ByteRange(offset: offset))
        request.isRetried = false
        request.attempt = attempt
        let response = try await loader.load(request)
        if isStation { try checkStation(response) } else { try identity.check(response, kind: .media) }
        return response
    }

    /// Returns the time before the next request, in seconds.
    /// - Parameters:
    ///   - error: The error of the last request.
    ///   - failures: The number of failures since the last byte.
    ///   - start: The offset at which the transfer began.
    ///   - offset: The offset of the next byte.
    /// - Returns: The delay in seconds.
    /// - Throws: The error with which the transfer ends.
    private func delay(after error: any Error, failures: Int, from start: Int64, at offset: Int64) throws -> Double {
        if let size, offset > start, (error as? LoadError)?.reason == .status(HTTPByteSource.rangeNotSatisfiable) {
            // The announced length was wrong: there are no more bytes.
            throw LoadError(.incomplete(received: offset, expected: size), kind: .media, url: url)
        }
        guard !Task.isCancelled, isStation || canResume || offset == 0, let failure = error as? LoadError,
            let delay = delay(beforeRetry: failures, after: failure)
        else { throw error }
        return delay
    }

    private func delay(beforeRetry retry: Int, after error: LoadError) -> Double? {
        guard isStation else { return policy.retries.delay(beforeRetry: retry, after: error, random: 1) }
        // While the source of a station starts again, its server has nothing at its address.
        let cause = if case .status(404) = error.reason { LoadError(.connectionLost, kind: .media, url: url) } else { error }
        return policy.reconnections.delay(beforeRetry: retry, after: cause, random: 1)
    }

    /// Checks that a station sends what it sent before.
    private func checkStation(_ response: LoadResponse) throws(LoadError) {
        guard response.contentType == stationType else {
            throw LoadError(
                .invalidResponse(status: response.status), kind: .media, url: response.url, detail: "The station changed its format.")
        }
    }
}
