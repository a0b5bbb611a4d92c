/// The header of a PES packet (ISO/IEC 13818-1 §2.4.3.6), which may be spread over several packets of the transport stream.
struct PESHeader {
    private static let startCode: [UInt8] = [0, 0, 1]
    /// The size of the part before the fields that may be absent; its last octet is their size.
    private static let fixedSize = 9

    /// The octets of the fixed part that were read.
    private var fixed: [UInt8] = []
    /// The number of octets behind the fixed part that are still to come.
    private var rest = 0

    /// Whether the octets that were read begin no PES packet.
    var isInvalid: Bool { !fixed.starts(with: Self.startCode.prefix(fixed.count)) }

    private var isComplete: Bool { fixed.count == Self.fixedSize && rest == 0 }

    /// Reads the octets of the header in `range` of `bytes`.
    /// - Returns: The index of the first octet behind them.
    mutating func read(_ bytes: [UInt8], in range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, !isComplete, !isInvalid {
            if fixed.count < Self.fixedSize {
                fixed.append(bytes[index])
                if fixed.count == Self.fixedSize { rest = Int(bytes[index]) }
                index += 1
            } else {
                let step = min(rest, range.upperBound - index)
                rest -= step
                index += step
            }
        }
        return index
    }
}
