import NIOCore
import NIOHTTP1
import Testing

@testable import PlayheadTransport

@Suite("Response sequence")
struct ResponseSequenceTests {
    private static func head(_ status: Int, _ headers: HTTPHeaders = [:]) -> HTTPClientResponsePart {
        .head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers))
    }

    private static let body = HTTPClientResponsePart.body(ByteBuffer(string: "x"))
    private static let end = HTTPClientResponsePart.end(nil)

    /// Returns the verdict for each part: forwarded, dropped, or refused.
    private static func verdicts(_ parts: [HTTPClientResponsePart]) -> String {
        var sequence = ResponseSequence()
        return parts.map { part in
            switch sequence.handle(part) {
            case .forward: "f"
            case .drop: "d"
            case .refuse: "r"
            }
        }.joined()
    }

    @Test("Valid responses are forwarded, without interim ones")
    func valid() {
        #expect(Self.verdicts([Self.head(200), Self.body, Self.body, Self.end, Self.head(599), Self.end]) == "ffffff")
        #expect(Self.verdicts([Self.head(100), Self.head(103), Self.head(404), Self.end]) == "ddff")
    }

    @Test("After a violation nothing is forwarded")
    func violations() {
        for status in [0, 1, 99, 600, 1000, 101] { #expect(Self.verdicts([Self.head(status), Self.head(200), Self.body]) == "rdd") }
        #expect(Self.verdicts([Self.body, Self.head(200)]) == "rd")
        #expect(Self.verdicts([Self.end, Self.head(200)]) == "rd")
        #expect(Self.verdicts([Self.head(200), Self.head(200)]) == "fr")
        #expect(Self.verdicts([Self.head(200), Self.head(103)]) == "fr")
    }

    @Test("Interim responses and header fields are limited for each response")
    func limits() {
        let interim = (0..<ResponseSequence.maximumInterimResponses).map { _ in Self.head(103) }
        let whole = interim + [Self.head(200), Self.end]
        #expect(!Self.verdicts(whole + whole).contains("r"))
        #expect(Self.verdicts(interim + [Self.head(103)]).hasSuffix("r"))
        let large: HTTPHeaders = ["a": String(repeating: "x", count: ResponseSequence.maximumHeaderBytes)]
        #expect(Self.verdicts([Self.head(200, large)]) == "r")
        #expect(Self.verdicts([Self.head(200), .end(large)]) == "fr")
    }

    @Test("Unused traffic ends a connection, and used traffic compensates for it")
    func traffic() {
        var budget = HTTP2TrafficBudget()
        for _ in 0..<100 {
            budget.received(1 << 20)
            budget.usedData(1 << 20)
            budget.receivedControlFrame()
        }
        #expect(!budget.isExceeded)
        budget.received(HTTP2TrafficBudget.maximumUnusedBytes + 1)
        #expect(budget.isExceeded)
        budget = HTTP2TrafficBudget()
        budget.endedStream()
        budget.received(8 << 20)
        #expect(!budget.isExceeded)
        budget = HTTP2TrafficBudget()
        for _ in 0...HTTP2TrafficBudget.maximumControlFrames { budget.receivedControlFrame() }
        #expect(budget.isExceeded)
    }

    @Test("A body may expand to 64 times its size, and to 1 MiB in any case")
    func ratio() {
        let size = UnpackedSize()
        size.received(1)
        #expect(size.unpacked(UnpackedSize.allowance))
        #expect(!size.unpacked(1))
        size.reset()
        size.received(100_000)
        #expect(size.unpacked(6_400_000))
        #expect(!size.unpacked(100))
    }
}
