import NIOHTTP1
import Testing

@testable import PlayheadTransport

@Suite("What a response's head says of its body")
struct ResponsePlanTests {
    private static func plan(_ status: HTTPResponseStatus, _ fields: [(String, String)], range: ByteRange? = nil) throws -> ResponsePlan {
        try ResponsePlan(HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(fields)), range: range)
    }

    @Test("A chunked part is as long as its range says")
    func chunkedPart() throws {
        let plan = try Self.plan(.partialContent, [("Content-Range", "bytes 10-19/100")], range: ByteRange(offset: 10, length: 10))
        #expect(plan.wireLength == 10)
        #expect(plan.contentLength == 10)
        #expect(plan.totalLength == 100)
    }

    @Test("A part that begins earlier or goes on longer is cut to what was asked for")
    func widerPart() throws {
        let plan = try Self.plan(
            .partialContent, [("Content-Range", "bytes 0-99/*"), ("Content-Length", "100")], range: ByteRange(offset: 10, length: 20))
        #expect(plan.window == BodyWindow(skip: 10, limit: 20))
        #expect(plan.contentLength == 20)
        #expect(plan.totalLength == nil)
        #expect(plan.acceptsRanges)
    }

    @Test("The length of a compressed body is not known")
    func compressed() throws {
        let plan = try Self.plan(.ok, [("Content-Encoding", "GZIP"), ("Content-Length", "10"), ("Accept-Ranges", "bytes")])
        #expect(plan.wireLength == nil)
        #expect(plan.contentLength == nil)
        #expect(plan.acceptsRanges)
    }

    @Test("A part without a range is taken to begin where it was asked to")
    func partWithoutRange() throws {
        let plan = try Self.plan(.partialContent, [("Content-Length", "5")], range: ByteRange(offset: 10))
        #expect(plan.window == BodyWindow())
        #expect(plan.contentLength == 5)
        #expect(plan.totalLength == nil)
    }
}
