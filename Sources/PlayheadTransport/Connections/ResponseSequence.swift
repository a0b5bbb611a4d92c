import NIOCore
import NIOHTTP1

/// Validates the order of the parts of responses on a connection (HTTP/1.1) or stream (HTTP/2): a value without I/O.
///
/// The client's state machines end the process for a head without a valid status, a second head, and a body or an end without a head.
struct ResponseSequence {
    /// The handling of a part.
    enum Verdict: Equatable {
        /// Pass the part to the client.
        case forward
        /// Drop the part.
        case drop
        /// Close the connection or stream.
        case refuse(ResponseViolation)
    }

    /// The maximum number of interim responses (RFC 9110 §15.2) before the final one.
    static let maximumInterimResponses = 32
    /// The maximum number of bytes of a response's header fields, including interim responses and trailers.
    static let maximumHeaderBytes = 1 << 20

    private enum Phase { case head, body, refused }

    private var phase = Phase.head
    private var interimResponses = 0
    private var headerBytes = 0

    /// Handles the next part.
    mutating func handle(_ part: HTTPClientResponsePart) -> Verdict {
        guard phase != .refused else { return .drop }
        let verdict =
            switch part {
            case .head(let head): handleHead(head)
            case .body: phase == .body ? Verdict.forward : violation(0, "A body came before its head.")
            case .end(let trailers): handleEnd(trailers)
            }
        if case .refuse = verdict { phase = .refused }
        return verdict
    }

    private mutating func handleHead(_ head: HTTPResponseHead) -> Verdict {
        let status = Int(head.status.code)
        guard phase == .head else { return violation(status, "A second head came within a response.") }
        guard (100...599).contains(status) else { return violation(status, "The status is not a number from 100 to 599.") }
        // The client never requests another protocol (RFC 9110 §7.8).
        guard head.status != .switchingProtocols else { return violation(status, "The server changes the protocol without being asked.") }
        guard count(head.headers) else { return violation(status, Self.headerDetail) }
        guard status >= 200 else {
            interimResponses += 1
            guard interimResponses <= Self.maximumInterimResponses else {
                return violation(status, "More than \(Self.maximumInterimResponses) interim responses came before the final one.")
            }
            return .drop
        }
        phase = .body
        return .forward
    }

    private mutating func handleEnd(_ trailers: HTTPHeaders?) -> Verdict {
        guard phase == .body else { return violation(0, "A response ended before its head.") }
        if let trailers, !count(trailers) { return violation(0, Self.headerDetail) }
        self = ResponseSequence()
        return .forward
    }

    private static let headerDetail = "The header fields are larger than \(maximumHeaderBytes) bytes."

    private func violation(_ status: Int, _ detail: String) -> Verdict { .refuse(ResponseViolation(status: status, detail: detail)) }

    /// Adds the size of fields, and returns whether the total is within the limit.
    private mutating func count(_ headers: HTTPHeaders) -> Bool {
        for field in headers { headerBytes += field.name.utf8.count + field.value.utf8.count }
        return headerBytes <= Self.maximumHeaderBytes
    }
}
