import Foundation
import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadCaptions

/// The web-platform-tests of WebVTT's files: each has assertions on the model that `playhead inspect` prints.
@Suite(.enabled(if: Corpus.has("vtt-wpt"))) struct WebPlatformFileTests {
    static let names = Corpus.names("vtt-wpt", "expected", ending: ".json")

    @Test("every assertion on a file holds", arguments: names)
    func assertionsHold(name: String) throws {
        let assertions = try #require(try Corpus.json("vtt-wpt", "expected/\(name).json") as? [[String: Any]])
        let bytes = try Corpus.bytes("vtt-wpt", "wpt-file-parsing/\(name).vtt")
        let model = WebVTTParser.model(try WebVTTParser.parse(bytes))
        for assertion in assertions {
            let path = try #require(assertion["path"] as? String)
            let actual = try value(at: path, of: model)
            if let expected = assertion["equals"] {
                #expect(matches(actual, expected, model), "\(path) is \(actual), not \(expected)")
            } else if let expected = assertion["notEquals"] {
                #expect(!matches(actual, expected, model), "\(path) is \(actual)")
            } else {
                let isTrue = try #require(assertion["truthy"] as? Bool)
                #expect(truth(of: actual) == isTrue, "\(path) is \(actual)")
            }
        }
    }

    @Test("the corpus has its 37 files and 429 assertions") func countIsRight() throws {
        let counts = try Self.names.map { try #require(try Corpus.json("vtt-wpt", "expected/\($0).json") as? [Any]).count }
        #expect(counts.count == 37)
        #expect(counts.reduce(0, +) == 429)
    }

    struct WrongPath: Error {}

    /// Returns the value at a path like `cues[3].region.lines`.
    private func value(at path: String, of model: EventValue) throws -> EventValue {
        var value = model
        for step in path.replacingOccurrences(of: "[", with: ".").replacingOccurrences(of: "]", with: "").split(separator: ".") {
            switch value {
            case .array(let elements) where step == "length": value = .int(elements.count)
            case .array(let elements):
                guard let index = Int(step), elements.indices.contains(index) else { throw WrongPath() }
                value = elements[index]
            case .object(let fields):
                guard let field = fields[String(step)] else { throw WrongPath() }
                value = field
            default: throw WrongPath()
            }
        }
        return value
    }

    private func matches(_ actual: EventValue, _ expected: Any, _ model: EventValue) -> Bool {
        switch (actual, expected) {
        case (_, let reference as [String: Any]):
            guard let path = reference["$ref"] as? String, let other = try? value(at: path, of: model) else { return false }
            return actual == other
        case (.null, is NSNull): return true
        case (.string(let actual), let expected as String): return actual == expected
        case (.bool(let actual), let expected as NSNumber): return actual == expected.boolValue
        case (.int(let actual), let expected as NSNumber): return actual == expected.intValue
        case (.double(let actual), let expected as NSNumber): return actual == expected.doubleValue
        default: return false
        }
    }

    private func truth(of value: EventValue) -> Bool {
        switch value {
        case .null: false
        case .bool(let value): value
        case .int(let value): value != 0
        case .double(let value): value != 0
        case .string(let value): !value.isEmpty
        case .array, .object: true
        }
    }
}
