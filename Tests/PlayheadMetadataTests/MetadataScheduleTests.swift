import PlayheadCore
import PlayheadMetadata
import TestSupport
import Testing

@Suite("The schedule of metadata")
struct MetadataScheduleTests {
    private func moment(_ start: Double, _ text: String = "a") -> TimedMetadata {
        TimedMetadata(kind: .id3, start: start, end: start, fields: ["metadataTime": .double(start), "text": .string(text)])
    }

    private func range(_ start: Double, _ end: Double?, id: String? = nil, _ text: String = "r") -> TimedMetadata {
        TimedMetadata(
            kind: .dateRange, start: start, end: end,
            fields: ["metadata": .object(["start": .double(start), "text": .string(text)])], identity: id)
    }

    // MARK: - News

    @Test("repeated metadata is new once, also if its time differs by less than a millisecond")
    func duplicates() {
        var schedule = MetadataSchedule()
        #expect(schedule.insert(moment(1)).parsed == [moment(1)])
        #expect(schedule.insert(moment(1)).parsed.isEmpty)
        #expect(schedule.insert(moment(1.0005)).parsed.isEmpty)
        #expect(schedule.insert(moment(0.9995)).parsed.isEmpty)
        #expect(schedule.count == 1)
    }

    @Test("the same content at another time, or another content at the same time, is new")
    func different() {
        var schedule = MetadataSchedule()
        _ = schedule.insert(moment(1))
        #expect(schedule.insert(moment(1.01)).parsed.count == 1)
        #expect(schedule.insert(moment(1, "b")).parsed.count == 1)
        #expect(schedule.all.map(\.start) == [1, 1, 1.01])
    }

    @Test("a range of the same name replaces the one before, and is emitted again only if its content changed")
    func updates() {
        var schedule = MetadataSchedule()
        _ = schedule.insert(range(10, nil, id: "x"))
        #expect(schedule.insert(range(10, nil, id: "x")).parsed.isEmpty)
        #expect(schedule.insert(range(10.0001, nil, id: "x")).parsed.isEmpty)
        #expect(schedule.insert(range(10, 20, id: "x")).parsed.map(\.end) == [20])
        #expect(schedule.insert(range(12, 20, id: "x")).parsed.map(\.start) == [12])
        #expect(schedule.insert(range(12, 20, id: "x", "other")).parsed.count == 1)
        #expect(schedule.count == 1)
        #expect(schedule.all.map(\.start) == [12])
    }

    @Test("a repeated event message is the same one, with what is left of its duration")
    func repeatedMessages() {
        func message(_ start: Double, _ end: Double?) -> TimedMetadata {
            TimedMetadata(kind: .eventMessage, start: start, end: end, fields: ["metadata": .object(["start": .double(start), "id": 1])])
        }
        var schedule = MetadataSchedule()
        #expect(schedule.insert(message(3.5, 7.5)).parsed.count == 1)
        #expect(schedule.insert([message(4, 7.5), message(6, 7.5)]).parsed.isEmpty)
        #expect(schedule.insert(message(4, 8)).parsed.count == 1)
        #expect(schedule.insert([message(10, nil), message(11, nil)]).parsed.count == 2)
        #expect(schedule.all.map(\.start) == [3.5, 4, 10, 11])
    }

    @Test("metadata with invalid times is ignored")
    func noTimes() {
        var schedule = MetadataSchedule()
        #expect(schedule.insert([moment(.nan), moment(.infinity)]).parsed.isEmpty)
        #expect(schedule.insert(moment(1e300)).parsed.count == 1)
    }

    // MARK: - Playing

    @Test("playing enters everything once, in order of start, whatever the order of insertion")
    func advancing() {
        var schedule = MetadataSchedule()
        _ = schedule.insert([moment(3), range(2, 9), moment(1), moment(4)])
        #expect(schedule.seek(to: 0).isEmpty)
        #expect(schedule.advance(from: 0, to: 1.5).map(\.start) == [1])
        #expect(schedule.advance(from: 1.5, to: 3).map(\.start) == [2, 3])
        #expect(schedule.advance(from: 3, to: 3).isEmpty)
        #expect(schedule.advance(from: 3, to: 9).map(\.start) == [4])
    }

