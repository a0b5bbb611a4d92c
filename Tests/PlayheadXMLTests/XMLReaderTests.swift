import TestSupport
import Testing

@testable import PlayheadXML

@Suite struct XMLReaderTests {
    private func read(_ text: String) throws -> XMLReader.Document { try XMLReader.read(Array(text.utf8)) }

    private func error(_ text: String, limits: XMLLimits = XMLLimits()) -> XMLError? {
        do {
            _ = try XMLReader.read(Array(text.utf8), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func elementsTextAndAttributesAreATree() throws {
        let text =
            "<?xml version='1.0'?>\n<!-- before --><a:root one='1' two=\"2\">x<b/>y<![CDATA[<z>&amp;]]><!-- c --><?p?> z</a:root>\n<!-- after -->"
        let root = try read(text).root
        #expect(root.name == "a:root" && root.localName == "root" && root.line == 2)
        #expect(root.attributes == [XMLElement.Attribute(name: "one", value: "1"), XMLElement.Attribute(name: "two", value: "2")])
        #expect(root.nodes == [.text("x"), .element(XMLElement(name: "b", line: 2)), .text("y<z>&amp; z")])
    }

    @Test func whiteSpaceAroundTextCostsNoMoreThanItsLength() {
        let space = String(repeating: " \n\u{A0}", count: 500_000)
        let cost = processorTime {
            #expect((space + "a b" + space).trimmed == "a b")
            #expect(space.trimmed.isEmpty)
        }
        // An earlier implementation took minutes.
        #expect(cost < 20)
    }

    @Test func referencesAreResolvedAndLineEndsAreOne() throws {
        let root = try read("<a b=' &lt;&#65;&#x42;\t\n'>&quot;&apos;&amp;\r\n\r&gt;<![CDATA[\r\n\r]]></a>").root
        #expect(root.attributes[0].value == " <AB  ")
        #expect(root.nodes == [.text("\"'&\n\n>\n\n")])
    }

    @Test func anAmpersandThatNobodyEscapedStandsForItselfAndIsAWarning() throws {
        let document = try read("<a b='?x=1&y=2'>\nhttps://a.example/?x=1&y=2&unknown;&</a>")
        #expect(document.root.text == "https://a.example/?x=1&y=2&unknown;&")
        #expect(document.root[attribute: "b"] == "?x=1&y=2")
        #expect(document.warnings.map(\.line) == [1, 2, 2, 2])
    }

    @Test(arguments: [
        ("", 1, 1, "the document has no element"),
        ("hello", 1, 1, "this is not XML: text before the first element"),
        ("{\"a\":1}", 1, 1, "this is not XML: text before the first element"),
        ("<a>\n  <b></c></a>", 2, 6, "</c> ends <b>, which began in line 2, instead"),
        ("<a>\n<b>", 2, 4, "the document ends inside <b>, which began in line 2"),
        ("<a/><b/>", 1, 5, "text after the end of the outermost element"),
        ("<a b='1' b='2'/>", 1, 10, "the attribute b appears twice"),
        ("<a b=1/>", 1, 6, "the value of the attribute b is not in quotes"),
        ("<a b='1'c='2'/>", 1, 9, "a space is missing before an attribute"),
        ("<a b/>", 1, 5, "the attribute b has no value"),
        ("<a b='<'/>", 1, 7, "an attribute's value contains <"),
        ("<a>&#0;</a>", 1, 4, "a reference to an invalid character"),
        ("<a>\u{1}</a>", 1, 4, "the text contains a control character"),
        ("<a>\n<![CDATA[x\u{0}]]></a>", 2, 11, "the text contains a control character"),
        ("<a><!-- b</a>", 1, 4, "a comment is not closed"),
        ("<a><![CDATA[ b</a>", 1, 4, "a CDATA section is not closed"),
        ("<a><!DOCTYPE b></a>", 1, 4, "a declaration is inside an element"),
        ("<1/>", 1, 2, "an element has no name"),
        ("<a", 1, 3, "the tag of <a> is not closed"),
    ])
    func whatIsNotWellFormedIsRefusedWithItsPlace(text: String, line: Int, column: Int, reason: String) {
        #expect(error(text) == XMLError(reason: reason, line: line, column: column))
    }

    @Test func entitiesAreNeitherDeclaredNorExpandedNorFetched() throws {
        let bomb = "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><a>&b;</a>"
        #expect(error(bomb)?.reason == "the document declares entities, which are never resolved")
        let external = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<a>&x;</a>"
        #expect(error(external)?.reason == "the document declares entities, which are never resolved")
        let parameter = "<!DOCTYPE a [ <!ENTITY % x SYSTEM 'https://x.example/'> %x; ]><a/>"
        #expect(error(parameter)?.line == 1)
        let document = try read("<!DOCTYPE a SYSTEM 'https://x.example/a.dtd' [<!-- ' > -->]>\n<a>&x;</a>")
        #expect(document.root.text == "&x;")
        #expect(document.warnings.map(\.message) == ["the document type is ignored", "an ampersand is not escaped"])
    }

    @Test(arguments: [
        "<!-- it's -->", "<!-- a \" > ]> -->", "<?x it's > ]> ?>", "<!ATTLIST a b CDATA '<!-- >' c CDATA \"it's\">",
        "<!-- <!ENTITY x 'y'> -->",
        "<?x <!ENTITY?>", "<!ELEMENT a ANY> <!-- don't --> <?x \"?>",
    ])
    func quotesInCommentsAndInstructionsOfADocumentTypeArePlainText(subset: String) throws {
        #expect(try read("<!DOCTYPE a [\(subset)]>\n<a>x</a>").root.text == "x")
    }

    @Test func depthSizeAndNumbersAreLimited() {
        #expect(error(String(repeating: "<a>", count: 100_000))?.reason == "elements are nested more than 64 deep")
        var limits = XMLLimits()
        limits.items = 100
        #expect(
            error("<a>" + String(repeating: "<b/>", count: 200) + "</a>", limits: limits)?.reason
                == "the document has more than 100 elements and attributes")
        limits.bytes = 10
        #expect(error("<a>01234567</a>", limits: limits)?.reason == "the document has more than 10 bytes")
        let attributes = (0..<300).map { " a\($0)='1'" }.joined()
        #expect(error("<a\(attributes)/>")?.reason == "an element has too many attributes")
    }

    @Test func anAttributeWithoutAPrefixGoesFirstAndNamesAreFoundInAnyCase() throws {
        let root = try read("<x:Ad xsi:type='no' TYPE=' yes ' empty=' '><inLINE/></x:Ad>").root
        #expect(root[attribute: "type"] == "yes" && root[attribute: "empty"] == nil && root[attribute: "missing"] == nil)
        #expect(root.isNamed("Ad") && root.first("InLine") != nil)
    }

    @Test func encodingsOfTheFieldAreRead() throws {
        let text = "<a>Käse</a>"
        let latin1 = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>K".utf8) + [0xE4] + Array("se</a>".utf8)
        let little: [UInt8] = [0xFF, 0xFE] + text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }.joined()
        let big: [UInt8] = [0xFE, 0xFF] + text.utf16.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }.joined()
        for bytes in [[0xEF, 0xBB, 0xBF] + Array(text.utf8), latin1, little, big] {
            #expect(try XMLReader.read(bytes).root.text == "Käse")
        }
    }

