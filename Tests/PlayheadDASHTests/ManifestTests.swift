import TestSupport
import Testing

@testable import PlayheadDASH

/// Manifests that are wrong, hostile or unusual.
struct ManifestTests {
    /// Returns a manifest with one representation.
    private func manifest(
        _ segments: String, attributes: String = "type='static' mediaPresentationDuration='PT10S'"
    ) throws -> Manifest {
        let text = """
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" \(attributes)><Period>
            <AdaptationSet contentType="video"><Representation id="v" bandwidth="1000" mimeType="video/mp4">
            \(segments)
            </Representation></AdaptationSet></Period></MPD>
            """
        return try Manifest.parse(Array(text.utf8), url: "http://a.example/b/c.mpd?d=e")
    }

    private func table(_ segments: String) throws -> SegmentTable {
        try #require(manifest(segments).periods[0].adaptationSets.first?.representations.first?.segments)
    }

    private func timeline(_ entries: String) throws -> SegmentTable {
        try table("<SegmentTemplate timescale='10' media='$Time$.m4s'><SegmentTimeline>\(entries)</SegmentTimeline></SegmentTemplate>")
    }

    @Test func keepsDeclaredTimesThatOverlapByRounding() throws {
        let rounded = try timeline("<S t='0' d='2001'/><S t='2000' d='2001' r='1'/><S t='6001' d='2001'/>")
        #expect((0..<4).compactMap { rounded.segment(at: $0)?.time } == [0, 2000, 4001, 6001])
        #expect(rounded.index(at: 200) == 1 && rounded.index(at: 199.9) == 0)
        // Segments are in the order of their starts.
        let folded = try timeline("<S t='0' d='20'/><S t='0' d='20'/>")
        #expect((0..<2).compactMap { folded.segment(at: $0)?.time } == [0, 20])
    }

    @Test func countsFromDeclaredNumbers() throws {
        let table = try timeline(
            "<S t='0' n='1' d='20' r='1'/><S t='40' n='11' d='20'/><S t='60' d='20'/><S t='80' d='10'/><S t='90' n='-1' d='10'/>")
        #expect((0..<6).compactMap { table.segment(at: $0)?.number } == [1, 2, 11, 12, 13, 6])
    }

