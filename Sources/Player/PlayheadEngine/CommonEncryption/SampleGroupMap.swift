/// The groups `seig` of the samples of a track with sample tables, by their positions in the file (ISO/IEC 14496-12 §8.7, §8.9.2).
struct SampleGroupMap: Sendable {
    /// The maximum number of samples of a track.
    private static let maximumSamples = 1 << 21

    /// The positions of the samples, in order, and their numbers from 0.
    private var places: [(start: Int64, number: Int)] = []
    /// The first samples of runs with one entry, in order.
    private var runs: [(first: Int, entry: Int)] = []
    private let defaultEntry: Int

    /// Reads the boxes of a sample table (`stbl`); `nil` if no sample belongs to a group, or the tables are damaged or too large.
    init?(_ boxes: [MediaBox], of bytes: [UInt8], default defaultEntry: Int) {
        let groups = boxes.lazy.filter { $0.type == "sbgp" }.compactMap { SampleGroup.runs($0, of: bytes) }.first
        guard groups != nil || defaultEntry > 0 else { return nil }
        self.defaultEntry = defaultEntry
        var first = 0
        for run in groups ?? [] {
            runs.append((first, run.entry))
            first = first.saturatingAdding(run.samples)
        }
        runs.append((first, defaultEntry))
        guard readPlaces(boxes, of: bytes) else { return nil }
    }

    /// Returns the number of the entry for the sample at a position; 0 for none, `nil` if there is no sample.
    func entry(at position: Int64) -> Int? {
        guard let place = Self.last(places, where: { $0.start <= position }), places[place].start == position else { return nil }
        let number = places[place].number
        return Self.last(runs) { $0.first <= number }.map { runs[$0].entry } ?? defaultEntry
    }

    /// Returns the index of the last element of a list for which a condition holds, that holds for a beginning of the list.
    private static func last<Element>(_ list: [Element], where holds: (Element) -> Bool) -> Int? {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(list[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    // MARK: Tables

    /// - Returns: Whether the positions of samples are known.
    private mutating func readPlaces(_ boxes: [MediaBox], of bytes: [UInt8]) -> Bool {
        func fields(_ types: String...) -> BoxFields? { boxes.first { types.contains($0.type) }.map { BoxFields(bytes, $0.content) } }
        let isLong = boxes.contains { $0.type == "co64" }
        guard var sizes = fields("stsz"), var chunks = fields("stco", "co64"), var counts = fields("stsc"),
            sizes.skip(4), let commonSize = sizes.integer(4), let samples = sizes.integer(4), samples <= Self.maximumSamples,
            chunks.skip(4), let chunkCount = chunks.integer(4), counts.skip(4), let changes = counts.integer(4)
        else { return false }
        var change: (chunk: Int, count: Int)?
        var (read, perChunk, chunk) = (0, 0, 0)
        while places.count < samples, chunk < chunkCount {
            chunk += 1
            // An entry of `stsc` applies from its chunk on.
            while change.map({ $0.chunk <= chunk }) ?? (read < changes) {
                if let change { perChunk = change.count }
                change = nil
                guard read < changes else { break }
                guard let first = counts.integer(4), let count = counts.integer(4), counts.skip(4) else { return false }
                change = (first, count)
                read += 1
            }
            guard var place = chunks.number(isLong ? 8 : 4).flatMap({ Int64(exactly: $0) }) else { return false }
            for _ in 0..<min(perChunk, samples - places.count) {
                guard let size = commonSize > 0 ? commonSize : sizes.integer(4) else { return false }
                places.append((place, places.count))
                place = place.saturatingAdding(Int64(size))
            }
        }
        if !zip(places, places.dropFirst()).allSatisfy({ $0.start <= $1.start }) {
            places.sort { ($0.start, $0.number) < ($1.start, $1.number) }
        }
        return places.count == samples
    }
}
