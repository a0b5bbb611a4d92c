import Foundation
import FoundationXML

/// The names of the elements of an XML document, by a parser that is independent of the program.
final class XMLNames: NSObject, XMLParserDelegate {
    private(set) var names: Set<String> = []
    private(set) var isWellFormed = false

    init(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        names.insert(name)
    }
}
