import PlayheadCMCD
import Testing

@Suite("CMSD")
struct CMSDTests {
    @Test("has the object of the origin and the servers in order")
    func fields() throws {
        let data = try #require(
            CMSD(
                staticField: #"at=1700000000500,br=2000,d=5000,ht=120,n="OriginProviderA",nor="next.m4s",ot=v,sf=h,st=v"#,
                dynamicField: #""CDNB-3ak1";etp=96;rtt=8,"CDNA-312.663";etp=115;rtt=16;mb=5000;du;rd=20"#))
        let object = try #require(data.object)
        #expect(object.available == 1_700_000_000.5)
        #expect(object.bitrate == 2_000_000)
        #expect(object.duration == 5)
        #expect(object.heldTime == 0.12)
        #expect(object.server == "OriginProviderA")
        #expect(object.nextObject == "next.m4s")
        #expect(object.kind == .video)
        #expect(object.format == .hls)
        #expect(object.streamType == .onDemand)
        #expect(data.servers.map(\.name) == ["CDNB-3ak1", "CDNA-312.663"])
        let edge = try #require(data.edge)
        #expect(edge.estimatedThroughput == 115_000)
        #expect(edge.roundTripTime == 0.016)
        #expect(edge.responseDelay == 0.02)
        #expect(edge.isUnderDuress)
        #expect(data.maximumBitrate == 5_000_000)
    }

    @Test("is absent for garbage", arguments: ["", "=", "a=(", "\u{0}", String(repeating: "a;b=1,", count: 10_000)])
    func garbage(text: String) { #expect(CMSD(staticField: text, dynamicField: "(" + text) == nil) }

    @Test("has no value of the wrong type")
    func types() throws {
        let data = try #require(CMSD(staticField: "br=\"x\",d=-5,ot=zz,st=v", dynamicField: "5, \"a\";etp=\"x\";mb=-1"))
        #expect(data.object?.bitrate == nil && data.object?.duration == nil && data.object?.kind == nil)
        #expect(data.servers.map(\.name) == ["a"])
        #expect(data.maximumBitrate == nil)
    }
}