    @Test("metadata at the start of playback is entered, and not again by the first step")
    func atTheStart() {
        var schedule = MetadataSchedule()
        _ = schedule.insert([moment(0), range(0, 5)])
        #expect(schedule.seek(to: 0).count == 2)
        #expect(schedule.advance(from: 0, to: 1).isEmpty)
        var unsought = MetadataSchedule()
        _ = unsought.insert(moment(0))
        #expect(unsought.advance(from: 0, to: 1).count == 1)
    }

    // MARK: - Seeking

    @Test("a seek enters the ranges around its target and instants at the target, but not those that end there")
    func seeking() {
        var schedule = MetadataSchedule()
        _ = schedule.insert([
            range(0, 10, "ends"), range(5, 15, "lasts"), range(8, nil, "open"), range(11, 12, "later"), moment(9.9), moment(10.0008),
        ])
        #expect(schedule.seek(to: 10).map(\.start) == [5, 8, 10.0008])
    }

    @Test("after a seek back all metadata is entered again")
    func seekingBack() {
        var schedule = MetadataSchedule()
        _ = schedule.insert([moment(1), range(2, 4)])
        #expect(schedule.advance(from: 0, to: 5).count == 2)
        #expect(schedule.seek(to: 3).map(\.start) == [2])
        #expect(schedule.seek(to: 0).isEmpty)
        #expect(schedule.advance(from: 0, to: 5).count == 2)
    }

    @Test("a clock slightly before the target of a seek enters nothing before it")
    func jitter() {
        var schedule = MetadataSchedule()
        _ = schedule.insert(moment(9.99))
        #expect(schedule.seek(to: 10).isEmpty)
        #expect(schedule.advance(from: 9.98, to: 10.1).isEmpty)
    }

    // MARK: - Late metadata

    @Test("a range inserted while the playhead is in it is entered at once, once")
    func lateRange() {
        var schedule = MetadataSchedule()
        _ = schedule.seek(to: 0)
        _ = schedule.advance(from: 0, to: 10)
        let news = schedule.insert(range(5, 15, id: "x"))
        #expect(news.parsed.count == 1)
        #expect(news.entered.count == 1)
        #expect(schedule.insert(range(5, 16, id: "x")).entered.isEmpty)
        #expect(schedule.advance(from: 10, to: 20).isEmpty)
    }

    @Test("a late instant is entered within the tolerance only")
    func lateMoment() {
        var schedule = MetadataSchedule(lateTolerance: 0.5)
        _ = schedule.seek(to: 0)
        _ = schedule.advance(from: 0, to: 10)
        #expect(schedule.insert(moment(9.6)).entered.count == 1)
        #expect(schedule.insert(moment(9.4)).entered.isEmpty)
        #expect(schedule.insert(moment(10.2)).entered.isEmpty)
        #expect(schedule.advance(from: 10, to: 11).map(\.start) == [10.2])
    }

    @Test("metadata before the target of a seek is not late, because it was skipped")
    func jumpedOver() {
        var schedule = MetadataSchedule()
        _ = schedule.seek(to: 10)
        #expect(schedule.insert([moment(9.8), range(8, 9.9)]).entered.isEmpty)
        #expect(schedule.insert(range(8, 11)).entered.count == 1)
    }

    @Test("nothing is entered before playback")
    func notPlaying() {
        var schedule = MetadataSchedule()
        #expect(schedule.insert(range(-5, nil)).entered.isEmpty)
        #expect(schedule.seek(to: 0).count == 1)
    }

    // MARK: - Waking and trimming