    @Test func whatIsPrintedIsReadAsTheSame() throws {
        let root = try read("<a b='&quot;&lt;&#10;&#9;&gt;'>x&amp;<c/>&#13;<![CDATA[<&>]]></a>").root
        #expect(try read(root.xml).root == root)
    }

    /// Ten megabytes are read completely, and chunked text is assembled in linear time. Two megabytes in short runs.
    @Test func muchTextIsReadInALinearTime() throws {
        let megabytes = TestScale.pick(long: 10, short: 2)
        let text = "<a>\(String(repeating: String(repeating: "x", count: 1 << 20), count: megabytes))</a>"
        #expect(try read(text).root.text.utf8.count == megabytes << 20)
        let pieces = "<a>\(String(repeating: "x<!---->", count: 20_000))</a>"
        #expect(try read(pieces).root.nodes == [.text(String(repeating: "x", count: 20_000))])
    }

    @Test func billionLaughsAreRefusedOrStayAsTheyAreWritten() throws {
        let declarations = (1...30).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }.joined()
        let text = Array("<!DOCTYPE a [<!ENTITY e0 'ha'>\(declarations)]><a b='&e30;'>&e30;</a>".utf8)
        #expect(throws: XMLError.self) { try XMLReader.read(text) }
        let root = try XMLReader.read(text, tolerance: .lenient).root
        #expect(root.text == "&e30;" && root[attribute: "b"] == "&e30;")
    }

    @Test func externalEntitiesAndDefaultAttributesAreNotRead() throws {
        let type = "<!DOCTYPE a SYSTEM 'file:///etc/passwd' [<!ENTITY x SYSTEM 'file:///etc/passwd'><!ATTLIST a b CDATA 'default'>]>"
        let root = try XMLReader.read(Array("\(type)<a>&x;</a>".utf8), tolerance: .lenient).root
        #expect(root.text == "&x;" && root.attributes.isEmpty)
    }

    @Test func aMillionElementsInsideOneAnotherAreRefused() {
        let open = String(repeating: "<a>", count: 1_000_000), close = String(repeating: "</a>", count: 1_000_000)
        #expect(error(open + close) == XMLError(reason: "elements are nested more than 64 deep", line: 1, column: 193))
    }

    @Test func hugeAttributesAreLimitedOnlyByTheSizeOfTheDocument() throws {
        let value = String(repeating: "x", count: 12 << 20)
        #expect(try read("<a b='\(value)'/>").root[attribute: "b"]?.utf8.count == 12 << 20)
        let many = "<a" + (0..<1_000_000).map { " a\($0)=''" }.joined() + "/>"
        #expect(error(many)?.reason == "an element has too many attributes")
    }

    @Test func bytesThatAreNotUTF8BecomeReplacementCharacters() throws {
        let root = try XMLReader.read(Array("<a b='".utf8) + [0xC3] + Array("'>x".utf8) + [0xFF, 0xED, 0xA0, 0x80] + Array("</a>".utf8))
            .root
        #expect(root[attribute: "b"] == "\u{FFFD}")
        #expect(root.text.hasPrefix("x\u{FFFD}\u{FFFD}") && root.text.unicodeScalars.dropFirst().allSatisfy { $0 == "\u{FFFD}" })
    }

    @Test(arguments: ["<a>x\u{0}y</a>", "<a b='\u{0}'/>", "<a><![CDATA[\u{0}]]></a>", "<a\u{0}/>", "\u{0}<a/>", "<a>\u{FFFF}</a>"])
    func invalidCharactersAreRefused(text: String) {
        #expect(error(text) != nil)
    }

    @Test func controlCharactersInLenientDocumentsAreReplaced() throws {
        let text = Array("<a b='\u{0}'>x\u{1}<![CDATA[\u{2}]]>&#0;&nbsp;y</a>".utf8)
        let root = try XMLReader.read(text, tolerance: .lenient).root
        #expect(root[attribute: "b"] == "\u{FFFD}" && root.text == "x\u{FFFD}\u{FFFD}&#0;\u{A0}y")
    }

    @Test func truncatedAndDamagedDocumentsAreErrorsWithAPositionInside() {
        let document = Array("<?xml version='1.0'?>\n<!DOCTYPE a>\n<a b='1&2'><!-- c --><![CDATA[d]]>\n<e f=\"g\"/>&#65;&amp;</a>".utf8)
        for length in document.indices {
            #expect(throws: XMLError.self) { try XMLReader.read(Array(document[..<length])) }
            for byte in [UInt8(0), 0x22, 0x26, 0x27, 0x3C, 0x3D, 0x3E, 0x5D, 0xFF] {
                var damaged = document
                damaged[length] = byte
                for tolerance in [XMLReader.Tolerance.strict, .lenient] {
                    do throws(XMLError) {
                        _ = try XMLReader.read(damaged, tolerance: tolerance)
                    } catch {
                        #expect((1...5).contains(error.line) && (1...60).contains(error.column) && !error.reason.isEmpty)
                    }
                }
            }
        }
    }

    @Test func positionsAreThoseOfTheDocumentAndNotOfWhatLibxml2Gets() {
        #expect(
            error("<a>\n&&& > <!-- c --><b></c></a>")
                == XMLError(reason: "</c> ends <b>, which began in line 2, instead", line: 2, column: 20))
    }

    @Test func attributesKeepTheirReferences() throws {
        #expect(
            try read("<a b='&amp;#38;&#38;&amp;lt;'>]]></a>").root
                == XMLElement(
                    name: "a", attributes: [XMLElement.Attribute(name: "b", value: "&#38;&&lt;")], nodes: [.text("]]>")], line: 1))
    }
}
