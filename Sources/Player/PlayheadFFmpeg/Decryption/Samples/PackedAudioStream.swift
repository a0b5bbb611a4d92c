/// Consecutive audio frames, with ID3 tags between them (RFC 8216bis §3.1.4).
struct PackedAudioStream: DecryptingStream {
    private let cipher: SampleCipher
    /// A tag, or the beginning of one, or of a frame.
    private var held: [UInt8] = []
    /// The number of octets of a tag that are still to come.
    private var tagRest = 0

    init(_ cipher: SampleCipher) { self.cipher = cipher }

    mutating func update(_ bytes: [UInt8]) -> [UInt8] {
        held.append(contentsOf: bytes)
        var index = 0
        loop: while index < held.count {
            if tagRest > 0 {
                let step = min(tagRest, held.count - index)
                tagRest -= step
                index += step
                continue
            }
            switch AudioFrame.look(held, at: index) {
            case .unknown: break loop
            case .frame(let frame):
                guard frame.size <= held.count - index else { break loop }
                held.withUnsafeMutableBytes { held in
                    // bounded: a size is at least the header, and the guard above checks it
                    cipher.decryptAudio(UnsafeMutableRawBufferPointer(rebasing: held[index + frame.header..<index + frame.size]))
                }
                index += frame.size
            case .none:
                guard held[index...].starts(with: "ID3".utf8) else {
                    index += 1
                    continue
                }
                guard held.count - index >= 10 else { break loop }
                // ID3 version 2.4.0, §3.1: four times seven bits.
                tagRest = 10 + held[index + 6..<index + 10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
            }
        }
        let clear = Array(held[..<index])
        held.removeFirst(index)
        return clear
    }

    mutating func finish() -> [UInt8] {
        defer { held = [] }
        return held
    }
}