    @Test("the next start is the first later one")
    func next() {
        var schedule = MetadataSchedule()
        _ = schedule.insert([moment(3), moment(1), range(2, 4, id: "x")])
        #expect(schedule.next(after: -1) == 1)
        #expect(schedule.next(after: 1) == 2)
        _ = schedule.insert(range(5, 6, id: "x"))
        #expect(schedule.next(after: 1) == 3)
        #expect(schedule.next(after: 3) == 5)
        #expect(schedule.next(after: 5) == nil)
    }

    @Test("trimming removes ended metadata, keeps active metadata, and ended metadata is not new again")
    func trimming() {
        var schedule = MetadataSchedule()
        let ended = range(1, 2, id: "ended")
        _ = schedule.insert([ended, range(1, 20, id: "lasts"), range(1, nil, id: "open"), moment(5), moment(15)])
        schedule.trim(before: 10)
        #expect(schedule.all.map(\.identity) == ["lasts", "open", nil])
        #expect(schedule.insert([ended, moment(5)]).parsed.isEmpty)
        #expect(schedule.count == 3)
    }

    @Test("after removal of all metadata everything is new")
    func forgetting() {
        var schedule = MetadataSchedule()
        _ = schedule.insert(moment(1))
        schedule.removeAll()
        #expect(schedule.insert(moment(1)).parsed.count == 1)
    }

    // MARK: - Many

    @Test("tens of thousands in any order, one by one, are cheap", .timeLimit(.minutes(5)))
    func many() {
        var generator = SeededGenerator(seed: 4711)
        var schedule = MetadataSchedule()
        let times = (0..<20_000).map(Double.init).shuffled(using: &generator)
        for time in times { _ = schedule.insert(moment(time)) }
        for time in times { _ = schedule.insert(range(time, nil, id: "\(Int(saturating: time, rounding: .down) % 5000)")) }
        #expect(schedule.count == 25_000)
        _ = schedule.seek(to: -1)
        var entered = 0
        var time = -1.0
        while let next = schedule.next(after: time) {
            entered += schedule.advance(from: time, to: next).count
            time = next
        }
        #expect(entered == 25_000)
    }

    @Test("any order of inserting and playing emits everything ahead of the playhead once", arguments: 0..<20 as Range<UInt64>)
    func randomOrders(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var schedule = MetadataSchedule()
        var playhead = 0.0
        var entered: [Double] = schedule.seek(to: 0).map(\.start)
        var expected: Set<Double> = []
        for _ in 0..<300 {
            if Bool.random(using: &generator) {
                let start = playhead + Double(Int.random(in: 1...400, using: &generator)) / 16
                _ = schedule.insert(moment(start))
                expected.insert(start)
            } else {
                let end = playhead + Double(Int.random(in: 0...100, using: &generator)) / 16
                let step = schedule.advance(from: playhead, to: end).map(\.start)
                #expect(step == step.sorted(), "seed \(seed)")
                entered += step
                playhead = end
            }
        }
        entered += schedule.advance(from: playhead, to: .infinity).map(\.start)
        #expect(entered.count == Set(entered).count, "seed \(seed)")
        #expect(Set(entered) == expected, "seed \(seed)")
    }

    @Test("metadata beyond the maximum memory use is removed from the earliest start on")
    func memory() {
        var schedule = MetadataSchedule()
        let text = String(repeating: "x", count: 1 << 20)
        for second in 0..<100 { _ = schedule.insert(range(Double(second), nil, id: "\(second)", text)) }
        #expect((16...32).contains(schedule.count) && schedule.all.last?.start == 99 && schedule.hasLost)
        #expect(schedule.all.first?.start == Double(100 - schedule.count))
        // A replaced item is counted once.
        for number in 0..<100 { _ = schedule.insert(range(200, nil, id: "one", text + "\(number)")) }
        #expect((16...32).contains(schedule.count) && schedule.all.last?.start == 200)
    }

    @Test("metadata is also listed in the order of its insertion")
    func insertionOrder() {
        var schedule = MetadataSchedule()
        _ = schedule.insert([moment(5), moment(1), moment(3)])
        #expect(schedule.inserted.map(\.start) == [5, 1, 3])
    }
}
