import TestSupport

@testable import PlayheadHLS

/// An origin that publishes a random live stream: each step changes the playlist like a packager.
struct RandomOrigin {
    /// A segment of the origin.
    struct Segment {
        var number: Int
        var uri: String
        var duration: Double
        var discontinuity: Int
        var hasDiscontinuity = false
        var key: String?
        var map: String?
        var date: Double?
        var isGap = false
        var bitrate: Int?
        var range: (length: Int, offset: Int)?
        var parts: [String] = []
        var tags: [String] = []
        /// The start, in seconds since the start of the origin.
        var start: Double
    }

    /// The constant properties of a history.
    struct Habits {
        var isEvent: Bool
        var repeatsState: Bool
        var hasDates: Bool
        var datesEach: Bool
        var hasKeys: Bool
        var hasMaps: Bool
        var hasParts: Bool
        var hasBitrates: Bool
        var hasRanges: Bool
        var hasTags: Bool
        var endsLines: Bool
        var window: Int
    }

    var generator: SeededGenerator
    let habits: Habits
    private(set) var segments: [Segment] = []
    private(set) var openParts: [String] = []
    private(set) var hasEnded = false
    private(set) var first = 0
    private var nextNumber: Int
    private var nextStart = 0.0
    private var clock = 1_795_284_000.0
    private var discontinuity = 0
    private var key: String?
    private var map: String?
    private var bitrate: Int?
    private var offset = 0
    private var session = 0

