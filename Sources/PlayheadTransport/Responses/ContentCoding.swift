import NIOHTTP1

/// The codings of a response (RFC 9110 §8.4).
enum ContentCoding {
    /// The coding with which programs upload objects to storage services; some services keep it in the metadata of an object that is stored
    /// without it.
    static let ignored = "aws-chunked"
    private static let field = "Content-Encoding"

    /// Returns the coding of a body, in lower case; several are separated by commas. `nil` for none.
    static func name(in headers: HTTPHeaders) -> String? {
        let names = headers[canonicalForm: field].map { $0.lowercased() }.filter { !$0.isEmpty && $0 != "identity" }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// Removes the ignored coding from the fields, and returns it if there was one.
    static func ignore(in headers: inout HTTPHeaders) -> String? {
        let names = headers[canonicalForm: field]
        guard names.contains(where: { $0.lowercased() == ignored }) else { return nil }
        let rest = names.filter { $0.lowercased() != ignored }
        headers.remove(name: field)
        if !rest.isEmpty { headers.add(name: field, value: rest.joined(separator: ", ")) }
        return ignored
    }
}
