import NIOHTTP1

/// The lengths of a response's body according to its head, and the requested part of the body.
struct ResponsePlan: Hashable {
    /// The requested part of the received bytes.
    var window: BodyWindow
    /// The number of bytes to receive; `nil` if the head does not contain it (chunked, compressed).
    var wireLength: Int64?
    /// The number of bytes for the reader, if known.
    var contentLength: Int64?
    /// The length of the whole resource, if known.
    var totalLength: Int64?
    /// Whether the server supports ranges.
    var acceptsRanges: Bool

    /// Parses the head of a response with a status from 200 to 299.
    /// - Throws: ``LoadError/Reason`` if the head contradicts the request.
    init(_ head: HTTPResponseHead, range: ByteRange?) throws(Failure) {
        let status = Int(head.status.code)
        let isCompressed = try Self.isCompressed(head)
        let announced = isCompressed ? nil : head.headers.first(name: "Content-Length").flatMap { Int64($0) }
        let isPartial = head.status == .partialContent
        let contentRange = isPartial ? head.headers.first(name: "Content-Range").flatMap(ContentRange.init) : nil
        acceptsRanges = isPartial || head.headers[canonicalForm: "Accept-Ranges"].contains { $0.lowercased() == "bytes" }
        wireLength = announced ?? (isCompressed ? nil : contentRange?.length)
        guard let range else {
            // The reader could not distinguish an unrequested part from the whole.
            guard !isPartial else { throw Failure(reason: .invalidResponse(status: status)) }
            window = BodyWindow()
            contentLength = wireLength
            totalLength = wireLength
            return
        }
        // A 206 response without a range is assumed to start at the requested offset.
        let start = isPartial ? contentRange?.start ?? range.offset : 0
        guard start <= range.offset else { throw Failure(reason: .invalidResponse(status: status)) }
        totalLength = isPartial ? contentRange?.total : wireLength
        if let totalLength, range.offset >= totalLength { throw Failure(reason: .status(416)) }
        let skip = range.offset - start
        window = BodyWindow(skip: skip, limit: range.length)
        contentLength = wireLength.map { min(max(0, $0 - skip), range.length ?? .max) }
    }

    /// An invalid head.
    struct Failure: Error {
        var reason: LoadError.Reason
    }

    private static func isCompressed(_ head: HTTPResponseHead) throws(Failure) -> Bool {
        guard let coding = head.headers.first(name: "Content-Encoding")?.lowercased(), !coding.isEmpty, coding != "identity" else {
            return false
        }
        guard coding == "gzip" || coding == "deflate" else { throw Failure(reason: .undecodable) }
        return true
    }
}
