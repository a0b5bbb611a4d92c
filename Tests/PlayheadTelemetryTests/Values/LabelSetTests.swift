import PlayheadTelemetry
import Testing

@Suite("Names and labels")
struct LabelSetTests {
    @Test("A metric name consists of letters, digits and underscores", arguments: ["", "0a", "a b", "a-b", "a:b", "ä", "a\n", "a\"b"])
    func invalidNames(text: String) {
        #expect(throws: MetricNameError.self) { try MetricName(text) }
        #expect(throws: Never.self) { try MetricName(MetricName(converting: text).text) }
    }

    @Test("A name has at most 200 bytes, also if it is converted")
    func length() throws {
        let limit = MetricName.maximumLength
        #expect(try MetricName(String(repeating: "a", count: limit)).text.utf8.count == limit)
        #expect(throws: MetricNameError.self) { try MetricName(String(repeating: "a", count: limit + 1)) }
        #expect(MetricName(converting: String(repeating: "1", count: limit * 3)).text.utf8.count == limit)
    }

    @Test("The error of a name states the text and the rule")
    func error() throws {
        let error = try #require(throws: MetricNameError.self) { try MetricName("a b") }
        #expect(error.description == "'a b' is not a metric name: letters, digits and underscores, not starting with a digit")
    }

    @Test("Labels are sorted by name, so that their order does not matter")
    func order() throws {
        let labels = try LabelSet([(name: "b", value: "1"), (name: "a", value: "2")])
        #expect(labels.labels.map(\.name) == ["a", "b"])
        #expect(labels == (try LabelSet([(name: "a", value: "2"), (name: "b", value: "1")])))
    }

    @Test(
        "A label name is valid, not reserved, and occurs once", arguments: [["le"], ["quantile"], ["__name__"], ["a-b"], [""], ["a", "a"]])
    func invalidLabels(names: [String]) {
        #expect(throws: MetricNameError.self) { try LabelSet(names.map { (name: $0, value: "") }) }
    }

    @Test("A series has at most 16 labels")
    func count() {
        let names = (0...LabelSet.maximumCount).map { (name: "a\($0)", value: "") }
        #expect(throws: Never.self) { try LabelSet(names.dropLast()) }
        #expect(throws: MetricNameError.self) { try LabelSet(names) }
        #expect(LabelSet(converting: names.map { ($0.name, $0.value) }).labels.count == LabelSet.maximumCount)
    }

    @Test("Any text becomes a label that is valid")
    func conversion() {
        let labels = LabelSet(converting: [("le", "1"), ("__x", "2"), ("http.method", "3"), ("http-method", "4"), ("1st", "5")])
        #expect(labels.labels.map(\.name) == ["_1st", "_x", "exported_le", "http_method"])
        #expect(labels.labels.map(\.value) == ["5", "2", "1", "3"])
    }

    @Test(
        "Secrets of a URL do not become a label",
        arguments: [
            "https://user:secret@example.com/a.m3u8", "https://example.com/a?x=secret", "https://example.com/a#secret",
            "https://example.com/a;token=secret/b", "GET https://example.com/?secret", "/a?token=secret",
        ])
    func secrets(value: String) throws {
        let label = try #require(try LabelSet([(name: "url", value: value)]).labels.first)
        #expect(!label.value.contains("secret"), "\(label.value)")
    }

    @Test("A value has no control characters and at most 128 characters")
    func values() throws {
        let labels = try LabelSet([(name: "a", value: "x\u{1B}[31my\nz"), (name: "b", value: String(repeating: "ü", count: 10_000))])
        #expect(labels.labels[0].value == "x y z" || !labels.labels[0].value.unicodeScalars.contains { $0.value < 0x20 })
        #expect(labels.labels[1].value.count <= 128)
    }

    @Test("Values that are too long stay different, and are the same in every process")
    func longValues() throws {
        let folder = "https://example.com/" + String(repeating: "a", count: 200)
        let labels = try LabelSet([(name: "a", value: folder + "/1.m3u8"), (name: "b", value: folder + "/2.m3u8")])
        let values = labels.labels.map(\.value)
        #expect(values.count == 2 && values[0] != values[1])
        #expect(values.allSatisfy { $0.count <= 128 && $0.hasPrefix("https://example.com/aaaa") }, "\(values)")
        let hash = try #require(values.first?.split(separator: "…").last)
        #expect(hash == "52332c140f1f6e2f")
        // The longest value that is complete.
        let whole = String(repeating: "a", count: 128)
        #expect(try LabelSet([(name: "a", value: whole)]).labels.first?.value == whole)
    }
}
