import TestSupport
import Testing

@testable import PlayheadOverlay

@Suite("The gate before a server of pages: frames")
struct FrameGateTests {
    /// A frame as a page sends it.
    private static func frame(
        _ opcode: UInt8, _ length: Int, isLast: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0, bytes: Int? = nil
    ) -> [UInt8] {
        let first = (isLast ? 0x80 : 0) | reserved << 4 | opcode
        let mask: UInt8 = isMasked ? 0x80 : 0
        let size: [UInt8] =
            switch length {
            case ...125: [mask | UInt8(length)]
            case ...65_535: [mask | 126] + (0..<2).reversed().map { UInt8(length >> ($0 * 8) & 0xFF) }
            default: [mask | 127] + (0..<8).reversed().map { UInt8(length >> ($0 * 8) & 0xFF) }
            }
        return [first] + size + (isMasked ? [1, 2, 3, 4] : []) + (0..<(bytes ?? length)).map { UInt8(truncatingIfNeeded: $0) }
    }

    private static func passed(_ bytes: [UInt8], inPiecesOf size: Int) -> (bytes: [UInt8], violation: FrameGate.Violation?) {
        var gate = FrameGate()
        var passed: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            passed += gate.admit(Array(bytes[start..<min(bytes.count, start + size)]))
        }
        return (passed, gate.violation)
    }

    @Test("well-formed frames come through as they are, in whatever pieces they came", arguments: [1, 2, 3, 5, 4096])
    func admitted(size: Int) {
        let frames =
            Self.frame(1, 0) + Self.frame(1, 5) + Self.frame(2, 125) + Self.frame(1, 126) + Self.frame(1, 65_535) + Self.frame(9, 3)
            + Self.frame(1, 70_000) + Self.frame(10, 125) + Self.frame(8, 2)
        let (bytes, violation) = Self.passed(frames, inPiecesOf: size)
        #expect(bytes == frames)
        #expect(violation == nil)
    }

    @Test("a message may come in 64 frames, with others in between that control the connection")
    func fragments() {
        let middle = (0..<62).flatMap { _ in Self.frame(9, 1) + Self.frame(0, 3, isLast: false) }
        let whole = Self.frame(1, 3, isLast: false) + middle + Self.frame(0, 3)
        #expect(Self.passed(whole + whole, inPiecesOf: 100).bytes == whole + whole)
        let more = Self.frame(1, 3, isLast: false) + middle + Self.frame(0, 3, isLast: false) + Self.frame(0, 3)
        #expect(Self.passed(more, inPiecesOf: 100).violation == .messageTooBig)
    }

    @Test("what breaks a rule ends it: what came before comes through, it doesn't, and nothing behind it", arguments: [1, 7, 4096])
    func broken(size: Int) {
        let good = Self.frame(1, 20)
        let rules: [([UInt8], FrameGate.Violation)] = [
            (Self.frame(1, 5, isMasked: false), .protocolError),
            (Self.frame(1, 5, reserved: 4), .protocolError), (Self.frame(1, 5, reserved: 1), .protocolError),
            (Self.frame(3, 5), .protocolError), (Self.frame(7, 0), .protocolError), (Self.frame(11, 0), .protocolError),
            (Self.frame(9, 3, isLast: false), .protocolError), (Self.frame(8, 126), .protocolError),
            (Self.frame(10, 70_000), .protocolError),
            (Self.frame(0, 3), .protocolError),
            (Self.frame(1, FrameGate.maximumMessageBytes + 1, bytes: 9), .messageTooBig),
            (Self.frame(2, .max, bytes: 9), .messageTooBig),
            ([0x81, 0xFF] + Array(repeating: 0xFF, count: 8) + [0, 0, 0, 0], .messageTooBig),
        ]
        for (bad, violation) in rules {
            let (bytes, found) = Self.passed(good + bad + good, inPiecesOf: size)
            #expect(bytes == good, "\(bad.prefix(10))")
            #expect(found == violation, "\(bad.prefix(10))")
        }
    }

    @Test("another message doesn't begin before the one before has ended")
    func interleaved() {
        let begun = Self.frame(1, 3, isLast: false)
        #expect(Self.passed(begun + Self.frame(1, 3), inPiecesOf: 4) == (begun, .protocolError))
    }

    @Test("a message has 1 MiB at most, in one frame or in several")
    func size() {
        let half = FrameGate.maximumMessageBytes / 2
        #expect(Self.passed(Self.frame(1, 2 * half), inPiecesOf: 4096).violation == nil)
        let first = Self.frame(1, half, isLast: false)
        #expect(Self.passed(first + Self.frame(0, half), inPiecesOf: 4096).violation == nil)
        let (bytes, violation) = Self.passed(first + Self.frame(0, half + 1), inPiecesOf: 4096)
        #expect(bytes == first)
        #expect(violation == .messageTooBig)
    }

    @Test("what follows a page's farewell is not passed on", arguments: [1, 5, 4096])
    func closed(size: Int) {
        let end = Self.frame(8, 2)
        #expect(Self.passed(end + Self.frame(1, 5) + [0xFF, 0xFF], inPiecesOf: size) == (end, nil))
    }

    @Test(
        "the frame that tells a server of a broken rule is one that comes through",
        arguments: [FrameGate.Violation.protocolError, .messageTooBig])
    func closingFrame(violation: FrameGate.Violation) {
        let (bytes, found) = Self.passed(violation.closingFrame, inPiecesOf: 3)
        #expect(bytes == violation.closingFrame && found == nil)
        #expect(bytes.suffix(2).reduce(0) { $0 << 8 | UInt16($1) } == violation.rawValue)
    }

    @Test("random bytes pass in the same way in whatever pieces they come, and only as frames that keep the rules")
    func random() {
        for seed in 0..<UInt64(TestScale.rounds(2000)) {
            var random = SeededGenerator(seed: seed)
            var bytes: [UInt8] = []
            for _ in 0..<random.below(8) {
                let opcode: UInt8 = [0, 1, 2, 8, 9, 10, UInt8(random.below(16))][random.below(7)]
                bytes += Self.frame(
                    opcode, random.below(random.oneIn(8) ? 70_000 : 130), isLast: !random.oneIn(3), isMasked: !random.oneIn(20),
                    reserved: random.oneIn(20) ? 1 : 0)
            }
            if random.oneIn(3), !bytes.isEmpty { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            let whole = Self.passed(bytes, inPiecesOf: max(1, bytes.count))
            #expect(Self.passed(bytes, inPiecesOf: 1 + random.below(9)) == whole, "seed \(seed)")
            // What came through passes again, whole.
            #expect(bytes.starts(with: whole.bytes) && Self.passed(whole.bytes, inPiecesOf: 4096) == (whole.bytes, nil), "seed \(seed)")
        }
    }
}
