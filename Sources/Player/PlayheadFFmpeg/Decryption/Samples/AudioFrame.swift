/// A frame of AAC in ADTS, of AC-3 or of E-AC-3, whose headers contain the frame size.
struct AudioFrame {
    /// The kind of frame to search.
    enum Kind: CaseIterable {
        /// AAC (ISO/IEC 14496-3 §1.A.2.2).
        case adts
        /// AC-3 and E-AC-3 (ETSI TS 102 366).
        case ac3
    }

    /// The result of a search.
    enum Finding {
        /// A frame, possibly incomplete.
        case frame(AudioFrame)
        /// No frame.
        case none
        /// There are too few octets to decide.
        case unknown
    }

    /// The number of octets of the header, which precedes the leader.
    let header: Int
    /// The number of octets of the frame.
    let size: Int

    /// Searches a frame at `index` of `bytes`.
    static func look(_ bytes: [UInt8], at index: Int, for kinds: [Kind] = Kind.allCases) -> Finding {
        let maximumHeaderLength = 7
        guard bytes.count - index >= maximumHeaderLength else { return .unknown }
        if kinds.contains(.adts), bytes[index] == 0xFF, bytes[index + 1] & 0xF6 == 0xF0 {
            let size = Int(bytes[index + 3] & 3) << 11 | Int(bytes[index + 4]) << 3 | Int(bytes[index + 5]) >> 5
            let header = bytes[index + 1] & 1 == 1 ? 7 : 9
            return size >= header ? .frame(AudioFrame(header: header, size: size)) : .none
        }
        if kinds.contains(.ac3), bytes[index] == 0x0B, bytes[index + 1] == 0x77 {
            return ac3Size(bytes, index).map { .frame(AudioFrame(header: 0, size: $0)) } ?? .none
        }
        return .none
    }

    /// Decrypts all complete frames in place.
    /// - Returns: The number of processed octets; the rest requires more data.
    static func decrypt(_ bytes: inout [UInt8], kinds: [Kind], with cipher: SampleCipher) -> Int {
        var index = 0
        while true {
            switch look(bytes, at: index, for: kinds) {
            case .unknown: return index
            case .none: index += 1
            case .frame(let frame):
                guard frame.size <= bytes.count - index else { return index }
                bytes.withUnsafeMutableBytes { bytes in
                    // bounded: a size is at least the header, and the guard above checks it
                    cipher.decryptAudio(UnsafeMutableRawBufferPointer(rebasing: bytes[index + frame.header..<index + frame.size]))
                }
                index += frame.size
            }
        }
    }

    /// The bit rates of AC-3 in kilobits per second, by half of its `frmsizecod` (ETSI TS 102 366, table 4.13).
    private static let rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]

    private static func ac3Size(_ bytes: [UInt8], _ index: Int) -> Int? {
        // From this value on the bit stream is that of E-AC-3 (annex E).
        let firstEnhanced = 11
        if Int(bytes[index + 5] >> 3) >= firstEnhanced { return (Int(bytes[index + 2] & 7) << 8 | Int(bytes[index + 3])) * 2 + 2 }
        let code = Int(bytes[index + 4] & 0x3F)
        guard code / 2 < rates.count else { return nil }
        let rate = rates[code / 2]
        // A frame has 1536 samples, and its size is in words of 16 bits.
        switch bytes[index + 4] >> 6 {
        case 0: return rate * 4
        case 1: return (rate * 96_000 / 44_100 + code % 2) * 2
        case 2: return rate * 6
        default: return nil
        }
    }
}
