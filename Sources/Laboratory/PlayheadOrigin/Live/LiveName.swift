/// The name of a segment on air: the recording's name with the number of the segment before the extension, so that each segment is a
/// separate resource although the recording repeats: `segment003.45.m4s`, and its parts `segment003.45.part2.m4s`. After a restart of the
/// encoder the number of restarts comes before: `segment003.1-45.m4s`.
struct LiveName: Equatable {
    /// The number of earlier restarts of the encoder.
    var epoch = 0
    /// The number of the segment in its epoch, from 0.
    var ordinal: Int
    var part: Int?

    /// Inserts the number into a URI or path.
    func inserted(into uri: String) -> String {
        let end = uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex
        let nameStart = uri[..<end].lastIndex(of: "/").map(uri.index(after:)) ?? uri.startIndex
        let dot = uri[nameStart..<end].lastIndex(of: ".") ?? end
        return uri[..<dot] + "." + token + uri[dot...]
    }

    private var token: String {
        (epoch > 0 ? "\(epoch)-\(ordinal)" : "\(ordinal)") + (part.map { ".part\($0)" } ?? "")
    }

    /// Returns the possible meanings of a path: the recording's path and the number; with an extension, and without one.
    static func candidates(for path: String) -> [(original: String, name: LiveName)] {
        let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let pieces = path[slash...].split(separator: ".", omittingEmptySubsequences: false)
        return [1, 0].compactMap { extensions in
            guard pieces.count > extensions + 1 else { return nil }
            var rest = pieces.dropLast(extensions)
            var part: Int?
            if let last = rest.last, last.hasPrefix("part"), let number = number(last.dropFirst(4)) {
                part = number
                rest = rest.dropLast()
            }
            guard rest.count > 1, let last = rest.popLast() else { return nil }
            let numbers = last.split(separator: "-", omittingEmptySubsequences: false).map(number)
            guard numbers.count <= 2, let ordinal = numbers.last ?? nil, let epoch = numbers.count == 2 ? numbers[0] : 0 else { return nil }
            let original = path[..<slash] + (rest + pieces.suffix(extensions)).joined(separator: ".")
            return (String(original), LiveName(epoch: epoch, ordinal: ordinal, part: part))
        }
    }

    /// Parses a number that ``inserted(into:)`` writes; nil for numbers beyond the reach of a broadcast.
    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.count <= 12, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text)
    }
}
