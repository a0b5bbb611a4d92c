@testable import PlayheadSamples

/// Files of Common Encryption whose protection is described in other places than usual.
enum RearrangedProtection {
    /// Moves the auxiliary information of samples from each description of a fragment into its media data, before the samples.
    /// - Parameters:
    ///   - file: A file whose fragments have `senc`, `saiz` and `saio`.
    ///   - offset: The declared distance from a description to the information; `nil` for the correct one.
    /// - Returns: The rearranged file.
    static func inMediaData(_ file: [UInt8], offset: Int? = nil) -> [UInt8] {
        let boxes = MovieBox.list(file)
        var result: [UInt8] = []
        for (index, box) in boxes.enumerated() {
            if box.type == "mdat", index > 0, boxes[index - 1].type == "moof" { continue }
            guard box.type == "moof" else {
                result += box.bytes
                continue
            }
            let lists = MovieBox.list(box.body).filter { $0.type == "traf" }.compactMap { track in
                MovieBox.list(track.body).first { $0.type == "senc" }
            }
            let removed = lists.reduce(0) { $0 + $1.bytes.count }
            // Flags and a count precede the entries.
            let added = lists.reduce(0) { $0 + $1.body.count - 8 }
            let start = box.bytes.count - removed + 8
            var moved: [UInt8] = []
            result += box.changing { track in
                guard track.type == "traf" else { return track.bytes }
                let place = offset ?? start + moved.count
                moved += MovieBox.list(track.body).first { $0.type == "senc" }?.body.dropFirst(8) ?? []
                return track.changing { inner in
                    switch inner.type {
                    case "senc": return []
                    case "saio": return MovieBox(type: "saio", body: Array(inner.body[..<8]) + MovieBox.octets(place)).bytes
                    case "trun":
                        let distance = MovieBox.octets(MovieBox.number(inner.body[8..<12]) - removed + added)
                        return MovieBox(type: "trun", body: Array(inner.body[..<8]) + distance + Array(inner.body[12...])).bytes
                    default: return inner.bytes
                    }
                }
            }
            result += MovieBox(type: "mdat", body: moved + boxes[index + 1].body).bytes
        }
        return result
    }

    /// Names the key of all samples by a sample group of their tables, and another one, that does not exist, by their description.
    /// - Parameters:
    ///   - file: A file with sample tables behind the samples, and vectors of 8 bytes.
    ///   - id: The id of the key.
    /// - Returns: The rearranged file.
    static func inGroups(_ file: [UInt8], id: [UInt8]) -> [UInt8] {
        var file = file
        // The id is the last field of `tenc`.
        for index in file.indices.dropLast(28) where file[index..<(index + 4)].elementsEqual("tenc".utf8) {
            file.replaceSubrange((index + 12)..<(index + 28), with: [UInt8](repeating: 0xB8, count: id.count))
        }
        func change(_ box: MovieBox) -> [UInt8] {
            switch box.type {
            case "moov", "trak", "mdia", "minf": return box.changing(change)
            case "stbl":
                let count = MovieBox.list(box.body).first { $0.type == "stsz" }.map { MovieBox.number($0.body[8..<12]) } ?? 0
                let entry: [UInt8] = [0, 0, 1, 8] + id
                let kind = Array("seig".utf8)
                let description = [1, 0, 0, 0] + kind + MovieBox.octets(entry.count) + MovieBox.octets(1) + entry
                let map = [0, 0, 0, 0] + kind + MovieBox.octets(1) + MovieBox.octets(count) + MovieBox.octets(1)
                let added = MovieBox(type: "sgpd", body: description).bytes + MovieBox(type: "sbgp", body: map).bytes
                return MovieBox(type: "stbl", body: box.body + added).bytes
            default: return box.bytes
            }
        }
        return MovieBox.list(file).flatMap(change)
    }
}
