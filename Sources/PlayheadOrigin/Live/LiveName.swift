/// The names of segments on air: the recording's name with the segment's number before its extension, so that each is a resource of its own,
/// however often the recording is repeated: `segment003.45.m4s`, and its parts `segment003.45.part2.m4s`. After a restart of the encoder
/// the number of the restart stands before: `segment003.1-45.m4s`.
struct LiveName: Equatable {
    /// How often the encoder was restarted before.
    var epoch = 0
    /// The segment's number in its epoch, from 0.
    var ordinal: Int
    var part: Int?

    /// Puts the number into a URI or path.
    func inserted(into uri: String) -> String {
        let end = uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex
        let nameStart = uri[..<end].lastIndex(of: "/").map(uri.index(after:)) ?? uri.startIndex
        let dot = uri[nameStart..<end].lastIndex(of: ".") ?? end
        return uri[..<dot] + "." + token + uri[dot...]
    }

    private var token: String {
        (epoch > 0 ? "\(epoch)-\(ordinal)" : "\(ordinal)") + (part.map { ".part\($0)" } ?? "")
    }

    /// What a path may mean: the recording's path and the number; with an extension, and without one.
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

    /// A number as ``inserted(into:)`` writes it; larger ones than a broadcast can reach are none.
    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.count <= 12, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text)
    }
}
