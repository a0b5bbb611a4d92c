import NIOHTTP1

/// What a response's head says of its body: lengths, and which part of it the reader asked for.
struct ResponsePlan: Hashable {
    /// Which part of the bytes on the wire the reader gets.
    var window: BodyWindow
    /// How many bytes the wire carries, or `nil` when the head doesn't tell (chunked, compressed).
    var wireLength: Int64?
    /// How many bytes the reader gets, if known.
    var contentLength: Int64?
    /// The length of the whole resource, if known.
    var totalLength: Int64?
    /// Whether the server serves parts.
    var acceptsRanges: Bool

    /// Reads the head of a response with a status from 200 to 299.
    /// - Throws: ``LoadError/Reason`` when the head contradicts the request.
    init(_ head: HTTPResponseHead, range: ByteRange?) throws(Failure) {
        let status = Int(head.status.code)
        let isCompressed = try Self.isCompressed(head)
        let announced = isCompressed ? nil : head.headers.first(name: "Content-Length").flatMap { Int64($0) }
        let isPartial = head.status == .partialContent
        let contentRange = isPartial ? head.headers.first(name: "Content-Range").flatMap(ContentRange.init) : nil
        acceptsRanges = isPartial || head.headers[canonicalForm: "Accept-Ranges"].contains { $0.lowercased() == "bytes" }
        wireLength = announced ?? (isCompressed ? nil : contentRange?.length)
        guard let range else {
            // A part that nobody asked for can't be told from the whole by the reader.
            guard !isPartial else { throw Failure(reason: .invalidResponse(status: status)) }
            window = BodyWindow()
            contentLength = wireLength
            totalLength = wireLength
            return
        }
        // A 206 without a range of its own is taken at its word: it begins where it was asked to.
        let start = isPartial ? contentRange?.start ?? range.offset : 0
        guard start <= range.offset else { throw Failure(reason: .invalidResponse(status: status)) }
        totalLength = isPartial ? contentRange?.total : wireLength
        if let totalLength, range.offset >= totalLength { throw Failure(reason: .status(416)) }
        let skip = range.offset - start
        window = BodyWindow(skip: skip, limit: range.length)
        contentLength = wireLength.map { min(max(0, $0 - skip), range.length ?? .max) }
    }

    /// Why a head can't be used.
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
