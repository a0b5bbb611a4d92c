/// Follows what a page sends on its WebSocket, and lets only frames through that a server may read whole: masked, well formed, of limited size
/// (RFC 6455 §5). What breaks a rule doesn't come through, nor does anything behind it.
package struct FrameGate: Sendable {
    /// Why a connection ends (RFC 6455 §7.4.1).
    package enum Violation: UInt16, Sendable {
        case protocolError = 1002
        case messageTooBig = 1009

        /// The frame that a page would send to end the connection for this reason, for the server behind the gate.
        package var closingFrame: [UInt8] { [0x88, 0x82, 0, 0, 0, 0, UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)] }
    }

    /// The largest message. A session takes less, and says why it refuses the rest.
    package static let maximumMessageBytes = 1_048_576
    /// So many frames make one message at most.
    package static let maximumFragments = 64

    /// What was wrong; `nil` as long as nothing is.
    package private(set) var violation: Violation?

    private var header: [UInt8] = []
    /// What is still to come of the frame's payload.
    private var payload = 0
    private var isClosing = false
    /// The message whose last frame has not come.
    private var fragments = 0
    private var messageBytes = 0

    package init() {}

    /// Takes what came.
    /// - Returns: What may be passed on. The header of a frame is kept until all of it is there.
    package mutating func admit(_ new: [UInt8]) -> [UInt8] {
        var passed: [UInt8] = []
        passed.reserveCapacity(header.count + new.count)
        var index = 0
        while index < new.count, violation == nil {
            if payload > 0 {
                let count = min(payload, new.count - index)
                // bounded: at most what is left of the bytes
                passed += new[index..<index + count]
                payload -= count
                index += count
            } else if isClosing {
                // What follows the end says nothing (§5.5.1).
                return passed
            } else {
                header.append(new[index])
                index += 1
                if readHeader() {
                    passed += header
                    header = []
                }
            }
        }
        return passed
    }

    /// Looks at the header so far; `true` if all of it is there and right.
    private mutating func readHeader() -> Bool {
        guard header.count >= 2 else { return false }
        let (isLast, opcode, short) = (header[0] & 0x80 != 0, header[0] & 0x0F, Int(header[1] & 0x7F))
        let isControl = opcode >= 0x8
        if header.count == 2,
            header[0] & 0x70 != 0 || !Self.opcodes.contains(opcode) || header[1] & 0x80 == 0
                || isControl && (!isLast || short > Self.maximumControlBytes)
        {
            return refuse(.protocolError)
        }
        let lengthBytes = short == 127 ? 8 : short == 126 ? 2 : 0
        guard header.count == 2 + lengthBytes + 4 else { return false }
        let length = lengthBytes == 0 ? UInt64(short) : header[2..<2 + lengthBytes].reduce(0) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(Self.maximumMessageBytes) else { return refuse(.messageTooBig) }
        payload = Int(length)
        isClosing = opcode == 0x8
        return isControl || isPart(isLast, isContinuation: opcode == 0)
    }

    /// Whether a frame of data belongs where it is, in a message that does not become too large.
    private mutating func isPart(_ isLast: Bool, isContinuation: Bool) -> Bool {
        guard isContinuation == (fragments > 0) else { return refuse(.protocolError) }
        fragments += 1
        messageBytes += payload
        guard fragments <= Self.maximumFragments, messageBytes <= Self.maximumMessageBytes else { return refuse(.messageTooBig) }
        if isLast { (fragments, messageBytes) = (0, 0) }
        return true
    }

    private mutating func refuse(_ violation: Violation) -> Bool {
        self.violation = violation
        payload = 0
        return false
    }

    /// Continuation, text, binary, close, ping and pong (§5.2).
    private static let opcodes: [UInt8] = [0x0, 0x1, 0x2, 0x8, 0x9, 0xA]
    /// §5.5.
    private static let maximumControlBytes = 125
}
