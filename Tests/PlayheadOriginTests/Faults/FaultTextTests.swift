import PlayheadOrigin
import Testing

@Suite("The text form of a fault")
struct FaultTextTests {
    @Test(
        "names each kind with its details",
        arguments: [
            ("status=503", Fault(kind: .status(503))),
            ("status=503,path=seg*.ts,requests=2", Fault(path: "seg*.ts", requests: .first(2), kind: .status(503))),
            (
                "path=a/**, status=429 ,retry-after=3,body=x=y",
                Fault(path: "a/**", kind: .status(429, body: Array("x=y".utf8), retryAfter: 3))
            ),
            ("latency=0.25,requests=first-3", Fault(requests: .first(3), kind: .latency(0.25))),
            ("stall=1000", Fault(kind: .stall(afterBytes: 1000))),
            ("stall=0,for=2.5,requests=at-4", Fault(requests: .at(4), kind: .stall(afterBytes: 0, seconds: 2.5))),
            ("cut=header", Fault(kind: .cut(afterBytes: nil))),
            ("cut=10,reset=yes,requests=each-1", Fault(requests: .firstOfEachPath(1), kind: .cut(afterBytes: 10, reset: true))),
            ("length=+50", Fault(kind: .contentLength(offset: 50))),
            ("length=-50", Fault(kind: .contentLength(offset: -50))),
            ("bandwidth=125000,requests=from-2", Fault(requests: .from(2), kind: .bandwidth(bytesPerSecond: 125_000))),
            ("html,requests=all", Fault(kind: .html)),
            ("empty", Fault(kind: .emptyBody)),
            ("garbage", Fault(kind: .garbage())),
            ("garbage=7", Fault(kind: .garbage(seed: 7))),
            ("truncate=9", Fault(kind: .truncated(afterBytes: 9))),
            ("no-ranges", Fault(kind: .ignoreRanges)),
            ("redirect=self", Fault(kind: .redirect(to: nil))),
            ("redirect=/b.mp4,code=307", Fault(kind: .redirect(to: "/b.mp4", status: 307))),
            ("type=text/plain", Fault(kind: .mediaType("text/plain"))),
        ])
    func valid(text: String, expected: Fault) throws {
        #expect(try Fault(text: text) == expected)
    }

    @Test(
        "is refused with its reason when it is not understood",
        arguments: [
            "", ",", "=5", "status", "status=", "status=abc", "status=100", "status=-1", "path=*.ts", "status=503,status=404",
            "status=503,latency=1",
            "latency=-1", "latency=nan", "latency=inf", "stall=-5", "stall=5,for=x", "cut=x", "cut=1,reset=maybe", "bandwidth=0",
            "html=yes", "garbage=-1", "redirect=x,code=200", "status=503,requests=0", "status=503,requests=some-2",
            "status=503,requests=at-",
            "unknown=1", "retry-after=2", "length=99999999999999999999",
        ])
    func invalid(text: String) {
        let error = #expect(throws: FaultTextError.self) { try Fault(text: text) }
        #expect(error?.text == text)
        #expect(error?.description.contains("'\(text)'") == true)
    }
}
