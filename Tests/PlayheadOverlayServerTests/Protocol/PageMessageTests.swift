import NIOCore
import NIOEmbedded
import NIOWebSocket
import TestSupport
import Testing

@testable import PlayheadOverlayServer

/// The bytes of a page through NIO's decoder, its aggregator and the rules.
@Suite("The messages of a page")
struct PageMessageTests {
    /// A frame as a page sends it, with a mask of zeros.
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
        return [first] + size + (isMasked ? [0, 0, 0, 0] : []) + Array(repeating: UInt8(ascii: "x"), count: bytes ?? length)
    }

    private static func text(_ length: Int) -> PageMessage { .text(String(repeating: "x", count: length)) }
    private static func closing(_ reason: ClosingReason) -> PageMessage { .closing(code: reason.rawValue) }

    private static func messages(_ bytes: [UInt8], inPiecesOf size: Int) throws -> [PageMessage] {
        let channel = EmbeddedChannel()
        let decoder = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: PagePipeline.maximumMessage))
        try channel.pipeline.syncOperations.addHandlers([decoder] + PagePipeline.makeMessageHandlers())
        for start in stride(from: 0, to: bytes.count, by: size) {
            try channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(bytes.count, start + size)]))
        }
        var messages: [PageMessage] = []
        while let message = try channel.readInbound(as: PageMessage.self) { messages.append(message) }
        _ = try channel.finish(acceptAlreadyClosed: true)
        return messages
    }

    @Test("come in order, in whatever pieces the frames come", arguments: [1, 2, 3, 5, 4096])
    func admitted(size: Int) throws {
        let frames =
            Self.frame(1, 0) + Self.frame(1, 5) + Self.frame(1, 126) + Self.frame(1, 65_535) + Self.frame(9, 3) + Self.frame(1, 70_000)
            + Self.frame(10, 125) + Self.frame(8, 0)
        #expect(
            try Self.messages(frames, inPiecesOf: size) == [
                Self.text(0), Self.text(5), Self.text(126), Self.text(65_535), .ping(ByteBuffer(string: "xxx")), Self.text(70_000), .pong,
                Self.closing(.done),
            ])
    }

    @Test("may have 64 frames each, with pings in between")
    func fragments() throws {
        let middle = (0..<62).flatMap { _ in Self.frame(9, 1) + Self.frame(0, 3, isLast: false) }
        let whole = Self.frame(1, 3, isLast: false) + middle + Self.frame(0, 3)
        let messages = Array(repeating: PageMessage.ping(ByteBuffer(string: "x")), count: 62) + [Self.text(64 * 3)]
        #expect(try Self.messages(whole + whole, inPiecesOf: 100) == messages + messages)
        let more = Self.frame(1, 3, isLast: false) + middle + Self.frame(0, 3, isLast: false) + Self.frame(0, 3)
        #expect(try Self.messages(more, inPiecesOf: 100).last == Self.closing(.messageTooBig))
    }

    @Test("end with the frame that breaks a rule: messages before it come, nothing behind it does", arguments: [1, 7, 4096])
    func broken(size: Int) throws {
        let good = Self.frame(1, 20)
        let rules: [([UInt8], ClosingReason)] = [
            (Self.frame(1, 5, isMasked: false), .protocolError),
            (Self.frame(1, 5, reserved: 4), .protocolError), (Self.frame(1, 5, reserved: 2), .protocolError),
            (Self.frame(1, 5, reserved: 1), .protocolError), (Self.frame(1, 5, isLast: false, reserved: 1), .protocolError),
            (Self.frame(3, 5), .protocolError), (Self.frame(7, 0), .protocolError), (Self.frame(11, 0), .protocolError),
            (Self.frame(9, 3, isLast: false), .protocolError), (Self.frame(8, 126), .protocolError),
            (Self.frame(10, 70_000), .protocolError), (Self.frame(8, 1), .protocolError),
            (Self.frame(0, 3), .protocolError), (Self.frame(2, 3), .notText), (Self.frame(1, 1).dropLast() + [0xC3], .invalidText),
            (Self.frame(1, PagePipeline.maximumMessage + 1, bytes: 9), .messageTooBig),
            (Self.frame(2, .max, bytes: 9), .messageTooBig),
            ([0x81, 0xFF] + Array(repeating: 0xFF, count: 8) + [0, 0, 0, 0], .messageTooBig),
        ]
        for (bad, reason) in rules {
            let messages = try Self.messages(good + bad + good, inPiecesOf: size)
            #expect(messages == [Self.text(20), Self.closing(reason)], "\(bad.prefix(10))")
        }
    }

    @Test("do not begin before the one before has ended")
    func interleaved() throws {
        let begun = Self.frame(1, 3, isLast: false)
        #expect(try Self.messages(begun + Self.frame(1, 3), inPiecesOf: 4) == [Self.closing(.protocolError)])
        #expect(try Self.messages(begun + begun, inPiecesOf: 4) == [Self.closing(.protocolError)])
    }

    @Test("have 1 MiB at most, in one frame or in several")
    func size() throws {
        let half = PagePipeline.maximumMessage / 2
        #expect(try Self.messages(Self.frame(1, 2 * half), inPiecesOf: 4096) == [Self.text(2 * half)])
        let first = Self.frame(1, half, isLast: false)
        #expect(try Self.messages(first + Self.frame(0, half), inPiecesOf: 4096) == [Self.text(2 * half)])
        #expect(try Self.messages(first + Self.frame(0, half + 1), inPiecesOf: 4096) == [Self.closing(.messageTooBig)])
    }

    @Test("end with the page's close frame, whose code is answered", arguments: [1, 5, 4096])
    func closed(size: Int) throws {
        let end = Self.frame(8, 2).dropLast(2) + [0x0F, 0xA0]
        #expect(try Self.messages(end + Self.frame(1, 5) + [0xFF, 0xFF], inPiecesOf: size) == [.closing(code: 4000)])
    }

    @Test("of random bytes are the same in whatever pieces they come, and at most the last one closes")
    func random() throws {
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
            let whole = try Self.messages(bytes, inPiecesOf: max(1, bytes.count))
            let piece = max(1 + random.below(9), bytes.count / 2000)
            #expect(try Self.messages(bytes, inPiecesOf: piece) == whole, "seed \(seed)")
            let isEarly = whole.dropLast().contains { if case .closing = $0 { true } else { false } }
            #expect(!isEarly, "seed \(seed)")
        }
    }
}
