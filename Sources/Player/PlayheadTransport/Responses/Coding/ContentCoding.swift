import NIOHTTP1

/// A coding of a response (RFC 9110 §8.4) that is decoded.
enum ContentCoding: String, CaseIterable {
    case gzip
    case deflate
    /// RFC 7932
    case brotli = "br"
    /// RFC 8878, RFC 9659
    case zstd

    /// The coding with which programs upload objects to storage services; some services keep it in the metadata of an object that is stored
    /// without it.
    static let ignored = "aws-chunked"
    private static let field = "Content-Encoding"

    /// The value of the field of a request that allows all codings.
    static let accepted = allCases.map(\.rawValue).joined(separator: ", ")

    /// The maximum ratio of the sizes. Playlists of more than 1 MiB reached 125 with deflate, by long parameters that all lines have, and 586
    /// with the others, which find repetitions at any distance.
    var maximumRatio: Int {
        switch self {
        case .gzip, .deflate: 150
        case .brotli, .zstd: 1000
        }
    }

    /// A new decompressor of the coding.
    var decompressor: any Decompressor {
        switch self {
        case .gzip: ZlibDecompressor(isDeflate: false)
        case .deflate: ZlibDecompressor(isDeflate: true)
        case .brotli: BrotliDecompressor()
        case .zstd: ZstdDecompressor()
        }
    }

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
