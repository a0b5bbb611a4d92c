import PlayheadCore

/// A file that `playhead inspect` looks at.
struct InspectedFile {
    /// What is in it.
    let bytes: [UInt8]
    /// Where it came from, after redirects.
    let url: String

    /// The end of its name, in small letters, without the dot; empty without one.
    var fileExtension: String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Whether the text begins so, a byte-order mark and white space aside.
    func begins(with text: String) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return body.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.starts(with: text.utf8)
    }
}

/// What a file says.
struct Inspection {
    /// As JSON; the first field is its kind.
    var fields: EventFields
    /// For people, line by line.
    var summary: [String]
}

/// Why a file can't be told of.
struct InspectionError: Error {
    let reason: String
}

/// A kind of file that `playhead inspect` knows. A new kind is a file of its own, and a line in `FileKinds.all`.
protocol FileKind: Sendable {
    /// Tells what a file says.
    /// - Returns: Nil when it is not of this kind.
    /// - Throws: `InspectionError` when it is, but too damaged.
    static func inspect(_ file: InspectedFile) throws -> Inspection?
}

/// The kinds of files.
enum FileKinds {
    /// In this order they are asked.
    static let all: [any FileKind.Type] = [PlaylistKind.self, WebVTTKind.self, ID3Kind.self, AdDocumentKind.self, SubRipKind.self]

    /// Tells what a file says.
    static func inspect(_ file: InspectedFile) throws -> Inspection {
        for kind in all {
            if let inspection = try kind.inspect(file) { return inspection }
        }
        throw InspectionError(reason: "no kind of file that can be inspected (see playhead inspect --help)")
    }
}
