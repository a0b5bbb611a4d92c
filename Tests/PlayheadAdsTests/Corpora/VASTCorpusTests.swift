import PlayheadAds
import TestSupport
import Testing

/// Compares documents of ad servers and of the IAB with the results of another parser.
@Suite(.enabled(if: Corpus.has("vast-zentrick")))
struct VASTCorpusTests {
    private static let paths = Corpus.paths("vast-zentrick", ending: ".xml")

    @Test func allDocumentsArePresent() {
        #expect(Self.paths.count == 67)
    }

    @Test(arguments: paths)
    func documentsAreParsedAsExpected(path: String) throws {
        let document = try VASTParser.parse(try Corpus.bytes("vast-zentrick", path))
        let json = path.replacing("fixtures/", with: "expected/").replacing(".xml", with: ".json")
        let expected = Self.stripped(try Corpus.json("vast-zentrick", json))
        let differences = Difference.between(expected, Self.stripped(ReferenceModel.model(document)))
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    /// The inspection of an extension contains XML that is parsed unchanged.
    @Test(arguments: paths)
    func printedExtensionsAreParsedUnchanged(path: String) throws {
        let root = try XMLReader.read(try Corpus.bytes("vast-zentrick", path)).root
        let again = try XMLReader.read(Array(root.xml.utf8)).root
        #expect(again.xml == root.xml)
        #expect(try VASTParser.parse(Array(again.xml.utf8)).ads.count == VASTParser.parse(Array(root.xml.utf8)).ads.count)
    }

    /// Removes type names, XML texts and empty values, and the attribute of an identifier that has a content.
    private static func stripped(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            var object = object
            // The content takes precedence (VAST 4.3 §3.7.1).
            if let content = object["creativeIdentifier"] as? String, !content.isEmpty { object["idValue"] = content }
            return object.filter { !["_type", "xmlElement", "creativeIdentifier"].contains($0.key) }.mapValues { stripped($0) }
                .filter { !isEmpty($0.value) }
        case let array as [Any]: return array.map { stripped($0) }
        default: return value
        }
    }

    private static func isEmpty(_ value: Any) -> Bool {
        switch value {
        case let object as [String: Any]: object.isEmpty
        case let array as [Any]: array.isEmpty
        case let text as String: text.isEmpty
        default: false
        }
    }
}
