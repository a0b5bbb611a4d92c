import Testing

@testable import MpvOverlay

@Suite("mpv's JSON IPC")
struct MpvLineTests {
    @Test(
        "properties, events and replies are parsed, other lines are ignored",
        arguments: [
            (#"{"event":"property-change","id":2,"name":"time-pos","data":1.5}"#, MpvLine.property("time-pos", 1.5)),
            (#"{"event":"property-change","id":3,"name":"pause","data":false}"#, .property("pause", false)),
            (#"{"event":"property-change","id":3,"name":"volume","data":1}"#, .property("volume", 1)),
            (#"{"event":"property-change","id":2,"name":"time-pos"}"#, .property("time-pos", nil)),
            (#"{"event":"property-change","id":2,"name":"path","data":"/a.mp4"}"#, .property("path", "/a.mp4")),
            (#"{"event":"seek"}"#, .event("seek")),
            (#"{"request_id":7,"error":"success","data":null}"#, .reply(request: 7, error: nil)),
            (#"{"request_id":7,"error":"property not found"}"#, .reply(request: 7, error: "property not found")),
            ("", nil), ("[]", nil), ("{}", nil), (#"{"event":"property-change"}"#, nil), ("mpv", nil),
        ])
    func reading(line: String, expected: MpvLine?) { #expect(MpvLine(line) == expected) }

    @Test("A command is one line with encoded texts")
    func writing() {
        #expect(
            MpvLine.command(["set_property", "pause", true], request: 3)
                == "{\"command\":[\"set_property\",\"pause\",true],\"request_id\":3}\n")
        #expect(MpvLine.command(["loadfile", "a\"\n/b"], request: 1) == "{\"command\":[\"loadfile\",\"a\\\"\\n/b\"],\"request_id\":1}\n")
        #expect(MpvLine.command(["seek", 1.5], request: 1) == "{\"command\":[\"seek\",1.5],\"request_id\":1}\n")
    }

    @Test("Lines in several chunks are assembled")
    func pieces() {
        var bytes = Array("{\"event\":\"a\"}\n\n{\"eve".utf8)
        #expect(MpvLine.lines(from: &bytes) == [#"{"event":"a"}"#])
        bytes += Array("nt\":\"b\"}\n".utf8)
        #expect(MpvLine.lines(from: &bytes) == [#"{"event":"b"}"#])
        #expect(bytes.isEmpty)
    }
}
