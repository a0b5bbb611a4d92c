/// A response: the data to send, and the faults to apply. ``OriginConnection`` performs this value.
struct ResponsePlan {
    let request: OriginRequest
    let target: String
    let misbehaviour: Misbehaviour
    /// Whether the connection may carry another request after this response.
    private(set) var keepsAlive: Bool
    private(set) var status = 200
    private(set) var headers: [HeaderField] = []
    private(set) var representation = Representation(status: 500)
    /// The range of the representation that is sent as the body; empty for `HEAD`.
    private(set) var body = 0..<0

    init(request: OriginRequest, target: String, keepsAlive: Bool, misbehaviour: Misbehaviour) {
        self.request = request
        self.target = target
        self.keepsAlive = keepsAlive
        self.misbehaviour = misbehaviour
    }

    /// A pause of the transfer.
    struct Pause: Equatable {
        /// The end of a pause.
        enum End: Equatable {
            case never
            /// A number of seconds later.
            case after(Double)
            /// At a time of the clock, in seconds.
            case at(Double)
        }

        let offset: Int
        let end: End

        /// Returns the time of the end for a pause that begins at `now`, in seconds of the clock; infinity for never.
        func end(from now: Double) -> Double {
            switch end {
            case .never: .infinity
            case .after(let seconds): now + seconds
            case .at(let time): time
            }
        }
    }

    /// The pauses, by offset from the start of the body. A stall at or after the end of the body is never reached.
    var pauses: [Pause] {
        func isReached(_ offset: Int) -> Bool { offset < min(body.count, cutOffset ?? .max) }
        let stalls = misbehaviour.stalls.filter { isReached($0.offset) || (request.method == "HEAD" && $0.offset == 0) }
            .map { Pause(offset: $0.offset, end: $0.seconds.map { .after($0) } ?? .never) }
        let releases = representation.releases.filter { isReached($0.offset) }.map { Pause(offset: $0.offset, end: .at($0.time)) }
        return (releases + stalls).sorted { $0.offset < $1.offset }
    }

    /// The offset from the start of the body at which the connection is cut; nil if it is not cut, or the body ends before.
    var cutOffset: Int? {
        misbehaviour.cut?.offset.flatMap { $0 <= body.count ? $0 : nil }
    }

    /// The representation that a fault substitutes for the resource.
    var substitute: Representation? {
        switch misbehaviour.substitute {
        case nil: return nil
        case .status(let code, let body, let retryAfter):
            let headers = retryAfter.map { [HeaderField("Retry-After", String($0))] } ?? []
            return Representation(status: code, headers: headers, body: body, type: "text/plain; charset=utf-8")
        case .html:
            let page = "<!DOCTYPE html><html><head><title>Log in</title></head><body><h1>Log in to use this network</h1></body></html>\n"
            return Representation(status: 200, body: Array(page.utf8), type: "text/html; charset=utf-8")
        case .emptyBody:
            return Representation(status: 200, body: [], type: MediaType.forPath(request.path))
        case .redirect(let target, let status):
            return Representation(status: status, headers: [HeaderField("Location", target ?? self.target)], body: [], type: "text/plain")
        }
    }

    /// Determines the response for a representation: status, header fields and the bytes to send.
    mutating func decide(_ original: Representation) {
        representation = original
        if let count = misbehaviour.truncation { representation.length = min(representation.length, count) }
        if let seed = misbehaviour.garbageSeed { representation.source = .random(SeededBytes(seed: seed, text: request.path)) }
        status = min(max(representation.status, 200), 999)
        var range = 0..<representation.length
        var fields: [HeaderField] = []
        if isNotModified {
            status = 304
            range = 0..<0
        } else if let asked = askedRange {
            if let resolved = asked.resolved(length: representation.length) {
                status = 206
                range = resolved
                fields.append(HeaderField("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(representation.length)"))
            } else {
                status = 416
                range = 0..<0
                fields.append(HeaderField("Content-Range", "bytes */\(representation.length)"))
            }
        }
        if status == 204 { range = 0..<0 }
        fields = commonFields(length: range.count) + fields
        let own = Set(representation.headers.map { $0.name.lowercased() })
        headers = fields.filter { !own.contains($0.name.lowercased()) } + representation.headers
        body = request.method == "HEAD" ? 0..<0 : range
    }

    private mutating func commonFields(length: Int) -> [HeaderField] {
        var fields = [HeaderField("Date", HTTPDate.now())]
        if status != 304, status != 204 {
            fields.append(HeaderField("Content-Type", misbehaviour.mediaType ?? representation.type))
            var announced = length
            if misbehaviour.lengthOffset != 0 {
                let (sum, overflows) = length.addingReportingOverflow(misbehaviour.lengthOffset)
                announced = overflows ? .max : max(0, sum)
                keepsAlive = false
            }
            // Without a length the body is sent in chunks.
            if representation.releases.isEmpty || announced != length { fields.append(HeaderField("Content-Length", String(announced))) }
        }
        if representation.hasRanges, !misbehaviour.ignoresRanges { fields.append(HeaderField("Accept-Ranges", "bytes")) }
        if let tag = representation.entityTag { fields.append(HeaderField("ETag", tag)) }
        if let modified = representation.modified { fields.append(HeaderField("Last-Modified", HTTPDate.format(modified))) }
        if !keepsAlive { fields.append(HeaderField("Connection", "close")) }
        return fields
    }

    /// Whether `If-None-Match` matches, or without it `If-Modified-Since` has the date of the file (RFC 9110 §13.1.2 and §13.1.3).
    private var isNotModified: Bool {
        guard representation.status == 200 else { return false }
        guard let condition = request.headers["if-none-match"] else {
            return representation.modified.map { HTTPDate.format($0) == request.headers["if-modified-since"] } ?? false
        }
        guard let tag = representation.entityTag else { return false }
        return condition == "*" || condition.split(separator: ",").contains { $0.drop { $0 == " " }.hasSuffix(tag) }
    }

    /// The requested range, if it is to be applied (RFC 9110 §13.1.5 and §14.2).
    private var askedRange: ByteRangeRequest? {
        guard representation.hasRanges, !misbehaviour.ignoresRanges, request.method == "GET" || request.method == "HEAD",
            let value = request.headers["range"]
        else { return nil }
        if let condition = request.headers["if-range"] {
            let modified = representation.modified.map(HTTPDate.format)
            guard condition == representation.entityTag || condition == modified else { return nil }
        }
        return ByteRangeRequest(headerValue: value)
    }
}
