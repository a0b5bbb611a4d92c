/// The descriptions of the sample group `seig` (ISO/IEC 23001-7 §6), in a box `sgpd` (ISO/IEC 14496-12 §8.9.3).
struct SampleGroup: Sendable {
    private static let type = Array("seig".utf8)

    /// The entries, which are numbered from 1.
    private(set) var entries: [SampleProtection] = []
    /// The number of the entry of samples that no `sbgp` maps; 0 for none.
    private(set) var defaultEntry = 0

    /// No entries.
    init() {}

    /// Reads a box `sgpd`; `nil` if it has other groups or is damaged. In version 2 the first editions have no lengths: of both layouts the
    /// one that fills the box is read.
    init?(_ box: MediaBox, of bytes: [UInt8]) {
        let found = [true, false].compactMap { Self.read(box, of: bytes, hasLengths: $0) }
        guard let group = (found.first { $0.isWhole } ?? found.first)?.group else { return nil }
        self = group
    }

    private static func read(_ box: MediaBox, of bytes: [UInt8], hasLengths: Bool) -> (group: Self, isWhole: Bool)? {
        var fields = BoxFields(bytes, box.content)
        guard let version = fields.integer(1), fields.skip(3), fields.octets(4) == type else { return nil }
        let isSized = version == 1 || version >= 2 && hasLengths
        var group = Self()
        var length = 0
        if isSized {
            guard let declared = fields.integer(4) else { return nil }
            length = declared
        }
        if version >= 2 {
            guard let number = fields.integer(4) else { return nil }
            group.defaultEntry = number
        }
        guard let count = fields.integer(4) else { return nil }
        // Each entry has more than one byte, so that the box ends the loop.
        for _ in 0..<count {
            let declared = isSized && length == 0 ? fields.integer(4) : length
            let start = fields.place
            guard let declared, fields.skip(1), let entry = SampleProtection(&fields) else { return nil }
            group.entries.append(entry)
            if declared > 0, !fields.skip(declared - (fields.place - start)) { return nil }
        }
        return (group, fields.rest == 0)
    }

    /// Returns an entry by its number; `nil` for another number.
    func entry(_ number: Int) -> SampleProtection? { entries.indices.contains(number - 1) ? entries[number - 1] : nil }

    /// Reads a box `sbgp` of this kind of group (ISO/IEC 14496-12 §8.9.2), up to where it is damaged; `nil` if it is of another kind.
    /// - Returns: The numbers of entries, for consecutive samples.
    static func runs(_ box: MediaBox, of bytes: [UInt8]) -> [(samples: Int, entry: Int)]? {
        var fields = BoxFields(bytes, box.content)
        guard let version = fields.integer(1), fields.skip(3), fields.octets(4) == type else { return nil }
        if version == 1 { _ = fields.skip(4) }
        guard let count = fields.integer(4) else { return nil }
        var runs: [(samples: Int, entry: Int)] = []
        for _ in 0..<count {
            guard let samples = fields.integer(4), let entry = fields.integer(4) else { break }
            runs.append((samples, entry))
        }
        return runs
    }
}
