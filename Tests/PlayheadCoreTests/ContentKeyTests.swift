import Foundation
import PlayheadCore
import Testing

@Suite("Content keys and their ids")
struct ContentKeyTests {
    @Test("A key is equal to one with the same octets, and shows them nowhere")
    func keys() throws {
        let key = try #require(ContentKey((0xA0 as UInt8)..<0xB0))
        #expect(key == ContentKey("a0a1a2a3a4a5a6a7a8a9aaabacadaeaf") && key.hashValue == ContentKey((0xA0 as UInt8)..<0xB0)?.hashValue)
        #expect(key != ContentKey((0xA1 as UInt8)..<0xB1))
        for text in ["", "a0", String(repeating: "+1", count: 16), String(repeating: "g", count: 32)] { #expect(ContentKey(text) == nil) }
        var text = "\(key) \(String(reflecting: key)) \(Optional(key) as Any) \([key])"
        dump(ContentKeyOptions(keys: [.sample: key]), to: &text)
        for part in ["160", "a0a1", "A0A1", "oKGi"] { #expect(!text.contains(part), "\(text)") }
    }

    @Test("Secrets are overwritten")
    func overwriting() {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 40, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: (1...40).map { UInt8($0) })
        UnsafeMutableRawBufferPointer(rebasing: memory[4..<36]).overwrite()
        #expect(Array(memory) == [1, 2, 3, 4] + [UInt8](repeating: 0, count: 32) + [37, 38, 39, 40])
    }

    @Test("An id is coded in the form of a UUID, and other texts are refused")
    func coding() throws {
        let data = try JSONEncoder().encode([ContentKeyID.sample])
        #expect(String(decoding: data, as: UTF8.self) == #"["00010203-0405-0607-0809-0a0b0c0d0e0f"]"#)
        #expect(try JSONDecoder().decode([ContentKeyID].self, from: data) == [.sample])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([ContentKeyID].self, from: Data(#"["00"]"#.utf8)) }
    }
}
