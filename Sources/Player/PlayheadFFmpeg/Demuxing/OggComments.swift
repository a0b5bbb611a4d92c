/// Searches the comments among the packets of one stream in Ogg.
struct OggComments {
    /// The beginnings of packets with comments: Vorbis, Opus and Theora.
    private static let beginnings = [[3] + Array("vorbis".utf8), Array("OpusTags".utf8), [0x81] + Array("theora".utf8)]
    /// The beginning of the first packet of FLAC, in whose other packets the header of a block is first.
    private static let flac = [0x7F] + Array("FLAC".utf8)
    private static let blockHeaderSize = 4

    /// The number of further comments that are permitted.
    private var permitted = TagLimit.maximumComments
    private var isFLAC = false
    private var isFirst = true
    /// Whether the rest of the packet does not matter.
    private var isOther = false
    /// The first bytes of the packet.
    private var beginning: [UInt8] = []
    private var list: CommentList?

    /// Begins a packet, or the rest of one whose beginning is unknown.
    mutating func beginPacket(isContinued: Bool) {
        if !beginning.isEmpty || list != nil || isOther { isFirst = false }
        (beginning, list, isOther) = ([], nil, isContinued)
    }

    /// Begins a page, which may continue a packet.
    mutating func beginPage(isContinued: Bool) {
        if !isContinued { beginPacket(isContinued: false) }
    }

    /// Reads bytes of the packet, of which `left` are in its page from `byte` on.
    /// - Returns: The number of bytes that were read, and the bits of the first one to invert.
    mutating func read(_ byte: UInt8, left: Int) -> (count: Int, bits: UInt8) {
        if isOther { return (left, 0) }
        if var list {
            let skipped = min(list.skippable, left)
            var bits: UInt8 = 0
            if skipped > 0 { list.skip(skipped) } else { bits = list.read(byte, left: left, isChecked: true, permitted: &permitted) }
            self.list = list
            return (max(1, skipped), bits)
        }
        beginning.append(byte)
        if isFirst, beginning == Self.flac { isFLAC = true }
        let isBlock = isFLAC && !isFirst && beginning[0] & 0x7F == 4
        if Self.beginnings.contains(beginning) || isBlock && beginning.count == Self.blockHeaderSize {
            list = CommentList()
        } else if !isBlock, !Self.beginnings.contains(where: { $0.starts(with: beginning) }),
            !isFirst || !Self.flac.starts(with: beginning)
        {
            isOther = true
        }
        return (1, 0)
    }
}
