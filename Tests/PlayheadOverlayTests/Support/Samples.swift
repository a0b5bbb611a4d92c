import Testing

@testable import PlayheadOverlay

extension AttributeDefinition {
    /// A valid value.
    var sample: AttributeValue { samples[0] }

    /// The valid values to test: the ends of the range, every choice.
    var samples: [AttributeValue] {
        switch type {
        case .string(let length): [.string("de-AT ✓ \"<x>\"\u{2028}"), .string(""), .string(String(repeating: "x", count: length))]
        case .json: [.string(#"{"goal":[1,2.5,null,true,"é"]}"#), .string("0")]
        case .strings(let count, _): [.strings(["en", "de"]), .strings([]), .strings(Array(repeating: "fr", count: count))]
        case .boolean: [.boolean(true), .boolean(false)]
        case .int(let range): [.int((range.lowerBound + range.upperBound) / 2), .int(range.lowerBound), .int(range.upperBound)]
        case .int64(let range): [.int64(1_795_222_800_123), .int64(range.lowerBound), .int64(range.upperBound)]
        case .float(let range): [.float(0.1), .float(range.lowerBound), .float(range.upperBound)]
        case .choice(let choice): choice.values.map { .string($0) }
        case .error:
            [.error(OverlayError(level: .warning, code: 321_404, message: "No \"answer\".")), .error(OverlayError(.abuse, .fatal))]
        }
    }

    /// The JSON texts of invalid values.
    var wrongTexts: [String] {
        let others = ["null", "[1]", #"{"a":1}"#, "NaN", "1e999"]
        switch type {
        case .string(let length): return others + ["1", "true", "\"" + String(repeating: "x", count: length + 1) + "\""]
        case .json: return others + ["1", #""{\"open\":""#, #""NaN""#, #""""#]
        case .strings(let count, let length):
            return ["null", "1", "\"en\"", "[1]", #"{"a":1}"#, "[\"" + String(repeating: "x", count: length + 1) + "\"]"]
                + ["[" + Array(repeating: "\"en\"", count: count + 1).joined(separator: ",") + "]"]
        case .boolean: return others + ["1", "0", "\"true\""]
        case .int(let range): return others + ["0.5", "\"1\"", "true", String(range.lowerBound - 1), String(range.upperBound + 1), "1e30"]
        case .int64(let range):
            return others + ["0.5", "\"1\"", "true", String(range.lowerBound - 1), String(range.upperBound + 1), "1e30"]
        case .float(let range):
            return others + ["\"1\"", "true", String(range.lowerBound - 0.5), String(range.upperBound + 0.5), "-1e300", "1e300"]
        case .choice: return others + ["1", "\"\"", "\"Playing\"", "\"__proto__\""]
        case .error: return ["null", "1", "\"fatal\"", "{}", #"{"level":"worse","code":1,"message":"m"}"#, #"{"level":"fatal","code":1}"#]
        }
    }
}

extension MessageDefinition {
    /// Messages of this kind: with all attributes, without the optional ones, and each attribute's other values.
    var samples: [OverlayMessage] {
        var full = AttributeValues()
        for attribute in attributes { full[attribute.key] = attribute.sample }
        var bare = full
        for attribute in attributes where !attribute.isRequired { bare[attribute.key] = nil }
        var all = [full, bare]
        for attribute in attributes {
            for value in attribute.samples {
                var values = full
                values[attribute.key] = value
                all.append(values)
            }
        }
        return all.compactMap { try? message($0) }
    }
}

extension MessageDefinition: CustomTestStringConvertible {
    /// Its name, in the names of tests.
    public var testDescription: String { name }
}
