import Foundation
import PlayheadCore
import PlayheadTransport

/// The measurement of one attempt to load a resource, with any loader: the source of the access log and of ``MediaRequestMetric``. Times
/// are those of ``MetricCenter/now``.
struct LoadMeasurement: Sendable {
    /// The request, with its number if it is measured for a listener.
    let request: LoadRequest
    /// The time of the request.
    let start: Double
    /// The time at which the head of the response had arrived.
    var head: Double?
    /// The time of the end.
    var end: Double
    /// The status; `nil` without a response.
    var status: Int?
    /// The URL after redirects, which may contain secrets; `nil` without a response.
    var url: URL?
    /// The number of bytes of the body that were read.
    var bytes: Int64 = 0
    /// The number of bytes of the body that the response announced; `nil` if unknown.
    var expectedBytes: Int64?
    /// The time in which the reader waited.
    var waitingTime = 0.0
    /// The address of the server.
    var serverAddress: String?
    /// The outcome.
    var outcome = LoadOutcome.cancelled
    /// The error of a failed request.
    var error: LoadError?

    init(_ request: LoadRequest, start: Double) {
        self.request = request
        self.start = start
        end = start
    }

    /// Notes that the head of the response arrived at `time`.
    mutating func begin(_ response: LoadResponse, at time: Double) {
        (head, end, waitingTime) = (time, time, time - start)
        (status, url) = (response.status, response.url)
        (expectedBytes, serverAddress) = (response.contentLength, response.serverAddress)
    }

    /// Notes that the request ended with an error, at `time`.
    mutating func fail(_ error: any Error, at time: Double) {
        end = time
        if head == nil { waitingTime = time - start }
        outcome = LoadOutcome(error)
        guard let error = error as? LoadError else { return }
        self.error = error
        status = status ?? error.reason.status
        serverAddress = serverAddress ?? error.serverAddress
    }
}
