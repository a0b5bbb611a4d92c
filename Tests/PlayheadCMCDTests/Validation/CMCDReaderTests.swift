import PlayheadCMCD
import TestSupport
import Testing

@Suite("Validation of CMCD")
struct CMCDReaderTests {
    private func query(_ text: String) -> CMCDReading? {
        let encoded = text.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" + digits : digits)
        }
        return CMCDReader.request(headers: [], query: "a=b&CMCD=" + encoded.joined())
    }

    private func report(_ text: String) -> [CMCDReading] {
        CMCDReader.report(body: Array(text.utf8), contentType: "application/cmcd")
    }

    @Test("finds nothing in requests without data")
    func absent() {
        #expect(CMCDReader.request(headers: [("Accept", "*/*")], query: "a=b") == nil)
        #expect(CMCDReader.request(headers: [], query: nil) == nil)
    }

    @Test(
        "accepts the examples of the specifications",
        arguments: [
            #"bl=21300,br=3200,bs,cid="faec5fc2-ac30-11ea-bb37-0242ac130002",d=4004,dl=18500,mtp=48100,"#
                + #"nor="..%2F300kbps%2Ftrack.m4v",nrr="12323-48763",ot=v,pr=1.08,rtp=12000,sf=d,"#
                + #"sid="6e2fb550-c457-11e9-bb97-0800200c9a66",st=v,su,tb=6000"#,
            #"sid="6e2fb550-c457-11e9-bb97-0800200c9a66""#, #"com.example-javatest="hello""#,
            #"br=(5000;v 128;a),nor=("segment_002.m4s";r="0-50000" "segment_003.m4s"),sid="a",sn=3,sta=p,v=2"#,
        ])
    func examples(text: String) throws {
        let reading = try #require(query(text))
        #expect(reading.problems.isEmpty)
        #expect(reading.data.text == text)
    }

    @Test(
        "reports each deviation with its key",
        arguments: [
            ("bl=21349", "bl", "rounded"), ("bl=(2100)", "bl", "inner list"), ("bl=2100,v=2", "bl", "no inner list"),
            ("bl=-100", "bl", "negative"), ("br=\"1\"", "br", "no integer"), ("br=(1;x),v=2", "br", "no kind of object"),
            ("sta=p", "sta", "Version 1 has no"), ("nrr=\"1-2\",v=2", "nrr", "Version 2 has no"), ("ot=x", "ot", "unknown"),
            ("ot=\"v\"", "ot", "no token"), ("st=ll", "st", "Version 1"), ("su=?0", "su", "false"), ("su=1", "su", "no Boolean"),
            ("nrr=\"5-1\"", "nrr", "byte range"), ("nor=\"http://a/b\"", "nor", "relative"), ("nor=(\"//a/b\"),v=2", "nor", "relative"),
            ("foo=1", "foo", "unknown"), ("e=ps,v=2", "e", "only for reports"), ("d=4000,ot=m,v=2", "d", "not for objects"),
            ("ab=(1),br=(1),v=2", "ab", "together"), ("v=7", "v", "unknown"), ("bl=2100,bl=2200", "bl", "repeated"),
            ("sid=\"\"", "sid", "empty"), ("bl=2100;x=1", "bl", "parameters"), ("br=(),v=2", "br", "empty"),
            ("sid=\"" + String(repeating: "a", count: 65) + "\"", "sid", "longer than 64"),
            ("a-b=\"" + String(repeating: "a", count: 65) + "\",v=2", "a-b", "longer than 64"),
        ])
    func deviations(text: String, key: String, reason: String) throws {
        let reading = try #require(query(text))
        #expect(!reading.isValid)
        #expect(reading.problems.contains { $0.severity == .error && $0.key == key && $0.reason.contains(reason) }, "\(reading.problems)")
    }

    @Test(
        "reports recommendations as warnings",
        arguments: ["bl=(2149),v=2", "pr=1", "v=1", "d=1,br=1", "nr=?0,v=2"])
    func warnings(text: String) throws {
        let reading = try #require(query(text))
        #expect(reading.isValid)
        #expect(reading.problems.contains { $0.severity == .warning })
    }

    @Test("reports a key in the wrong header field, and data in two places")
    func places() throws {
        let wrong = try #require(CMCDReader.request(headers: [("cmcd-session", "bl=2100")], query: nil))
        #expect(wrong.problems.map(\.description) == ["error: CMCD-Session at byte 0: bl: The key belongs in CMCD-Request."])
        let twice = try #require(CMCDReader.request(headers: [("CMCD-Request", "bl=2100")], query: "CMCD=br%3D1"))
        #expect(!twice.isValid)
        let repeated = try #require(CMCDReader.request(headers: [], query: "CMCD=br%3D1&CMCD=br%3D1"))
        #expect(!repeated.isValid)
        let damaged = try #require(CMCDReader.request(headers: [], query: "CMCD=br%3"))
        #expect(damaged.problems.map(\.reason) == ["The percent-encoding is invalid."])
    }

    @Test("reports the position of garbage")
    func position() throws {
        let reading = try #require(query("br=100,su=,d=1"))
        #expect(reading.problems.first?.position == 7)
        #expect(!reading.isValid)
    }

    @Test("reads reports of events by record")
    func records() {
        let records = report("e=ps,sid=\"a\",sn=0,sta=p,ts=1700000000000,v=2\ne=t,sid=\"a\",sn=1,ts=1700000001000,v=2")
        #expect(records.count == 2)
        #expect(records.allSatisfy { $0.problems.isEmpty })
        #expect(records.map { $0.data.text(.event) } == ["ps", "t"])
    }

    @Test(
        "reports events without the keys that they need",
        arguments: [
            ("e=ps,sid=\"a\",sn=0,ts=1,v=2", "sta"), ("e=e,sid=\"a\",sn=0,ts=1,v=2", "ec"), ("e=rr,sid=\"a\",sn=0,ts=1,v=2", "url"),
            ("e=t,sid=\"a\",sn=0,v=2", "ts"), ("sid=\"a\",sn=0,ts=1,v=2", "e"), ("e=t,sid=\"a\",sn=0,ts=1", "v"),
            ("e=t,rc=200,sid=\"a\",sn=0,ts=1,v=2", "rc"), ("cen=\"x\",e=t,sid=\"a\",sn=0,ts=1,v=2", "cen"),
        ])
    func neededKeys(text: String, key: String) {
        let records = report(text)
        #expect(records.count == 1)
        #expect(records[0].problems.contains { $0.severity == .error && $0.key == key }, "\(records[0].problems)")
    }

    @Test("reports another media type, and a line feed after the last record")
    func bodies() {
        let record = "e=t,sid=\"a\",sn=0,ts=1,v=2"
        #expect(CMCDReader.report(body: Array(record.utf8), contentType: "text/plain").contains { !$0.isValid })
        #expect(CMCDReader.report(body: Array(record.utf8), contentType: nil).contains { !$0.isValid })
        #expect(report(record + "\n").contains { !$0.isValid })
        #expect(report("").contains { !$0.isValid })
    }

    @Test("ends for any bytes", arguments: 0..<20)
    func damage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = Array(#"ab=(1;v 2;a),nor=("x";r="0-1"),sid="a\"b",su,v=2,a-b=:YQ==:,c-d=@5,e-f=%"x""#.utf8)
        for _ in 0..<200 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            let reading = CMCDReader.report(body: bytes, contentType: nil)
            #expect(reading.contains { !$0.isValid })
        }
    }
}
