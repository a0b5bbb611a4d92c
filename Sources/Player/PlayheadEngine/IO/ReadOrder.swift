/// The order in which a file has to be read, according to its first bytes.
enum ReadOrder {
    /// More bytes are necessary.
    case unknown
    /// From the first to the last byte; for all that is known.
    case sequential
    /// The samples precede their index (ISO/IEC 14496-12 §4.2), or FFmpeg searches the end of the file first, as in GIF.
    case random

    /// The number of bytes that suffice.
    static let sample = 1024

    /// Reads the boxes of MP4 at the beginning of `head`.
    init(_ head: [UInt8]) {
        if head.starts(with: Array("GIF8".utf8)) {
            self = .random
            return
        }
        let paddings: Set<String> = ["ftyp", "free", "skip", "wide", "pnot", "uuid"]
        var rest = head[...]
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            guard paddings.contains(type), size >= 8 else {
                self = type == "mdat" ? .random : .sequential
                return
            }
            rest = rest.dropFirst(size)
        }
        self = .unknown
    }
}
