import PlayheadFFmpeg

/// Encrypts samples of H.264, AAC, AC-3 and E-AC-3 according to Apple's "MPEG-2 Stream Encryption Format for HTTP Live Streaming", §2.
struct SampleEncryptor {
    let key: [UInt8]
    let vector: [UInt8]

    /// Encrypts the coded slices of a byte stream (ISO/IEC 14496-10, annex B), which grows where emulation prevention is needed.
    func video(_ bytes: [UInt8]) throws -> [UInt8] {
        var result: [UInt8] = []
        var unit: [UInt8] = []
        var hasBegun = false
        func end() throws {
            // Zeros before a start code are part of it.
            let zeros = unit.reversed().prefix { $0 == 0 }.count
            if hasBegun { result += try slice(unit.dropLast(zeros)) }
            result += [UInt8](repeating: 0, count: zeros)
            unit = []
        }
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: [0, 0, 1]) {
                try end()
                hasBegun = true
                result += [0, 0, 1]
                index += 3
            } else {
                unit.append(bytes[index])
                index += 1
            }
        }
        try end()
        return result
    }

    private func slice(_ unit: ArraySlice<UInt8>) throws -> [UInt8] {
        guard let first = unit.first, [1, 5].contains(first & 0x1F), unit.count > 48 else { return Array(unit) }
        let cipher = try BlockCipher(key: key, .encrypting)
        var vector = vector
        var secret = Array(unit.prefix(32))
        var rest = unit.dropFirst(32)
        while !rest.isEmpty {
            if rest.count > 16 {
                var block = Array(rest.prefix(16))
                block.withUnsafeMutableBytes { cipher.chain($0, vector: &vector) }
                secret += block
                rest = rest.dropFirst(16)
            }
            secret += rest.prefix(144)
            rest = rest.dropFirst(144)
        }
        var result: [UInt8] = []
        for byte in secret {
            if byte <= 3, result.count >= 2, result.suffix(2).allSatisfy({ $0 == 0 }) { result.append(3) }
            result.append(byte)
        }
        return result
    }

    /// Encrypts audio frames, each starting with the initialization vector; the length does not change. `frames` are the sizes of the
    /// frames, in order, and of the headers before their clear leaders.
    func audio(_ bytes: [UInt8], frames: [(size: Int, header: Int)]) throws -> [UInt8] {
        let cipher = try BlockCipher(key: key, .encrypting)
        var result = bytes
        var start = 0
        for frame in frames {
            let first = start + frame.header + 16
            start += frame.size
            guard start - first >= 16 else { continue }
            var vector = vector
            var body = Array(result[first..<start])
            body.withUnsafeMutableBytes { cipher.chain($0, vector: &vector) }
            result.replaceSubrange(first..<start, with: body)
        }
        return result
    }

    /// Encrypts AAC frames in ADTS.
    func adts(_ bytes: [UInt8]) throws -> [UInt8] {
        var frames: [(size: Int, header: Int)] = []
        var index = 0
        while index + 7 <= bytes.count {
            let size = (Int(bytes[index + 3]) & 3) * 2048 + Int(bytes[index + 4]) * 8 + Int(bytes[index + 5]) / 32
            guard size >= 7 else { break }
            frames.append((size, bytes[index + 1] & 1 == 0 ? 9 : 7))
            index += size
        }
        return try audio(bytes, frames: frames)
    }
}
