import NIOCore

/// The representation that answers a request, before ranges and faults are applied.
struct Representation {
    /// The source of the bytes.
    enum Source {
        case bytes([UInt8])
        case file(OpenFile)
        case random(SeededBytes)
    }

    var status = 200
    var headers: [HeaderField] = []
    var type: String
    var source: Source
    /// The length in bytes.
    var length: Int
    var entityTag: String?
    /// The modification time, in seconds since 1970.
    var modified: Int?
    /// Whether clients may request ranges of the representation.
    var hasRanges = false
    /// The times at which parts of the body are sent; empty if the body is complete.
    var releases: [BodyRelease] = []

    /// Creates a representation from a complete body.
    init(status: Int, headers: [HeaderField] = [], body: [UInt8], type: String) {
        self.status = status
        self.headers = headers
        self.type = type
        source = .bytes(body)
        length = body.count
    }

    /// Creates a message with the status code as its body.
    init(status: Int, headers: [HeaderField] = []) {
        self.init(status: status, headers: headers, body: Array("\(status)\n".utf8), type: "text/plain; charset=utf-8")
    }

    init(file: OpenFile, type: String) {
        self.type = type
        source = .file(file)
        length = file.length
        entityTag = file.entityTag
        modified = file.modified
        hasRanges = true
    }

    init(bytes: [UInt8], entityTag: String, type: String) {
        self.type = type
        source = .bytes(bytes)
        length = bytes.count
        self.entityTag = entityTag
        hasRanges = true
    }

    init(_ response: OriginResponse) {
        self.init(status: response.status, headers: response.headers, body: response.body, type: response.type)
        releases = response.releases
        // The length that an open range needs is not known yet.
        hasRanges = response.status == 200 && releases.isEmpty
    }

    /// Returns bytes of the body for senders without a channel; empty for a file.
    func bytes(in range: Range<Int>) -> [UInt8] {
        switch source {
        case .bytes(let bytes): Array(bytes[range.clamped(to: 0..<bytes.count)])
        case .random(let random): random.bytes(in: range)
        case .file: []
        }
    }

    /// Reads bytes of the body into a new buffer.
    ///
    /// - Returns: The bytes; fewer than requested only if a file became shorter in the meantime.
    func read(_ range: Range<Int>, allocator: ByteBufferAllocator) -> ByteBuffer {
        switch source {
        case .bytes(let bytes):
            var buffer = allocator.buffer(capacity: range.count)
            buffer.writeBytes(bytes[range.clamped(to: 0..<bytes.count)])
            return buffer
        case .random(let random):
            var buffer = allocator.buffer(capacity: range.count)
            buffer.writeBytes(random.bytes(in: range))
            return buffer
        case .file(let file):
            var buffer = allocator.buffer(capacity: range.count)
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { space in
                file.read(into: UnsafeMutableRawBufferPointer(rebasing: space[..<range.count]), at: range.lowerBound)
            }
            return buffer
        }
    }
}