    @Test func warnsOfWhatIsNotUsed() throws {
        let text = """
            <MPD xmlns:xlink="http://www.w3.org/1999/xlink"><Period duration="PT1S" xlink:href="http://b.example/p"/>
            <Period duration="PT1S">
            <Preselection preselectionComponents="1 2" lang="de"/></Period></MPD>
            """
        let manifest = try Manifest.parse(Array(text.utf8), url: "http://a.example/")
        #expect(manifest.periods.last?.preselections.first?.components == ["1", "2"])
        #expect(
            manifest.warnings.map(\.description).filter { $0.contains("XLink") || $0.contains("Preselection") } == [
                "line 1: the XLink of <Period> is not followed: http://b.example/p",
                "line 3: <Preselection> is not used: its sets are played one by one",
            ])
    }

    @Test func readsContentSteering() throws {
        func steering(_ text: String) throws -> ContentSteering? {
            let period = "<Period><AdaptationSet><Representation><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet></Period>"
            return try Manifest.parse(Array("<MPD>\(text)\(period)</MPD>".utf8), url: "http://a.example/b/c.mpd").steering
        }
        let full =
            "<ContentSteering defaultServiceLocation='b  a' queryBeforeStart='true' clientRequirement='false'> s?x=1\n</ContentSteering>"
        let expected = ContentSteering(
            serverURL: "http://a.example/b/s?x=1", defaultLocations: ["b", "a"], isQueriedBeforeStart: true, isRequired: false)
        #expect(try steering(full) == expected)
        #expect(try steering("<ServiceDescription>\(full)</ServiceDescription>") == expected)
        let numbers = full.replacing("'true'", with: "'1'").replacing("'false'", with: "'0'")
        #expect(try steering(numbers) == expected)
        let small = try steering("<ContentSteering>data:application/json,{}</ContentSteering>")
        #expect(small == ContentSteering(serverURL: "data:application/json,{}"))
        #expect(try steering("<ContentSteering/>") == nil)
    }

    @Test func readsTimesOfProduction() throws {
        func time(_ id: String, _ date: String) -> String {
            "<ProducerReferenceTime id='\(id)' presentationTime='20' wallClockTime='\(date)'/>"
        }
        let text = """
            <MPD><ServiceDescription><Latency target='3000' referenceId='b'/></ServiceDescription><Period><AdaptationSet>
            \(time("a", "1970-01-01T00:00:05Z"))\(time("c", "5"))<Representation>\(time("b", "1970-01-01T00:00:07.5Z"))
            <BaseURL>a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>
            """
        let manifest = try Manifest.parse(Array(text.utf8), url: "http://a.example/")
        let found = try #require(manifest.periods.first?.adaptationSets.first?.representations.first).referenceTimes
        let expected = [
            ProducerReferenceTime(id: "b", mediaTime: 20, date: 7.5), ProducerReferenceTime(id: "a", mediaTime: 20, date: 5),
        ]
        #expect(found == expected && manifest.serviceDescription?.latencyReference == "b")
    }

    @Test func readsWhatPlaybackDoesNotUse() throws {
        let text = """
            <MPD><BaseURL>m/</BaseURL><InitializationSet id='1' contentType='video' mimeType='video/mp4' codecs='avc1.4d401e, mp4a.40.2'
            initialization='i.mp4'/><InitializationSet inAllPeriods='false'/><Period duration='PT4S'><Subset contains='1 2'/>
            <AdaptationSet><Resync type='2' dT='1000' dImax='0.15' dImin='nan' marker='true'/>
            <Representation><Resync/><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>
            """
        let manifest = try Manifest.parse(Array(text.utf8), url: "http://a.example/x.mpd")
        let sets = [
            InitializationSet(
                id: "1", contentType: "video", mimeType: "video/mp4", codecs: ["avc1.4d401e", "mp4a.40.2"], url: "http://a.example/m/i.mp4"),
            InitializationSet(isInAllPeriods: false),
        ]
        #expect(manifest.initializationSets == sets && manifest.periods[0].subsets == [["1", "2"]])
        let resyncs = try #require(manifest.periods[0].adaptationSets.first?.representations.first).resyncs
        #expect(resyncs == [Resync(), Resync(type: 2, maximumInterval: 1000, maximumDistance: 0.15, hasMarkers: true)])
    }

    @Test func comparesTheEndsOfVersions() throws {
        func version(_ entries: String, _ attributes: String = "startNumber='1'", id: String = "p") throws -> Manifest {
            let text = """
                <MPD type='dynamic'><Period id='\(id)' start='PT0S'><AdaptationSet contentType='video'><SegmentTemplate timescale='10'
                media='$Number$.m4s' \(attributes)><SegmentTimeline>\(entries)</SegmentTimeline></SegmentTemplate>
                <Representation id='a' bandwidth='1'/><Representation id='b' bandwidth='2'/></AdaptationSet></Period></MPD>
                """
            return try Manifest.parse(Array(text.utf8), url: "http://a.example/")
        }
        let known = try version("<S t='0' d='20' r='3'/><S d='15'/>")
        let others = [
            "<S t='0' d='20' r='3'/><S d='15' r='1'/>", "<S t='0' d='20' r='3'/><S d='15'/><S d='20'/>", "<S t='0' d='20' r='4'/>",
        ]
        for entries in others { #expect(try !version(entries).hasSameEnd(as: known)) }
        #expect(try version("<S t='0' d='20' r='3'/><S d='15'/>").hasSameEnd(as: known))
        // The first two segments have left the window.
        #expect(try version("<S t='40' d='20' r='1'/><S d='15'/>", "startNumber='3'").hasSameEnd(as: known))
        // One more has left than follows.
        #expect(try !version("<S t='40' d='20' r='1'/><S d='15' r='1'/>", "startNumber='3'").hasSameEnd(as: known))
        #expect(try !version("<S t='0' d='20' r='3'/><S d='15'/>", id: "q").hasSameEnd(as: known))
        let open = try version("<S t='0' d='20' r='-1'/>")
        #expect(try version("<S t='0' d='20' r='-1'/>").hasSameEnd(as: open))
        #expect(try !version("<S t='0' d='10' r='-1'/>").hasSameEnd(as: open))
        #expect(!open.hasSameEnd(as: known))
    }

    @Test func numbersSegmentsLazily() throws {
        let table = try table(
            "<SegmentTemplate timescale='1000' duration='4000' startNumber='7' media='$RepresentationID$/$Number%04d$.m4s'/>")
        #expect(table.count == 3 && table.index(at: 9.5) == 2 && table.index(at: 4) == 1)
        let last = try #require(table.segment(at: 2))
        #expect(last.number == 9 && table.start(of: last) == 8 && table.segment(at: 3) == nil)
        let track = try manifest("<SegmentTemplate timescale='1000' duration='4000' media='x'/>").periods[0].adaptationSets
        #expect(track.isEmpty, "the template needs a number")
    }

    @Test(arguments: [
        ("<S t='0' d='20' r='2'/><S d='40'/>", 4, 60, 40), ("<S t='0' d='20' r='-1'/>", 5, 80, 20),
        ("<S t='0' d='20' r='-1'/><S t='60' d='40'/>", 4, 60, 40), ("<S t='0' d='20'/><S t='50' d='50'/>", 2, 50, 50),
        ("<S t='0'/><S t='0' d='20'/>", 1, 0, 20), ("<S t='0' d='0' r='-1'/><S d='100'/>", 1, 0, 100),
    ]) func expandsTimeline(entries: String, count: Int, start: Int64, duration: Int64) throws {
        let table = try timeline(entries)
        let last = try #require(table.segment(at: count - 1))
        #expect(table.count == count && last.time == start && last.duration == duration)
    }

    @Test(arguments: ["9223372036854775808", "9223372036854775807", "99999999999999999999999", "-9223372036854775809", "x"])
    func survivesRepeat(count: String) throws {
        let table = try timeline("<S t='0' d='20' r='\(count)'/><S d='30'/>")
        let segments = try #require(table.count)
        #expect(segments > 0 && table.segment(at: segments - 1) != nil && table.index(at: 1e12) >= 0)
    }

    @Test(arguments: [
        "<S t='4611686018427387903' d='4611686018427387903'/><S t='-4611686018427387903' d='1'/>",
        "<S t='-4611686018427387903' d='4611686018427387903' r='-1'/><S t='4611686018427387903' d='1'/>",
    ]) func survivesTimesAtTheLimits(entries: String) throws {
        let table = try timeline(entries)
        let segments = try #require(table.count)
        #expect(segments > 1 && table.segment(at: segments - 1) != nil && table.index(at: 1e12) >= 0)
    }

    @Test func limitsIndices() throws {
        let template = "timescale='4294967295' media='$Number$'"
        let constant = try table("<SegmentTemplate \(template) duration='1'/>")
        let runs = try table("<SegmentTemplate \(template)><SegmentTimeline><S t='0' d='1' r='-1'/></SegmentTimeline></SegmentTemplate>")
        #expect(constant.index(at: 4e9) == Int.max / 4 && runs.index(at: 4e9) == Int.max / 4)
    }

    /// The address of the first element, by which arrays are found to be the same one.
    private func address<Element>(_ array: [Element]) -> Int { array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }

    @Test func parsesInheritedSegmentsOnce() throws {
        let entries = "<SegmentTimeline><S d='20'/><S d='x'/><S d='30'/></SegmentTimeline>"
        let representations = (0..<3).map { "<Representation id='\($0)'/>" }.joined()
        let text = """
            <MPD type='static' mediaPresentationDuration='PT10S'><Period>
            <AdaptationSet mimeType='video/mp4'><SegmentTemplate timescale='10' media='$Time$.m4s'>\(entries)</SegmentTemplate>
            \(representations)</AdaptationSet>
            <AdaptationSet mimeType='video/mp4'><SegmentList duration='5'><SegmentURL media='a'/><SegmentURL media='b'/></SegmentList>
            \(representations)</AdaptationSet></Period></MPD>
            """
        let manifest = try Manifest.parse(Array(text.utf8), url: "http://a.example/")
        #expect(manifest.warnings.filter { $0.message.contains("@d") }.count == 1)
        let tables = manifest.periods[0].adaptationSets.map { $0.representations.map(\.segments) }
        #expect(tables.map(\.count) == [3, 3])
        let runs = tables[0].compactMap { table -> Int? in
            if case .runs(let runs) = table.timing { address(runs) } else { nil }
        }
        let urls = tables[1].compactMap { table -> Int? in
            if case .list(let urls) = table.location { address(urls) } else { nil }
        }
        #expect(runs.count == 3 && Set(runs).count == 1 && urls.count == 3 && Set(urls).count == 1)
    }

    @Test func limitsBaseURLs() throws {
        let urls = (0..<40_000).map { "<BaseURL>http://a.example/\($0)/</BaseURL>" }.joined()
        let set = "<AdaptationSet><Representation><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet>"
        let text = "<MPD>\(urls)<BaseURL priority='0'>http://b.example/</BaseURL><Period>\(set)</Period></MPD>"
        var found: [String] = []
        let time = try processorTime { found = try Manifest.parse(Array(text.utf8), url: "http://a.example/").baseURLs.map(\.url) }
        #expect(found.count == 8 && found.first == "http://b.example/" && found.last == "http://a.example/6/")
        #expect(time < 10)
    }

    @Test func limitsSetsAndRepresentations() throws {
        let limit = ManifestParser.maximumCount
        let representation = "<Representation><BaseURL>a.mp4</BaseURL></Representation>"
        let large = "<AdaptationSet>\(String(repeating: representation, count: limit + 1))</AdaptationSet>"
        let sets = large + String(repeating: "<AdaptationSet>\(representation)</AdaptationSet>", count: limit)
        let manifest = try Manifest.parse(
            Array("<MPD mediaPresentationDuration='PT10S'><Period>\(sets)</Period></MPD>".utf8), url: "http://a.example/")
        let found = try #require(manifest.periods.first).adaptationSets
        #expect(found.count == limit && found.first?.representations.count == limit)
        #expect(
            manifest.warnings.map(\.message).filter { $0.hasPrefix("only") } == [
                "only \(limit) of \(limit + 1) adaptation sets are used", "only \(limit) of \(limit + 1) representations are used",
            ])
    }

    @Test func decodesEvents() throws {
        let text = """
            <MPD mediaPresentationDuration='PT10S'><Period><EventStream schemeIdUri='urn:x'>
            <Event contentEncoding='base64' messageData='aGVsbG8='/><Event messageData='plain'/>
            <Event contentEncoding='base64'>aGVsbG8=</Event></EventStream></Period></MPD>
            """
        let events = try #require(Manifest.parse(Array(text.utf8), url: "http://a.example/").periods[0].eventStreams.first?.events)
        #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == ["hello", "plain", "hello"])
    }

    @Test func leavesOutEventsWithoutTicksOrScheme() throws {
        let text = """
            <MPD mediaPresentationDuration='PT10S'><Period><EventStream schemeIdUri='urn:x' timescale='0'><Event/></EventStream>
            <EventStream><Event/></EventStream></Period></MPD>
            """
        let manifest = try Manifest.parse(Array(text.utf8), url: "http://a.example/")
        #expect(manifest.periods[0].eventStreams.isEmpty)
        let expected = ["line 1: @timescale is invalid: 0", "line 2: an event stream has no @schemeIdUri"]
        #expect(manifest.warnings.map(\.description) == expected)
    }

    /// The fuzzer found that such a list counted two segments and had none.
    @Test func listsNothingWithoutAValidTime() throws {
        let list =
            "<SegmentList timescale='1'><SegmentTimeline><S t='0' d='x'/></SegmentTimeline><SegmentURL media='a'/><SegmentURL media='b'/></SegmentList>"
        let table = try table(list)
        #expect(table.count == 0 && table.segment(at: 0) == nil && table.listedEnd == nil)
    }

    /// A live list that loses its first segments has rising numbers, or a rising start of its period.
    @Test(arguments: [
        ("type='dynamic'", "PT0S", 5, 20), ("type='dynamic'", "PT0S", 1, 0), ("type='dynamic'", "PT0S", 0, 0),
        ("type='dynamic'", "PT20S", 5, 0), ("type='dynamic' mediaPresentationDuration='PT1H'", "PT0S", 5, 20),
        ("mediaPresentationDuration='PT29S'", "PT0S", 5, 20), ("mediaPresentationDuration='PT10S'", "PT0S", 5, 0), ("", "PT0S", 5, 0),
    ]) func placesListsByTheirNumber(attributes: String, start: String, number: Int, seconds: Int) throws {
        let text = """
            <MPD \(attributes)><Period start='\(start)'><AdaptationSet mimeType='video/mp4'><Representation>
            <SegmentList duration='5' startNumber='\(number)'><SegmentURL media='a'/><SegmentURL media='b'/></SegmentList>
            </Representation></AdaptationSet></Period></MPD>
            """
        let period = try #require(Manifest.parse(Array(text.utf8), url: "http://a.example/").periods.first)
        let table = try #require(period.adaptationSets.first?.representations.first?.segments)
        let times = (0..<2).compactMap { table.segment(at: $0)?.time }
        #expect(times == [Int64(seconds), Int64(seconds) + 5] && table.count == 2)
        #expect([0, 4, 5, 9].map { table.index(at: Double(seconds + $0)) } == [0, 0, 1, 1])
    }

    @Test func placesListsWithinLimits() throws {
        let numbers = "duration='4611686018427387903' startNumber='2305843009213693951'"
        let manifest = try manifest("<SegmentList \(numbers)><SegmentURL media='a'/></SegmentList>", attributes: "type='dynamic'")
        let table = try #require(manifest.periods[0].adaptationSets.first?.representations.first?.segments)
        #expect(table.segment(at: 0)?.time == .max && table.index(at: -1e300) == 0)
    }

    @Test(arguments: [("dynamic", 0), ("static", 1)]) func leavesOutPeriodsWithoutAStart(type: String, warnings: Int) throws {
        let text = "<MPD type='\(type)'><Period start='PT0S'/><Period id='early'/></MPD>"
        let manifest = try Manifest.parse(Array(text.utf8), url: "http://a.example/")
        let found = manifest.warnings.filter { $0.message.contains("unknown") }
        #expect(manifest.periods.count == 1 && found.count == warnings, "\(manifest.warnings)")
    }

    @Test(arguments: [
        "<SegmentTemplate timescale='0' duration='1' media='$Number$'/>", "<SegmentTemplate timescale='-1' duration='1' media='$Number$'/>",
        "<SegmentTemplate duration='0' media='$Number$'/>", "<SegmentTemplate duration='1' media='$Number%0999999999d$'/>",
        "<SegmentTemplate duration='1' media='$Number'/>", "<SegmentTemplate duration='1' media='$Other$'/>", "<SegmentList duration='1'/>",
        "<SegmentTemplate duration='1' startNumber='99999999999999999999' media='$Number$'/>",
        "<SegmentTemplate presentationTimeOffset='1e99' duration='1' media='$Number$'/>", "<SegmentBase indexRange='9-5'/>",
        "<SegmentBase indexRange='0-5'><Initialization range='x'/></SegmentBase>",
        "<SegmentList duration='1'><SegmentURL mediaRange='-5'/></SegmentList>",
    ]) func leavesOutWithLine(segments: String) throws {
        let manifest = try manifest(segments)
        #expect(manifest.periods[0].adaptationSets.isEmpty)
        #expect(manifest.warnings.contains { $0.message.contains("line 3") || $0.line == 3 }, "\(manifest.warnings)")
    }

    @Test(arguments: [
        "<SegmentTemplate duration='4' media='$Number$'/>",
        "<SegmentTemplate media='$Number$'><SegmentTimeline><S d='4' r='-1'/></SegmentTimeline></SegmentTemplate>",
    ]) func leavesOutSegmentsOnDemandWithoutEnd(segments: String) throws {
        let found = try manifest(segments, attributes: "type='static'")
        #expect(found.periods[0].adaptationSets.isEmpty)
        #expect(found.warnings.contains { $0.message.contains("line 3") && $0.message.contains("no end") }, "\(found.warnings)")
        #expect(try manifest(segments, attributes: "type='dynamic'").periods[0].adaptationSets.count == 1)
        let numbered = segments.replacing("<SegmentTemplate", with: "<SegmentTemplate endNumber='3'")
        #expect(try manifest(numbered, attributes: "type='static'").periods[0].adaptationSets.count == 1)
    }

    @Test(arguments: ["<Initialization/>", ""]) func initializesByTheIndexWithoutARange(element: String) throws {
        let segments = "<SegmentBase indexRange='800-900'>\(element)</SegmentBase>"
        let table = try #require(try manifest(segments).periods[0].adaptationSets.first?.representations.first?.segments)
        #expect(table.initialization == nil)
        let entries = [SegmentIndex.Entry(offset: 901, size: 100, time: 0, duration: 1, isIndex: false)]
        #expect(table.indexed(by: entries, timescale: 1).initialization?.range == ByteRange(offset: 0, length: 901))
    }

    @Test(arguments: ["<a/>", "<MPD/>", "<MPD>", "", "<MPD><Period><!ENTITY x 'y'></Period></MPD>"]) func refusesWithLine(text: String) {
        let error = #expect(throws: ManifestError.self) { try Manifest.parse(Array(text.utf8), url: "http://a.example/") }
        #expect(error?.line != nil)
    }

    @Test func refusesTooManyEntries() {
        let entries = String(repeating: "<S d='1'/>", count: 1_000_000)
        let error = #expect(throws: ManifestError.self) { try timeline(entries) }
        #expect(error?.description.contains("elements") == true)
    }

    @Test func placesPeriods() throws {
        func periods(_ elements: String) throws -> Manifest {
            try Manifest.parse(
                Array("<MPD type='static' mediaPresentationDuration='PT30S'>\(elements)</MPD>".utf8), url: "http://a.example/")
        }
        let plain = try periods("<Period duration='PT10S'/><Period duration='PT5S'/><Period/>")
        #expect(plain.periods.map(\.start) == [0, 10, 15] && plain.periods.map(\.duration) == [10, 5, 15])
        let overlapping = try periods("<Period duration='PT10S'/><Period start='PT8S'/>")
        #expect(overlapping.periods.map(\.duration) == [8, 22] && overlapping.warnings.count == 1)
        let backwards = try periods("<Period start='PT5S'/><Period start='PT2S'/><Period start='-PT2S'/>")
        #expect(backwards.periods.map(\.start) == [5] && backwards.warnings.count == 3)
        let gap = try periods("<Period duration='PT10S'/><Period start='PT20S'/>")
        #expect(gap.periods.map(\.duration) == [10, 10])
        // The duration is the end on the timeline, unless the first period starts behind it.
        #expect(try periods("<Period start='PT14S'/>").periods.map(\.duration) == [16])
        #expect(try periods("<Period start='PT40S'/>").periods.map(\.duration) == [30])
    }

    @Test func inheritsAndResolves() throws {
        let text = """
            <MPD><BaseURL>sub/</BaseURL><BaseURL serviceLocation="b">http://b.example/</BaseURL><Period duration="PT4S">
            <SegmentTemplate timescale="10" duration="20"/>
            <AdaptationSet mimeType="video/mp4" codecs="avc1.64001f"><BaseURL>v/</BaseURL>
            <SegmentTemplate media="$Bandwidth$_$Number$.m4s" initialization="i$RepresentationID$.mp4"/>
            <Representation id="1" bandwidth="5" width="16"/></AdaptationSet></Period></MPD>
            """
        let manifest = try Manifest.parse(Array(text.utf8), url: "http://a.example/x/y.mpd")
        let track = try #require(manifest.periods[0].adaptationSets.first?.representations.first)
        #expect(track.baseURLs.map(\.url) == ["http://a.example/x/sub/v/", "http://b.example/v/"])
        let segment = try #require(track.segments.segment(at: 1))
        #expect(track.segments.url(of: segment, in: track, base: track.baseURLs[0].url).url == "http://a.example/x/sub/v/5_2.m4s")
        #expect(track.segments.initialization(in: track, base: track.baseURLs[1].url)?.url == "http://b.example/v/i1.mp4")
        #expect(track.codecs == ["avc1.64001f"] && track.segments.count == 2)
    }

    @Test func parsesValues() {
        #expect(ManifestText.duration("P1DT2H3M4.5S") == 93_784.5 && ManifestText.duration("-PT1S") == -1)
        #expect(ManifestText.duration("2S") == nil && ManifestText.duration("PT") == nil && ManifestText.duration("P1S") == nil)
        #expect(ManifestText.date("1970-01-02T00:00:00+01:00") == 82_800 && ManifestText.date("2024-02-29T12:00:00.5Z") == 1_709_208_000.5)
        #expect(ManifestText.date("2024-13-01T00:00:00Z") == nil && ManifestText.rate("30000/1001") == 30_000 / 1001.0)
        #expect(ManifestText.byteRange("5-9") == ByteRange(offset: 5, length: 5) && ManifestText.byteRange("9-5") == nil)
    }

    @Test(arguments: [
        ("608", "CC1=eng;CC3=swe", [1: "eng", 3: "swe"]), ("608", "CC3=swe; CC1=eng", [1: "eng", 3: "swe"]),
        ("608", "eng;swe", [1: "eng", 3: "swe"]), ("608", "eng;swe;deu", [1: "eng", 2: "swe", 3: "deu"]), ("608", "eng", [1: "eng"]),
        ("608", "", [1: ""]), ("608", "CC5=eng", [1: ""]), ("708", "1=lang:eng;2=lang:deu,war:1,er:1", [1: "eng"]),
        ("708", "2=lang:deu;1=lang:eng,er:1", [1: "eng"]), ("708", "eng", [1: "eng"]), ("708", "", [1: ""]),
    ]) func readsLanguagesOfCaptionsInsideTheVideo(format: String, value: String, expected: [Int: String]) {
        let descriptor = Descriptor(scheme: "urn:scte:dash:cc:cea-\(format):2015", value: value)
        #expect(Descriptor.captionLanguages([descriptor]) == expected)
    }
}
