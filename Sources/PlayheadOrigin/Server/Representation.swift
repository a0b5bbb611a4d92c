import NIOCore

/// What a request is answered with, before ranges and faults cut pieces from it.
struct Representation {
    /// Where the bytes come from.
    enum Source {
        case bytes([UInt8])
        case file(OpenFile)
        case random(SeededBytes)
    }

    var status = 200
    var headers: [HeaderField] = []
    var type: String
    var source: Source
    /// In bytes.
    var length: Int
    var entityTag: String?
    /// Seconds since 1970.
    var modified: Int?
    /// Whether ranges of it may be asked for.
    var hasRanges = false

    /// A page or message that stands for itself.
    init(status: Int, headers: [HeaderField] = [], body: [UInt8], type: String) {
        self.status = status
        self.headers = headers
        self.type = type
        source = .bytes(body)
        length = body.count
    }

    /// A message that says its status.
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
        hasRanges = response.status == 200
    }

    /// The bytes of the body, for who sends them over no channel. Of a file none.
    func bytes(in range: Range<Int>) -> [UInt8] {
        switch source {
        case .bytes(let bytes): Array(bytes[range.clamped(to: 0..<bytes.count)])
        case .random(let random): random.bytes(in: range)
        case .file: []
        }
    }

    /// Reads bytes of the body into a new buffer.
    ///
    /// - Returns: Fewer bytes than asked for only if a file has become shorter in the meantime.
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
