import PlayheadCaptions
import PlayheadCore

/// A file for `playhead inspect`.
struct InspectedFile {
    /// The contents.
    let bytes: [UInt8]
    /// The contents without a byte order mark, in UTF-8 if they are UTF-16.
    let text: ArraySlice<UInt8>
    /// Whether the contents are UTF-16.
    let isUTF16: Bool
    /// The URL, after redirects.
    let url: String

    init(bytes: [UInt8], url: String) {
        self.bytes = bytes
        self.url = url
        let wide = UTF16Text.decode(bytes)
        isUTF16 = wide != nil
        text = wide.map { Array($0.utf8)[...] } ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
    }

    /// The file extension in lower case, without the dot; empty if there is none.
    var fileExtension: String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Returns whether the text begins with a string, ignoring white space.
    func begins(with start: String) -> Bool {
        text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.starts(with: start.utf8)
    }
}

/// The result of inspecting a file.
struct Inspection {
    /// The fields for JSON; the first one is the kind.
    var fields: EventFields
    /// The lines of the summary.
    var summary: [String]
}

/// An error that prevents the inspection of a file.
struct InspectionError: Error {
    let reason: String
}

/// A kind of file that `playhead inspect` supports. A new kind needs a file of its own, and an entry in `FileKinds.all`.
protocol FileKind: Sendable {
    /// Inspects a file.
    /// - Returns: `nil` if the file is of another kind.
    /// - Throws: `InspectionError` if the file is of this kind, but too damaged.
    static func inspect(_ file: InspectedFile) throws -> Inspection?
}

/// The supported kinds of files.
enum FileKinds {
    /// The kinds in the order in which they are tried.
    static let all: [any FileKind.Type] = [
        ListKind.self, PlaylistKind.self, WebVTTKind.self, SubStationKind.self, ID3Kind.self, ManifestKind.self, AdDocumentKind.self,
        SubRipKind.self,
    ]

    /// Inspects a file.
    static func inspect(_ file: InspectedFile) throws -> Inspection {
        for kind in all {
            if let inspection = try kind.inspect(file) { return inspection }
        }
        throw InspectionError(reason: "this kind of file can't be inspected (see playhead inspect --help)")
    }
}
