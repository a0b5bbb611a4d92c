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
    /// The offset behind the requested bytes in the resource, if the response contains only a part of them (RFC 9110 §15.3.7); the rest has
    /// to be requested.
    var continuesTo: Int64?

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
        // Only the parts of a multipart response say which ranges they are.
        guard !isPartial || head.headers.first(name: "Content-Type")?.lowercased().hasPrefix("multipart/") != true else {
            throw Failure(reason: .invalidResponse(status: status))
        }
        // Some servers respond with 206 without being asked: with the whole, or with its beginning.
        let wanted = range ?? ByteRange(offset: 0)
        // A 206 response without a range is assumed to start at the requested offset.
        let start = isPartial ? contentRange?.start ?? wanted.offset : 0
        guard start <= wanted.offset, contentRange.map({ wanted.offset <= $0.last }) ?? true else {
            throw Failure(reason: .invalidResponse(status: status))
        }
        totalLength = isPartial ? contentRange?.total ?? (range == nil ? wireLength : nil) : wireLength
        if range != nil, let totalLength, wanted.offset >= totalLength { throw Failure(reason: .status(416)) }
        let skip = wanted.offset - start
        window = BodyWindow(skip: skip, limit: wanted.length)
        contentLength = wireLength.map { min(max(0, $0 - skip), wanted.length ?? .max) }
        let ends = [wanted.end, contentRange?.total].compactMap(\.self)
        guard let contentRange, !isCompressed, let end = ends.min(), contentRange.last < end - 1 else { return }
        continuesTo = end
        // An unknown resource may end earlier.
        contentLength = contentRange.total == nil ? nil : end - wanted.offset
    }

    /// An invalid head.
    struct Failure: Error {
        var reason: LoadError.Reason
    }

    private static func isCompressed(_ head: HTTPResponseHead) throws(Failure) -> Bool {
        guard let coding = ContentCoding.name(in: head.headers) else { return false }
        guard ContentCoding(rawValue: coding) != nil else { throw Failure(reason: .undecodable) }
        return true
    }
}
