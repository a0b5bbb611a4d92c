import Testing

@testable import PlayheadCMCD

@Suite("Validation of CMCD sessions")
struct CMCDSessionCheckTests {
    private func problems(_ records: [String], target: String = "a") -> (found: [CMCDProblem], gaps: [CMCDProblem]) {
        var check = CMCDSessionCheck()
        let readings = CMCDReader.report(body: Array(records.joined(separator: "\n").utf8), contentType: CMCDData.mediaType)
        let found = readings.flatMap { check.add($0, target: target) }
        return (found, check.gaps())
    }

    @Test("accepts numbers in order and changing values")
    func valid() {
        let (found, gaps) = problems([
            "e=ps,sid=\"s\",sn=0,sta=s,ts=1,v=2", "e=ps,msd=5,sid=\"s\",sn=1,sta=p,ts=2,v=2", "e=t,sid=\"s\",sn=2,ts=3,v=2",
        ])
        #expect(found.isEmpty && gaps.isEmpty)
    }

    @Test("reports repeated and reversed numbers, a second start delay, equal values, and lost reports")
    func invalid() {
        #expect(problems(["e=t,sid=\"s\",sn=0,ts=1,v=2", "e=t,sid=\"s\",sn=0,ts=1,v=2"]).found.contains { $0.key == "sn" })
        #expect(problems(["e=t,sid=\"s\",sn=1,ts=1,v=2", "e=t,sid=\"s\",sn=0,ts=1,v=2"]).found.contains { $0.key == "sn" })
        #expect(problems(["e=t,msd=1,sid=\"s\",sn=0,ts=1,v=2", "e=t,msd=1,sid=\"s\",sn=1,ts=1,v=2"]).found.contains { $0.key == "msd" })
        #expect(
            problems(["e=ps,sid=\"s\",sn=0,sta=p,ts=1,v=2", "e=ps,sid=\"s\",sn=1,sta=p,ts=1,v=2"]).found.contains { $0.key == "sta" })
        #expect(problems(["e=t,sid=\"s\",sn=0,ts=1,v=2", "e=t,sid=\"s\",sn=2,ts=1,v=2"]).gaps.count == 1)
    }

    @Test("remembers a limited number of sessions, and of numbers after a gap")
    func limits() {
        var check = CMCDSessionCheck()
        func add(_ session: Int, _ number: Int) {
            let record = "e=t,sid=\"\(session)\",sn=\(number),ts=1,v=2"
            for reading in CMCDReader.report(body: Array(record.utf8), contentType: CMCDData.mediaType) { _ = check.add(reading) }
        }
        for number in 1...CMCDSessionCheck.maximumNumbers + 1 { add(0, number) }
        #expect(check.gaps().isEmpty)
        for session in 0..<2 * CMCDSessionCheck.maximumStreams { add(session, 0) }
        #expect(check.sessions.count == CMCDSessionCheck.maximumStreams)
    }
}
