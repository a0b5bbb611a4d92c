@_exported import PlayheadNumbers

/// Loads the resource of a URL: playlists, segments, keys, whole media files.
///
/// The engine loads everything through this protocol, so that headers, cookies, ranges, timeouts and cancellation are the player's own, and
/// a test can use its own loader.
public protocol Loader: Sendable {
    /// Sends a request and returns when the head of a successful response has arrived.
    ///
    /// The body has not been read yet: iterate ``LoadResponse/body``, or release it to end the transfer.
    /// - Parameter request: The request.
    /// - Returns: A response with a status from 200 to 299, whose body is limited to the requested range.
    /// - Throws: ``LoadError``, or `CancellationError` if the calling task was cancelled.
    func load(_ request: LoadRequest) async throws -> LoadResponse

    /// Loads a small resource completely.
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The response, whose body has been consumed, and the bytes.
    /// - Throws: As ``load(_:)``, and ``LoadError`` of reason ``LoadError/Reason/tooLarge(limit:)``.
    func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8])
}

extension Loader {
    /// Loads the head, then collects the body.
    public func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        var response = try await load(request)
        let (bytes, arrival) = try await response.body.collectTimed(upTo: limit)
        response.arrival = arrival
        return (response, bytes)
    }
}
