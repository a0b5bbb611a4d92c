/// Finds the event messages in the bytes of fragmented MP4, which arrive in pieces of any size.
///
/// The scanner iterates over the top-level boxes (ISO/IEC 14496-12 §4.2), which include event messages, and stores only messages.
package struct EventMessageScanner: Sendable {
    private enum State {
        /// The header of a box is being read.
        case header
        /// An event message with this number of bytes is being read.
        case message(Int)
        /// Another box is being skipped, with this number of remaining bytes.
        case skipping(UInt64)
        /// No box follows: the input is invalid, or the last box extends to the end.
        case done
    }

    /// The maximum size of a message in bytes; larger ones are skipped.
    package static let maximumMessageSize = 4 << 20
    /// The maximum number of messages in a segment; further ones are skipped.
    package static let maximumMessages = 1000

    /// Whether a message was skipped because of its size or number.
    package private(set) var hasSkipped = false

    private static let messageType = Array("emsg".utf8)

    private var state = State.header
    /// The received bytes of the header or message.
    private var held: [UInt8] = []
    private var count = 0

    /// Makes a scanner for bytes that begin with a box, such as a segment.
    package init() {}

    /// Scans the next bytes and returns the messages that are complete.
    package mutating func scan(_ bytes: ArraySlice<UInt8>) -> [EventMessage] {
        var rest = bytes
        var messages: [EventMessage] = []
        while !rest.isEmpty {
            switch state {
            case .header:
                guard hold(&rest, upTo: headerSize), held.count == headerSize else { continue }
                readHeader()
            case .message(let size):
                guard hold(&rest, upTo: size) else { continue }
                if let message = EventMessage.parse(box: held[...]) { messages.append(message) }
                count += 1
                begin(.header)
            case .skipping(let count):
                let skipped = min(count, UInt64(rest.count))
                rest = rest.dropFirst(Int(skipped))
                state = skipped == count ? .header : .skipping(count - skipped)
            case .done:
                return messages
            }
        }
        return messages
    }

    /// Scans the next bytes and returns the messages that are complete.
    package mutating func scan(_ bytes: [UInt8]) -> [EventMessage] { scan(bytes[...]) }

    /// The size of the header, as far as known: a size of 1 indicates that the actual size follows in eight bytes.
    private var headerSize: Int { held.count >= 8 && held.prefix(4).elementsEqual([0, 0, 0, 1]) ? 16 : 8 }

    /// Moves bytes from `rest` until `size` are held; returns whether they are.
    private mutating func hold(_ rest: inout ArraySlice<UInt8>, upTo size: Int) -> Bool {
        let taken = rest.prefix(max(0, size - held.count))
        held += taken
        rest = rest.dropFirst(taken.count)
        return held.count >= size
    }

    private mutating func begin(_ next: State) {
        held.removeAll(keepingCapacity: true)
        state = next
    }

    private mutating func readHeader() {
        let header = UInt64(held.count)
        let short = held.prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let size = short == 1 ? held.dropFirst(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : short
        let isMessage = held[4..<8].elementsEqual(Self.messageType)
        // A box with the size 0 extends to the end.
        guard size >= header else { return begin(.done) }
        let content = size - header
        if isMessage, content > 0 {
            if count < Self.maximumMessages, content <= UInt64(Self.maximumMessageSize) { return begin(.message(Int(content))) }
            hasSkipped = true
        }
        begin(content == 0 ? .header : .skipping(content))
    }
}
