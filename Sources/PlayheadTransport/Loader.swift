/// Loads what a URL names: playlists, segments, keys, whole media files.
///
/// The engine asks for everything through this protocol, so that headers, cookies, ranges, timeouts and cancelling are the player's own,
/// and a test can put its own loader in.
public protocol Loader: Sendable {
    /// Sends one request and returns when the head of a successful response is there.
    ///
    /// The body has not been read yet: iterate ``LoadResponse/body``, or drop it to end the transfer.
    /// - Parameter request: What to load.
    /// - Returns: A response with a status from 200 to 299, its body limited to the range that was asked for.
    /// - Throws: ``LoadError``, or `CancellationError` when the calling task was cancelled.
    func load(_ request: LoadRequest) async throws -> LoadResponse

    /// Loads a small resource whole.
    /// - Parameters:
    ///   - request: What to load.
    ///   - limit: The most bytes to accept.
    /// - Returns: The response (its body is used up) and the bytes.
    /// - Throws: As ``load(_:)``, and ``LoadError`` of reason ``LoadError/Reason/tooLarge(limit:)``.
    func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8])
}

extension Loader {
    /// Loads the head, then collects the body.
    public func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        let response = try await load(request)
        return (response, try await response.body.collect(upTo: limit))
    }
}
