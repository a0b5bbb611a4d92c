/// Separates the channels of captions in a video (CEA-608 §8.4): a decoder of CC1 can then decode each of them.
package struct CaptionChannels: Sendable {
    /// A channel: CC1 and CC2 are in the first field of the pictures, CC3 and CC4 in the second.
    package enum Channel: Int, Sendable, Hashable, CaseIterable {
        case cc1, cc2, cc3, cc4

        /// The name in manifests.
        package var name: String { "CC\(rawValue + 1)" }
    }

    /// The channel that the bytes of each field belong to; `nil` before the first code, and for data about programs (XDS).
    private var current: [Channel?] = [nil, nil]
    /// The channels that a code has announced.
    package private(set) var seen: Set<Channel> = []

    /// Creates a splitter, which has seen no channel.
    package init() {}

    /// Separates the captions of the next picture in presentation order.
    /// - Parameter data: Groups of three bytes (`cc_data_pkt` of ANSI/SCTE 128); an incomplete group at the end is ignored.
    /// - Returns: For each channel the groups of its field as CC1 has them; those of others are padding.
    package mutating func split(_ data: [UInt8]) -> [Channel: [UInt8]] {
        var result: [Channel: [UInt8]] = [:]
        for start in stride(from: 0, to: data.count - 2, by: 3) where data[start] & Self.type < 2 {
            let field = Int(data[start] & Self.type)
            let isValid = data[start] & Self.validity != 0
            let (owner, pair) = isValid ? assign(data[start + 1], data[start + 2], in: field) : (nil, Self.padding)
            for channel in Channel.allCases where channel.rawValue / 2 == field {
                result[channel, default: []] += [Self.header] + (channel == owner ? pair : Self.padding)
            }
        }
        return result
    }

    /// Forgets the channels that bytes belong to, because decoding continues elsewhere.
    package mutating func reset() { current = [nil, nil] }

    /// Returns the channel that a pair belongs to, and the pair as it would be in CC1.
    private mutating func assign(_ first: UInt8, _ second: UInt8, in field: Int) -> (Channel?, [UInt8]) {
        switch first & Self.withoutParity {
        case 0x01...0x0F where field == 1: current[field] = nil
        case let code where (0x10...0x1F).contains(code):
            guard [first, second].allSatisfy({ $0.nonzeroBitCount % 2 == 1 }) else { return (nil, Self.padding) }
            let channel = Channel(rawValue: field * 2 + (code < Self.secondChannel ? 0 : 1))
            current[field] = channel
            if let channel { seen.insert(channel) }
            // Each change of bits keeps the parity as it is.
            var byte = code < Self.secondChannel ? first : first ^ Self.secondChannelBits
            // Commands of the second field have a code of their own.
            let isCommand = byte & Self.withoutParity == 0x15 && (0x20...0x2F).contains(second & Self.withoutParity)
            if field == 1, isCommand { byte ^= Self.secondFieldBits }
            return (channel, [byte, second])
        default: break
        }
        return (current[field], [first, second])
    }

    private static let type: UInt8 = 0x03
    private static let validity: UInt8 = 0x04
    private static let withoutParity: UInt8 = 0x7F
    /// The first code of the second channel of a field.
    private static let secondChannel: UInt8 = 0x18
    /// The bits in which codes of the second channel, and of commands in the second field, differ, each with the bit of the parity.
    private static let (secondChannelBits, secondFieldBits): (UInt8, UInt8) = (0x88, 0x81)
    /// The header of a group with valid bytes of the first field.
    private static let header: UInt8 = 0xFC
    private static let padding: [UInt8] = [0x80, 0x80]
}
