/// Searches the last page of an Ogg file (RFC 3533 §6), which is marked as the last one of its stream.
struct OggPages {
    private static let capture = Array("OggS".utf8)
    /// The number of bytes of a page's header up to its flags.
    private static let header = 6
    private static let lastOfStream: UInt8 = 4

    private var isOgg = false
    /// The end of the last read, which may be the beginning of a page's header.
    private var tail: [UInt8] = []
    private var tailEnd: Int64 = 0
    private var lastPage: Int64 = -1
    private var isLastOfStream = true

    /// Whether the last page that was read is not marked as the last one of its stream.
    var lacksEnd: Bool { isOgg && !isLastOfStream }

    /// Scans bytes of the source, the first of which is at `position`.
    mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int64) {
        if position == 0 { isOgg = bytes.starts(with: Self.capture) }
        guard isOgg else { return }
        let before = position == tailEnd ? tail : []
        let window = before + bytes
        let start = position - Int64(before.count)
        for index in 0..<max(0, window.count - Self.header + 1)
        where window[index] == Self.capture[0] && window[index..<index + 4].elementsEqual(Self.capture) {
            let page = start + Int64(index)
            guard page >= lastPage else { continue }
            lastPage = page
            isLastOfStream = window[index + Self.header - 1] & Self.lastOfStream != 0
        }
        tail = window.suffix(Self.header - 1)
        tailEnd = position + Int64(bytes.count)
    }
}
