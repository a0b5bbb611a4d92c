/// H.264 in its byte stream format (ISO/IEC 14496-10, annex B), whose coded slices are encrypted.
enum VideoSample {
    /// The maximum length of a NAL unit that is clear (Apple's sample encryption, §2.2).
    private static let maximumClearLength = 48

    /// Decrypts all slices in place.
    ///
    /// Encrypted units have a second layer of emulation prevention, without which they are shorter: zeros fill the gap after them, because
    /// zeros are allowed before any start code (annex B, `trailing_zero_8bits`). So no other data moves.
    static func decrypt(_ bytes: inout [UInt8], with cipher: SampleCipher) {
        bytes.withUnsafeMutableBytes { bytes in
            var start = nextStartCode(in: bytes, from: 0)
            while start < bytes.count {
                let unit = start + 3
                let next = nextStartCode(in: bytes, from: unit)
                var end = next
                // A unit never ends with a zero: trailing zeros belong to the next start code, or are filler.
                while end > unit, bytes[end - 1] == 0 { end -= 1 }
                if unit < end { decryptUnit(UnsafeMutableRawBufferPointer(rebasing: bytes[unit..<end]), with: cipher) }
                start = next
            }
        }
    }

    private static func decryptUnit(_ unit: UnsafeMutableRawBufferPointer, with cipher: SampleCipher) {
        let type = unit[0] & 0x1F
        let slice: UInt8 = 1
        let sliceOfKeyPicture: UInt8 = 5
        guard type == slice || type == sliceOfKeyPicture, unit.count > maximumClearLength else { return }
        let count = removeEmulationPrevention(unit)
        // bounded: the remaining bytes of the unit
        cipher.decryptVideo(UnsafeMutableRawBufferPointer(rebasing: unit[..<count]))
        for index in count..<unit.count { unit[index] = 0 }
    }

    /// Removes the 3 of each 0, 0, 3 (§7.4.1).
    /// - Returns: The number of remaining octets.
    private static func removeEmulationPrevention(_ unit: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        var zeros = 0
        for index in 0..<unit.count {
            let octet = unit[index]
            if zeros >= 2, octet == 3, index < unit.count - 1 {
                zeros = 0
                continue
            }
            zeros = octet == 0 ? zeros + 1 : 0
            unit[count] = octet
            count += 1
        }
        return count
    }

    /// Returns the index of the next 0, 0, 1, or the end.
    private static func nextStartCode(in bytes: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index + 2 < bytes.count {
            let last = bytes[index + 2]
            if last > 1 {
                index += 3
            } else if last == 1, bytes[index] == 0, bytes[index + 1] == 0 {
                return index
            } else {
                index += 1
            }
        }
        return bytes.count
    }

    /// Whether `bytes` begin with a start code.
    static func beginsUnit(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: [0, 0, 1]) || bytes.starts(with: [0, 0, 0, 1]) }
}