    /// Creates an origin. With `encryptsMaps`, a stream may have both keys and initialization sections: then the keys of a section are
    /// those before its tag, which differ when the tag is repeated.
    init(seed: UInt64, encryptsMaps: Bool = true) {
        var generator = SeededGenerator(seed: seed)
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        var habits = Habits(
            isEvent: chance(25), repeatsState: chance(40), hasDates: chance(70), datesEach: chance(60), hasKeys: chance(40),
            hasMaps: chance(40), hasParts: chance(35), hasBitrates: chance(20), hasRanges: chance(15), hasTags: chance(40),
            endsLines: chance(80), window: Int.random(in: 2...30, using: &generator))
        if !encryptsMaps, habits.hasKeys { habits.hasMaps = false }
        // A bit rate does not apply to sub-ranges, so a delta update does not contain the previous one.
        if habits.hasRanges { habits.hasBitrates = false }
        self.habits = habits
        nextNumber = chance(50) ? 0 : Int.random(in: 0...100_000, using: &generator)
        self.generator = generator
        map = habits.hasMaps ? "init0.mp4" : nil
        for _ in 0..<Int.random(in: 1...habits.window, using: &self.generator) { addSegment() }
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    /// The listed segments.
    var window: ArraySlice<Segment> { segments[first...] }

    /// Publishes the next update.
    mutating func step() {
        guard !hasEnded else { return }
        for _ in 0..<Int.random(in: 0...3, using: &generator) { addSegment() }
        if habits.hasParts {
            for index in openParts.count..<(openParts.count + Int.random(in: 0...2, using: &generator)) {
                openParts.append(
                    "#EXT-X-PART:DURATION=0.5,URI=\"\(session)-\(nextNumber).\(index).mp4\"" + (index == 0 ? ",INDEPENDENT=YES" : ""))
            }
            for index in segments.indices.dropLast(3) where !segments[index].parts.isEmpty { segments[index].parts = [] }
        }
        if !habits.isEvent { first = max(first, segments.count - habits.window) }
        if chance(3) { hasEnded = true }
    }

    /// Restarts with numbers from 0, like a restarted encoder.
    mutating func restart() {
        session += 1
        nextNumber = 0
        discontinuity = 0
        clock += 1000
        openParts = []
        first = segments.count
        for _ in 0..<3 { addSegment() }
    }

    /// Publishes segments that no reload sees.
    mutating func skipAhead() {
        for _ in 0..<(habits.window + Int.random(in: 1...5, using: &generator)) { addSegment() }
        first = segments.count - habits.window
    }

    private mutating func addSegment() {
        var segment = Segment(
            number: nextNumber, uri: "\(session)-\(nextNumber).mp4", duration: Double(Int.random(in: 1...16, using: &generator)) / 4,
            discontinuity: discontinuity, start: nextStart)
        if chance(5) {
            segment.hasDiscontinuity = true
            discontinuity += 1
            segment.discontinuity = discontinuity
            if chance(50) { clock += 30 }
            if habits.hasMaps { map = "init\(discontinuity).mp4" }
        }
        if habits.hasKeys, chance(15) { key = chance(20) ? nil : "key\(nextNumber)" }
        if habits.hasBitrates, chance(20) { bitrate = Int.random(in: 1...5, using: &generator) * 100 }
        if habits.hasRanges, chance(80) {
            let length = Int.random(in: 1...1000, using: &generator)
            segment.range = (length, offset)
            segment.uri = "\(session)-all.mp4"
            offset += length
        }
        segment.key = key
        segment.map = map
        segment.bitrate = bitrate
        if habits.hasDates, habits.datesEach || segment.hasDiscontinuity || chance(5) { segment.date = clock }
        segment.isGap = chance(3)
        if habits.hasParts { segment.parts = openParts }
        if habits.hasTags, chance(15) {
            segment.tags.append("#EXT-X-DATERANGE:ID=\"r\(nextNumber)\",START-DATE=\"2026-11-21T18:00:00Z\",DURATION=\(nextNumber % 9)")
        }
        if habits.hasTags, chance(10) {
            segment.tags.append(["#EXT-X-CUE-OUT:30", "#EXT-X-CUE-IN", "#EXT-X-OWN:\(nextNumber)"].randomElement(using: &generator) ?? "")
        }
        openParts = []
        segments.append(segment)
        nextNumber += 1
        nextStart += segment.duration
        clock += segment.duration
    }

    // MARK: - Text

    /// Returns the playlist; with `skipping` a delta update that skips that number of segments.
    func text(skipping: Int = 0) -> String {
        guard let head = window.first else { return "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" }
        var lines = ["#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:\(head.number)"]
        let listsDiscontinuity = head.hasDiscontinuity && head.number.isMultiple(of: 2)
        lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(head.discontinuity - (listsDiscontinuity ? 1 : 0))")
        if habits.isEvent { lines.append("#EXT-X-PLAYLIST-TYPE:EVENT") }
        lines.append("#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES,PART-HOLD-BACK=1.5")
        if habits.hasParts { lines.append("#EXT-X-PART-INF:PART-TARGET=0.5") }
        var state: Segment?
        if skipping > 0 {
            let removed = segments[..<first].suffix(50).filter { $0.tags.contains { $0.contains("DATERANGE") } }.map { "r\($0.number)" }
            let list = removed.isEmpty ? "" : ",RECENTLY-REMOVED-DATERANGES=\"" + removed.joined(separator: "\t") + "\""
            lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipping)" + list)
            state = window.dropFirst(skipping - 1).first
        }
        for segment in window.dropFirst(skipping) {
            let isHead = segment.number == head.number
            append(segment, after: state, writesDiscontinuity: isHead ? listsDiscontinuity : segment.hasDiscontinuity, to: &lines)
            state = segment
        }
        lines += openParts
        if habits.hasParts, !hasEnded {
            lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(session)-\(nextNumber).\(openParts.count).mp4\"")
            lines.append("#EXT-X-RENDITION-REPORT:URI=\"other.m3u8\",LAST-MSN=\(nextNumber - 1)")
        }
        if hasEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + (habits.endsLines ? "\n" : "")
    }

    private func append(_ segment: Segment, after before: Segment?, writesDiscontinuity: Bool, to lines: inout [String]) {
        lines += segment.tags
        if writesDiscontinuity { lines.append("#EXT-X-DISCONTINUITY") }
        if before.map({ $0.key != segment.key }) ?? (segment.key != nil) || habits.repeatsState && segment.key != nil {
            lines.append(segment.key.map { "#EXT-X-KEY:METHOD=AES-128,URI=\"\($0)\"" } ?? "#EXT-X-KEY:METHOD=NONE")
        }
        if let map = segment.map, before?.map != map || habits.repeatsState { lines.append("#EXT-X-MAP:URI=\"\(map)\"") }
        if let date = segment.date { lines.append("#EXT-X-PROGRAM-DATE-TIME:" + Self.text(ofDate: date)) }
        if segment.isGap { lines.append("#EXT-X-GAP") }
        if let bitrate = segment.bitrate, before?.bitrate != bitrate { lines.append("#EXT-X-BITRATE:\(bitrate)") }
        lines += segment.parts
        lines.append("#EXTINF:\(segment.duration),")
        if let range = segment.range { lines.append("#EXT-X-BYTERANGE:\(range.length)" + (before?.range == nil ? "@\(range.offset)" : "")) }
        lines.append(segment.uri)
    }

    /// Returns the date of a time within 2026-11-21 or the days after it.
    private static func text(ofDate date: Double) -> String {
        let milliseconds = Int(saturating: (date - 1_795_219_200) * 1000)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = milliseconds / 1000
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return
            "2026-11-\(two(21 + seconds / 86_400))T\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(fraction)Z"
    }
}
