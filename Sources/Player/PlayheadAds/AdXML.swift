import PlayheadCore
@_exported import PlayheadNumbers
@_exported import PlayheadXML

/// Reads documents of ads in XML.
enum AdXML {
    /// The outermost element of a document, and what is wrong with the document although it can be read.
    /// - Throws: `AdError` with `code` if the document cannot be read.
    static func read(
        _ bytes: [UInt8], limits: XMLLimits, code: AdErrorCode
    ) throws(AdError) -> (root: XMLElement, warnings: [AdWarning]) {
        do throws(XMLError) {
            let document = try XMLReader.read(bytes, limits: limits)
            return (document.root, document.warnings.map { AdWarning(line: $0.line, message: $0.message) })
        } catch {
            throw AdError(code, error)
        }
    }
}
