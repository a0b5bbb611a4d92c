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
            // The bytes behind the signature may look like the type of a box.
            (Array("WEBVTT Kind: captions\n\n".utf8), nil), (Array("WEBVTT FILE\n\n".utf8), nil),
            (Array("<?xml version=\"1.0\"?><!-- \(String(repeating: "long ", count: 400))--><tt/>".utf8), nil),
        ] as [([UInt8], String?)])
    func names(bytes: [UInt8], name: String?) {
        #expect(CaptionFormat.unsupported(bytes) == name)
    }

    @Test("TTML is converted, also behind comments, with a prefix, and in UTF-16")
    func conversion() {
        let document = "<tt:tt xmlns:tt=\"http://www.w3.org/ns/ttml\"><tt:body><tt:p begin=\"1s\" end=\"2s\">a</tt:p></tt:body></tt:tt>"
        let comment = "<?xml version=\"1.0\"?>\n<!DOCTYPE tt>\n<!-- <tt \(String(repeating: "long ", count: 400))-->\n"
        for text in [document, comment + document] {
            #expect(String(decoding: CaptionFormat.webVTT(Array(text.utf8), initialization: nil), as: UTF8.self).contains("00:01.000 -->"))
            let units = text.utf16.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)] }
            let wide: [UInt8] = [0xFF, 0xFE] + units
            #expect(CaptionFormat.unsupported(wide) == nil)
            #expect(String(decoding: CaptionFormat.webVTT(wide, initialization: nil), as: UTF8.self).contains("00:01.000 -->"))
        }
        let other = Array("<!-- <tt -->\n<html><tt/></html>".utf8)
        #expect(CaptionFormat.webVTT(other, initialization: nil) == other)
    }
}
