/// The reason and position of a failure to read a document.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault, as part of a sentence.
    package var reason: String
    /// The line, from 1.
    package var line: Int
    /// The byte in the line, from 1.
    package var column: Int

    /// Makes an error.
    package init(reason: String, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// The reason after its position.
    package var description: String { "line \(line), column \(column): \(reason)" }
}

/// A fault of a document that does not prevent reading it.
package struct XMLWarning: Sendable, Hashable {
    /// The line, from 1.
    package var line: Int
    /// The fault, as part of a sentence.
    package var message: String
}

/// The maximum sizes of a document, which bound the memory and stack that it takes.
package struct XMLLimits: Sendable, Hashable {
    /// Bytes of the document.
    package var bytes = 16 << 20
    /// Elements inside one another.
    package var depth = 64
    /// Elements and attributes in all.
    package var items = 200_000
    /// Attributes of one element.
    package var attributes = 256

    /// Makes the default limits.
    package init() {}
}

/// Reads XML 1.0 documents as trees, by libxml2.
///
/// Nothing outside of the document is read, and no entity is resolved except those that XML itself defines: `XMLSource` removes document types
/// before libxml2 gets the document. A document that is not well-formed is refused with the position of the error, with one exception: an
/// ampersand that begins no reference, as in addresses that nobody escaped, stands for itself.
package enum XMLReader {
    /// The maximum number of warnings for one document.
    package static let maximumWarnings = 100

    /// A document that was read.
    package struct Document: Sendable, Hashable {
        /// The outermost element.
        package var root: XMLElement
        /// Faults that did not prevent reading it.
        package var warnings: [XMLWarning]
    }

    /// How faults are treated that are common in some documents.
    package enum Tolerance: Sendable {
        /// Declared entities, control characters and references to invalid characters are errors.
        case strict
        /// Declared entities are ignored, control characters become U+FFFD, invalid references are text, and HTML's `&nbsp;` is resolved.
        case lenient
    }

    /// Reads a document.
    /// - Throws: `XMLError` if it is not well-formed, declares entities, or exceeds the limits.
    package static func read(
        _ bytes: [UInt8], limits: XMLLimits = XMLLimits(), tolerance: Tolerance = .strict
    ) throws(XMLError) -> Document {
        guard bytes.count <= limits.bytes else {
            throw XMLError(reason: "the document has more than \(limits.bytes) bytes", line: 1, column: 1)
        }
        let source = XMLSource(XMLEncoding.utf8(bytes), limits: limits, tolerance: tolerance)
        return Document(root: try XMLTreeBuilder(source, depth: limits.depth).build(), warnings: source.warnings)
    }
}
