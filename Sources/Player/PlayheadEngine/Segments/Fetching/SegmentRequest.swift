import PlayheadTransport

/// A request for a segment that was sent and whose response is awaited later.
struct SegmentRequest: Sendable {
    private let task: Task<LoadResponse, any Error>
    /// The time at which the request was sent, in seconds of the clock.
    let began: Double

    /// Sends a request.
    init(_ request: LoadRequest, loader: any Loader, at time: Double) {
        began = time
        task = Task { try await loader.load(request) }
    }

    /// Waits for the head of the response; cancelling the caller cancels the request.
    func response() async throws -> LoadResponse {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Ends the request if its response is not awaited any more. Has no effect on a response that has arrived.
    func cancel() { task.cancel() }
}
