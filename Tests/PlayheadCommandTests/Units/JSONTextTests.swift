import Foundation
import PlayheadCore
import Testing

@testable import PlayheadCommand

@Suite("JSON text")
struct JSONTextTests {
    @Test("Values are written on one line, with fields in order")
    func values() {
        let value = EventValue.object(["b": 1, "a": .array([1.5, true, .null, "x"]), "e": .object([:]), "n": .array([])])
        #expect(JSONText.text(value) == #"{"b":1,"a":[1.5,true,null,"x"],"e":{},"n":[]}"#)
    }

    @Test("Numbers without a JSON form are null")
    func numbers() {
        #expect(JSONText.text(.array([.double(.infinity), .double(-.infinity), .double(.nan), .double(-0.5)])) == "[null,null,null,-0.5]")
    }

    @Test("Quotes, backslashes and control characters are escaped, and other characters are kept")
    func escapes() {
        #expect(JSONText.text("\"\\\n\r\t\u{1}\u{1B}\u{7F}é€😀/") == #""\"\\\n\r\t\u0001\u001b\u007fé€😀/""#)
    }

    @Test("Line separators, terminal controls and direction marks are escaped")
    func harmful() {
        #expect(JSONText.text("\u{85}\u{9B}31m\u{2028}\u{202E}\u{2066}\u{61C}") == #""\u0085\u009b31m\u2028\u202e\u2066\u061c""#)
    }

    @Test("Any text is decoded unchanged")
    func roundTrip() throws {
        let text = String((0...0x2FF).compactMap { Unicode.Scalar($0).map(Character.init) }) + "\r\n\u{2028}\u{2029}\u{FFFE}👩‍👩‍👧"
        let json = JSONText.text(.object([text: .string(text)]))
        #expect(!json.contains("\n") && !json.contains("\r"))
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String])
        #expect(read.first?.value.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test("Numbers are decoded unchanged", arguments: [0.1, 1e300, 2.2250738585072014e-308, 1234567.890123, 1e16])
    func precision(number: Double) throws {
        let read = try JSONDecoder().decode([Double].self, from: Data(JSONText.text(.array([.double(number)])).utf8))
        #expect(read == [number])
    }
}
