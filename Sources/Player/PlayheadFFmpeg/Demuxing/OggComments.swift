/// Searches the comments among the packets of one stream in Ogg.
///
/// The first packet names the codec, which determines where FFmpeg expects comments.
struct OggComments {
    private enum Codec {
        case vorbis, theora, daala, opus, ogm, speex, celt, vp8, flac
    }

    /// The kind of a packet, as its first bytes show it.
    private enum Verdict {
        case undecided, list, other
    }

    /// The beginnings of first packets.
    private static let introductions: [(codec: Codec, bytes: [UInt8])] = [
        (.vorbis, [0x01] + Array("vorbis".utf8)), (.theora, [0x80] + Array("theora".utf8)), (.daala, [0x80] + Array("daala".utf8)),
        (.opus, Array("OpusHead".utf8)), (.speex, Array("Speex   ".utf8)), (.celt, Array("CELT    ".utf8)), (.vp8, Array("OVP80".utf8)),
        (.flac, [0x7F] + Array("FLAC".utf8)), (.ogm, [0x01] + Array("video".utf8)), (.ogm, [0x01] + Array("audio".utf8)),
        (.ogm, [0x01] + Array("text".utf8)),
    ]
    /// The beginnings of packets with comments if the codec is unknown: Vorbis, Opus and Theora.
    private static let beginnings = [[0x03] + Array("vorbis".utf8), opus, [0x81] + Array("theora".utf8)]
    private static let opus = Array("OpusTags".utf8)

    /// The number of further comments that are permitted.
    private var permitted = TagLimit.maximumComments
    private var codec: Codec?
    /// Whether the packet may name the codec, and its number behind the packet that did.
    private var mayIntroduce = true
    private var number = 0
    /// Whether the rest of the packet does not matter.
    private var isOther = false
    /// Whether the last page ended within a packet.
    private var isIncomplete = false
    /// Whether a list could not be ended, so that FFmpeg must not read another page of the stream: a byte of each one is inverted.
    private(set) var isRefused = false
    /// Whether no byte of the page was inverted.
    private var isIntact = true
    /// The first bytes of the packet.
    private var beginning: [UInt8] = []
    private var list: CommentList?

    /// Begins a packet, or the rest of one whose beginning is unknown.
    mutating func beginPacket(isContinued: Bool) {
        if !beginning.isEmpty || list != nil || isOther {
            mayIntroduce = false
            number = number.saturatingAdding(1)
        }
        (beginning, list, isOther) = ([], nil, isContinued)
    }

    /// Begins a page. FFmpeg continues a packet that has not ended, whatever the flags of the page say.
    /// - Parameters:
    ///   - isContinued: Whether it declares that it continues a packet.
    ///   - isFirst: Whether it declares that it begins the stream.
    ///   - isIncomplete: Whether its last packet continues on another page; `nil` for a page without any.
    mutating func beginPage(isContinued: Bool, isFirst: Bool, isIncomplete: Bool?) {
        isIntact = true
        if !isContinued, !self.isIncomplete { beginPacket(isContinued: false) }
        if let isIncomplete { self.isIncomplete = isIncomplete }
        if isFirst { mayIntroduce = true }
    }

    /// Reads bytes of the packet, of which `left` are in its page from `byte` on.
    /// - Returns: The number of bytes that were read, and the bits of the first one to invert.
    mutating func read(_ byte: UInt8, left: Int) -> (count: Int, bits: UInt8) {
        if isRefused {
            guard isIntact else { return (left, 0) }
            // FFmpeg drops a page with a wrong checksum.
            isIntact = false
            return (1, UInt8.max)
        }
        if isOther { return (left, 0) }
        if var list {
            let skipped = min(list.skippable, left)
            let bits = skipped > 0 ? 0 : read(byte, left: left, in: &list)
            if skipped > 0 { list.skip(skipped) }
            self.list = list
            return (max(1, skipped), bits)
        }
        beginning.append(byte)
        switch mayIntroduce ? introduction() : verdict() {
        case .undecided: return (1, 0)
        case .other:
            isOther = true
            return (1, 0)
        case .list:
            var list = CommentList()
            var bits: UInt8 = 0
            // The lists of these codecs have no beginning of their own.
            if codec == .speex || codec == .celt { for byte in beginning { bits = read(byte, left: left, in: &list) } }
            self.list = list
            return (1, bits)
        }
    }

    private mutating func read(_ byte: UInt8, left: Int, in list: inout CommentList) -> UInt8 {
        let bits = list.read(byte, left: left, isChecked: true, permitted: &permitted)
        if list.isRefused { (isRefused, isIntact) = (true, false) }
        return bits
    }

    // MARK: Packets

    /// Judges a packet that may name the codec.
    private mutating func introduction() -> Verdict {
        if let found = Self.introductions.first(where: { $0.bytes == beginning }) {
            (codec, number, permitted) = (found.codec, 0, TagLimit.maximumComments)
            guard found.codec == .vp8 else { return .other }
            // FFmpeg distinguishes the packets of VP8 by a byte behind the name.
            mayIntroduce = false
            return .undecided
        }
        if Self.introductions.contains(where: { $0.bytes.starts(with: beginning) }) { return .undecided }
        mayIntroduce = false
        return verdict()
    }

    /// Judges a packet by its first bytes, as FFmpeg does, which compares some of them only.
    private func verdict() -> Verdict {
        switch codec {
        case .vorbis, .ogm: beginning.first == 0x03 ? behind(7) : .other
        case .theora: beginning.first == 0x81 ? behind(7) : .other
        case .daala: beginning.first == 0x81 ? behind(6) : .other
        case .flac: beginning.first.map { $0 & 0x7F } == 4 ? behind(4) : .other
        case .vp8: beginning.first != UInt8(ascii: "O") ? .other : beginning.count < 7 ? .undecided : kindOfVP8()
        case .speex: number == 1 ? .list : .other
        case .celt: .list
        case .opus: verdict(among: [Self.opus])
        case nil: verdict(among: Self.beginnings)
        }
    }

    /// A list begins behind `count` bytes.
    private func behind(_ count: Int) -> Verdict { beginning.count < count ? .undecided : .list }

    private func kindOfVP8() -> Verdict {
        // bounded: the header has seven bytes
        beginning[5] == 0x02 && beginning[6] == 0x20 ? .list : .other
    }

    private func verdict(among beginnings: [[UInt8]]) -> Verdict {
        if beginnings.contains(beginning) { return .list }
        return beginnings.contains { $0.starts(with: beginning) } ? .undecided : .other
    }
}
