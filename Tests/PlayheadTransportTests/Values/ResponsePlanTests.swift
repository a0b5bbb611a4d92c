import NIOHTTP1
import Testing

@testable import PlayheadTransport

@Suite("Response plan")
struct ResponsePlanTests {
    private static func plan(_ status: HTTPResponseStatus, _ fields: [(String, String)], range: ByteRange? = nil) throws -> ResponsePlan {
        try ResponsePlan(HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(fields)), range: range)
    }

    @Test("A chunked part has the length of its range")
    func chunkedPart() throws {
        let plan = try Self.plan(.partialContent, [("Content-Range", "bytes 10-19/100")], range: ByteRange(offset: 10, length: 10))
        #expect(plan.wireLength == 10)
        #expect(plan.contentLength == 10)
        #expect(plan.totalLength == 100)
    }

    @Test("A larger part is reduced to the requested range")
    func widerPart() throws {
        let plan = try Self.plan(
            .partialContent, [("Content-Range", "bytes 0-99/*"), ("Content-Length", "100")], range: ByteRange(offset: 10, length: 20))
        #expect(plan.window == BodyWindow(skip: 10, limit: 20))
        #expect(plan.contentLength == 20)
        #expect(plan.totalLength == nil)
        #expect(plan.acceptsRanges)
    }

    @Test("The length of a compressed body is unknown")
    func compressed() throws {
        let plan = try Self.plan(.ok, [("Content-Encoding", "GZIP"), ("Content-Length", "10"), ("Accept-Ranges", "bytes")])
        #expect(plan.wireLength == nil)
        #expect(plan.contentLength == nil)
        #expect(plan.acceptsRanges)
    }

    @Test("A part without a range is assumed to start at the requested offset")
    func partWithoutRange() throws {
        let plan = try Self.plan(.partialContent, [("Content-Length", "5")], range: ByteRange(offset: 10))
        #expect(plan.window == BodyWindow())
        #expect(plan.contentLength == 5)
        #expect(plan.totalLength == nil)
    }
}
