import Testing

@testable import PlayheadEngine

@Suite("Formats of caption segments")
struct CaptionFormatTests {
    private static func initialization(_ type: String) -> [UInt8] {
        let entry = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 8] + Array(type.utf8)
        return [0, 0, 0, 12] + Array("ftypiso6".utf8) + [0, 0, 0, UInt8(entry.count + 8)] + Array("stsd".utf8) + entry
    }

    @Test(
        "Formats that are not supported are named",
        arguments: [
            (initialization("wvtt"), nil), (initialization("stpp"), nil),
            (initialization("tx3g"), "captions in MP4 (tx3g)"), (initialization("\u{1}\u{2}\u{3}\u{4}"), "captions in MP4"),
            ([0, 0, 0, 16] + Array("moof".utf8) + [UInt8](repeating: 0, count: 8), "captions in MP4"),
            (Array("\u{FEFF}\n<?xml version=\"1.0\"?>\n<tt xmlns=\"http://www.w3.org/ns/ttml\"/>".utf8), nil),
            (Array("<tt xmlns=\"http://www.w3.org/ns/ttml\"/>".utf8), nil), (Array("<html><body/></html>".utf8), nil),
            (Array("WEBVTT\n\n<tt".utf8), nil), ([], nil),
        ] as [([UInt8], String?)])
    func names(bytes: [UInt8], name: String?) {
        #expect(CaptionFormat.unsupported(bytes) == name)
    }
}
