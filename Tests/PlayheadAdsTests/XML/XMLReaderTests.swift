import TestSupport
import Testing

@testable import PlayheadAds

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
        let cost = ContinuousClock().measure {
            #expect((space + "a b" + space).trimmed == "a b")
            #expect(space.trimmed.isEmpty)
        }
        // An earlier implementation took minutes.
        #expect(cost < .seconds(20))
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
        ("", 1, 1, "there is no element"),
        ("hello", 1, 1, "this is not XML: text before the first element"),
        ("{\"a\":1}", 1, 1, "this is not XML: text before the first element"),
        ("<a>\n  <b></c></a>", 2, 6, "</c> ends <b>, which began in line 2, instead"),
        ("<a>\n<b>", 2, 4, "the document ends inside <b>, which began in line 2"),
        ("<a/><b/>", 1, 5, "there is something after the end of the outermost element"),
        ("<a b='1' b='2'/>", 1, 10, "the attribute b is there twice"),
        ("<a b=1/>", 1, 6, "the value of the attribute b is not in quotes"),
        ("<a b='1'c='2'/>", 1, 9, "there is no space in front of an attribute"),
        ("<a b/>", 1, 5, "the attribute b has no value"),
        ("<a b='<'/>", 1, 7, "an attribute's value has a < in it"),
        ("<a>&#0;</a>", 1, 4, "a reference to a character that there is not"),
        ("<a>\u{1}</a>", 1, 4, "a control character is in the text"),
        ("<a>\n<![CDATA[x\u{0}]]></a>", 2, 11, "a control character is in the text"),
        ("<a><!-- b</a>", 1, 4, "a comment does not end"),
        ("<a><![CDATA[ b</a>", 1, 4, "a CDATA section does not end"),
        ("<a><!DOCTYPE b></a>", 1, 4, "a declaration stands inside an element"),
        ("<1/>", 1, 2, "an element has no name"),
        ("<a", 1, 3, "the tag of <a> does not end"),
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
        #expect(document.warnings.map(\.message) == ["the document type is passed over", "an ampersand is not escaped"])
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
        #expect(error(String(repeating: "<a>", count: 100_000))?.reason == "more than 64 elements are inside one another")
        var limits = XMLLimits()
        limits.items = 100
        #expect(
            error("<a>" + String(repeating: "<b/>", count: 200) + "</a>", limits: limits)?.reason
                == "it has more than 100 elements and attributes")
        limits.bytes = 10
        #expect(error("<a>01234567</a>", limits: limits)?.reason == "the document has more than 10 bytes")
        let attributes = (0..<300).map { " a\($0)='1'" }.joined()
        #expect(error("<a\(attributes)/>")?.reason == "<a> has too many attributes")
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
}
