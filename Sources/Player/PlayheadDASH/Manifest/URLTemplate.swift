/// A URL with identifiers to be replaced (ISO/IEC 23009-1 §5.3.9.4.4).
package struct URLTemplate: Sendable, Hashable {
    /// A part of the template.
    enum Part: Sendable, Hashable {
        case text(String)
        case representationID
        case bandwidth(width: Int)
        case number(width: Int)
        case time(width: Int)
    }

    /// The maximum number of digits.
    private static let maximumWidth = 64

    let parts: [Part]

    /// Whether the URLs of segments differ.
    var dependsOnSegment: Bool {
        parts.contains { part in
            switch part {
            case .number, .time: true
            case .text, .representationID, .bandwidth: false
            }
        }
    }

    /// Parses a template.
    /// - Throws: `ManifestError` without a line.
    init(_ text: String) throws(ManifestError) {
        var parts: [Part] = []
        var pending = ""
        for (index, piece) in text.split(separator: "$", omittingEmptySubsequences: false).enumerated() {
            // Every second piece is between two dollar signs.
            guard !index.isMultiple(of: 2) else {
                pending += piece
                continue
            }
            if piece.isEmpty {
                pending += "$"
                continue
            }
            if !pending.isEmpty { parts.append(.text(pending)) }
            pending = ""
            parts.append(try Self.identifier(piece))
        }
        guard text.utf8.count(where: { $0 == UInt8(ascii: "$") }).isMultiple(of: 2) else {
            throw ManifestError("a template has an unpaired $")
        }
        if !pending.isEmpty { parts.append(.text(pending)) }
        self.parts = parts
    }

    private static func identifier(_ piece: Substring) throws(ManifestError) -> Part {
        let halves = piece.split(separator: "%", maxSplits: 1)
        var width = 1
        if halves.count == 2 {
            let format = halves[1]
            guard format.hasPrefix("0"), format.hasSuffix("d"), let digits = Int(format.dropFirst().dropLast()),
                (0...maximumWidth).contains(digits)
            else { throw ManifestError("the format %\(format.prefix(20)) of a template is invalid") }
            width = digits
        }
        switch halves[0] {
        case "RepresentationID" where halves.count == 1: return .representationID
        case "Bandwidth": return .bandwidth(width: width)
        case "Number": return .number(width: width)
        case "Time": return .time(width: width)
        default: throw ManifestError("the identifier $\(piece.prefix(40))$ of a template is unknown")
        }
    }

    /// Returns the URL for a segment; `nil` for an initialization segment.
    func url(for representation: Representation, _ segment: SegmentReference?) -> String {
        var url = ""
        for part in parts {
            switch part {
            case .text(let text): url += text
            case .representationID: url += representation.id
            case .bandwidth(let width): url += Self.padded(Int64(representation.bandwidth), width)
            case .number(let width): url += Self.padded(Int64(segment?.number ?? 0), width)
            case .time(let width): url += Self.padded(segment?.time ?? 0, width)
            }
        }
        return url
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return digits.count < width ? String(repeating: "0", count: width - digits.count) + digits : digits
    }
}
