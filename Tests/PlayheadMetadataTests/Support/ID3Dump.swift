import PlayheadMetadata

/// Frames in the format of the reference's dumps.
enum ID3Dump {
    /// Returns the entries in the line `metadata = entries=[…]` of a dump, without those that are not in a tag; `nil` without such a line.
    ///
    /// `ReplayGain Xing/Info` is read from the first MPEG frame, after the tag.
    static func entries(_ dump: String) -> String? {
        let opening = "metadata = entries=["
        guard let line = dump.split(separator: "\n").first(where: { $0.contains(opening) }), let start = line.firstRange(of: opening) else {
            return nil
        }
        let list = line[start.upperBound...].dropLast()
        let foreign = list.firstRange(of: ", ReplayGain Xing/Info:") ?? list.firstRange(of: "ReplayGain Xing/Info:")
        return String(foreign.map { list[..<$0.lowerBound] } ?? list)
    }

    static func text(_ frames: [ID3Frame]) -> String { frames.map(text).joined(separator: ", ") }

    private static func text(_ frame: ID3Frame) -> String {
        switch frame.content {
        case .text(let values): "\(frame.id): description=null: values=[\(values.joined(separator: ", "))]"
        case .userText(let description, let values):
            "\(frame.name): description=\(description): values=[\(values.joined(separator: ", "))]"
        case .link(let url), .userLink(_, let url): "\(frame.name): url=\(url)"
        case .comment(let language, let description, let text) where frame.name == "COMM":
            "COMM: language=\(language), description=\(description), text=\(text)"
        case .picture(let picture): "APIC: mimeType=\(picture.mimeType), description=\(picture.description)"
        case .object(let object):
            "GEOB: mimeType=\(object.mimeType), filename=\(object.filename), description=\(object.description)"
        case .privateData(let owner, _): "PRIV: owner=\(owner)"
        default: frame.id
        }
    }
}
