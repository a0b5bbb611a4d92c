import PlayheadAds
import TestSupport
import Testing

/// Documents of ad servers and of the IAB, each with what another parser makes of it.
@Suite(.enabled(if: Corpus.has("vast-zentrick")))
struct VASTCorpusTests {
    private static let paths = Corpus.paths("vast-zentrick", ending: ".xml")

    @Test func allDocumentsAreThere() {
        #expect(Self.paths.count == 67)
    }

    @Test(arguments: paths)
    func isReadAsExpected(path: String) throws {
        let document = try VASTParser.parse(try Corpus.bytes("vast-zentrick", path))
        let json = path.replacing("fixtures/", with: "expected/").replacing(".xml", with: ".json")
        let expected = Self.stripped(try Corpus.json("vast-zentrick", json))
        let differences = Difference.between(expected, Self.stripped(ReferenceModel.model(document)))
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    /// What inspecting an extension tells is XML that is the same again.
    @Test(arguments: paths)
    func whatIsPrintedIsReadAgain(path: String) throws {
        let root = try XMLReader.read(try Corpus.bytes("vast-zentrick", path)).root
        let again = try XMLReader.read(Array(root.xml.utf8)).root
        #expect(again.xml == root.xml)
        #expect(try VASTParser.parse(Array(again.xml.utf8)).ads.count == VASTParser.parse(Array(root.xml.utf8)).ads.count)
    }

    /// Without the names of types, XML as text, the second text of an identifier, and what is empty.
    private static func stripped(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            object.filter { !["_type", "xmlElement", "creativeIdentifier"].contains($0.key) }.mapValues { stripped($0) }
                .filter { !isEmpty($0.value) }
        case let array as [Any]: array.map { stripped($0) }
        default: value
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
