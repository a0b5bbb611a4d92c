import Testing

@testable import PlayheadOrigin

@Suite("Log of requests")
struct RequestLogTests {
    @Test("Of very many requests the latest are kept, with their numbers; changes of removed ones are ignored")
    func bounded() {
        let log = RequestLog()
        let count = 3 * RequestLog.maximumCount
        for _ in 0..<count {
            _ = log.append { RequestRecord(index: $0, time: 0, connection: 1, method: "GET", path: "/", query: nil, headers: []) }
        }
        #expect(log.records.count <= RequestLog.maximumCount && log.records.count >= RequestLog.maximumCount / 2)
        #expect(log.records.last?.index == count - 1)
        log.update(0) { $0.isFinished = true }
        log.update(count - 1) { $0.isFinished = true }
        #expect(log.records.filter(\.isFinished).map(\.index) == [count - 1])
    }

    @Test("Requests with long fields are removed earlier")
    func length() {
        let log = RequestLog()
        let field = HeaderField("X", String(repeating: "x", count: 1 << 20))
        for _ in 0..<100 {
            _ = log.append { RequestRecord(index: $0, time: 0, connection: 1, method: "GET", path: "", query: nil, headers: [field]) }
        }
        #expect(log.records.count <= RequestLog.maximumLength >> 20 && log.records.last?.index == 99)
    }
}
