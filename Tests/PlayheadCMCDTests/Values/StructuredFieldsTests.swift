import Testing

@testable import PlayheadCMCD

@Suite("Structured dictionaries")
struct StructuredFieldsTests {
    private func members(_ text: String) throws -> [StructuredFields.Member] { try StructuredFields.members(of: Array(text.utf8)) }

    @Test("pass the HTTP working group's cases", .enabled(if: !StructuredFieldCases.dictionaries.isEmpty))
    func workingGroup() throws {
        var count = 0
        for entry in StructuredFieldCases.dictionaries {
            let name: Comment = "\(entry.file): \(entry.name): \(entry.text)"
            count += 1
            guard !entry.mustFail else {
                #expect(throws: StructuredFields.Failure.self, name) { try members(entry.text) }
                continue
            }
            do {
                let found = try members(entry.text)
                #expect(Set(found.map(\.key)) == entry.keys, name)
            } catch {
                #expect(entry.canFail || entry.text.utf8.count > StructuredFields.maximumMember, "\(name): \(error)")
            }
        }
        #expect(count >= 300)
    }

    @Test("print the same values again", .enabled(if: !StructuredFieldCases.dictionaries.isEmpty))
    func round() throws {
        for entry in StructuredFieldCases.dictionaries where !entry.mustFail {
            guard let found = try? members(entry.text), !found.isEmpty else { continue }
            // Later members replace earlier ones, at the place of the first (RFC 9651 §4.2.2).
            var order: [String] = []
            var last: [String: StructuredFields.Member] = [:]
            for member in found where last.updateValue(member, forKey: member.key) == nil { order.append(member.key) }
            let texts = order.compactMap { key in
                last[key].flatMap { $0.hasListParameters ? nil : StructuredFields.text(key, $0.value) }
            }
            guard texts.count == order.count else { continue }
            #expect(texts.joined(separator: ", ") == entry.canonical, "\(entry.file): \(entry.name)")
        }
    }

    @Test("have no member for commas inside strings")
    func commas() throws {
        let found = try members(#"a="x,\"y,",b=1"#)
        #expect(found.map(\.key) == ["a", "b"])
        #expect(found.first?.value == .string(#"x,"y,"#))
    }

    @Test(
        "report the position of an invalid member",
        arguments: [
            ("a=1,,b=2", 4), ("a=1,", 4), ("a=1, B=2", 5), (#"a=1,b="x"#, 4), ("a=(1 2", 0), ("a=1,b=1.2345", 4), ("\ta=1", 0),
            ("a=1,b=1000000000000000", 4),
        ])
    func position(text: String, position: Int) {
        #expect {
            try members(text)
        } throws: { error in
            (error as? StructuredFields.Failure)?.position == position
        }
    }

    @Test("refuse members that would take long to parse")
    func longMember() {
        let text = "a=1" + String(repeating: ";b", count: 100_000)
        #expect(throws: StructuredFields.Failure.self) { try members(text) }
    }

    @Test(
        "print no value that is not representable",
        arguments: [
            CMCDValue.item(CMCDItem(.decimal(.nan))), .item(CMCDItem(.decimal(.infinity))), .item(CMCDItem(.decimal(1e15))),
            .integer(1_000_000_000_000_000), .string("ä"), .string("a\r\nb"), .token("a b"),
        ])
    func unrepresentable(value: CMCDValue) { #expect(StructuredFields.text("a", value) == nil) }
}
