import PlayheadHLS
import Testing

@testable import PlayheadEngine

@Suite("Reloads of a live playlist")
struct ReloadScheduleTests {
    private func live(_ control: String = "", parts: String = "") throws -> LivePlaylist {
        try LivePlaylist(
            parsing: Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(control)\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n\(parts)\n".utf8))
    }

    private static let blocking = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5\n#EXT-X-PART-INF:PART-TARGET=0.5"
    private static let part = "#EXT-X-PART:DURATION=0.5,URI=\"c0.ts\""

    @Test("A reload follows after a target duration, after half of it without changes, and immediately if the origin blocks")
    func usual() throws {
        var schedule = ReloadSchedule()
        #expect(schedule.isStale(at: 0))
        schedule.loaded(try live(), began: 10, isChanged: true)
        #expect(schedule.next == 16 && !schedule.isStale(at: 15.9) && schedule.isStale(at: 16))
        schedule.loaded(try live(), began: 16, isChanged: false)
        #expect(schedule.next == 19)
        schedule.loaded(try live("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES"), began: 20, isChanged: true)
        #expect(schedule.next == 20)
    }

    @Test("A use that begins does not wait for the next segment of a blocking reload, but for the next part, which gives the live edge")
    func current() throws {
        var schedule = ReloadSchedule()
        schedule.loaded(try live("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES"), began: 20, isChanged: true)
        #expect(!schedule.isStale(at: 25.9) && schedule.isStale(at: 26))
        schedule.loaded(try live(Self.blocking, parts: Self.part), began: 30, isChanged: true)
        #expect(schedule.isStale(at: 30))
        // Parts are announced, and not listed.
        schedule.loaded(try live(Self.blocking), began: 30, isChanged: true)
        #expect(!schedule.isStale(at: 30))
        #expect(schedule.directives(for: try live(Self.blocking), at: 30).part == nil)
    }

    @Test("An origin that refuses to block twice is asked without directives, as often as there are new parts")
    func refusals() throws {
        var schedule = ReloadSchedule()
        let live = try live(Self.blocking, parts: Self.part)
        for time in 0..<2 {
            schedule.loaded(live, began: Double(time), isChanged: true)
            let directives = schedule.directives(for: live, at: Double(time))
            #expect(directives.blocks)
            schedule.sent(directives)
            schedule.failed(at: Double(time))
            let plain = schedule.directives(for: live, at: Double(time))
            #expect(!plain.blocks)
            schedule.sent(plain)
        }
        schedule.loaded(live, began: 2, isChanged: true)
        #expect(!schedule.directives(for: live, at: 2).blocks && schedule.next == 2.5)
        #expect(schedule.isUsable(at: 8) && !schedule.isUsable(at: 8.1))
        // It may have been overloaded.
        #expect(!schedule.directives(for: live, at: 300.9).blocks && schedule.directives(for: live, at: 301).blocks)
        schedule.loaded(live, began: 301, isChanged: true)
        #expect(schedule.next == 301)
    }

    @Test("An origin that declares to block and answers at once is asked at intervals, also if its URIs change in each answer")
    func ignoredDirectives() throws {
        var schedule = ReloadSchedule()
        let segments = try live("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES")
        schedule.sent(schedule.directives(for: segments, at: 0))
        schedule.loaded(segments, began: 0, isChanged: true, isAdvanced: true)
        #expect(schedule.next == 0)
        // Other signatures, and nothing new.
        schedule.loaded(segments, began: 1, isChanged: true, isAdvanced: false)
        #expect(schedule.next == 4)
        schedule.loaded(segments, began: 7, isChanged: false)
        #expect(schedule.next == 10)
        // Parts are shorter than half a target duration.
        let parts = try live(Self.blocking, parts: Self.part)
        for isChanged in [false, true] {
            schedule.loaded(parts, began: 20, isChanged: true)
            #expect(schedule.next == 20)
            schedule.loaded(parts, began: 21, isChanged: isChanged, isAdvanced: false)
            #expect(schedule.next == 21.5 && schedule.directives(for: parts, at: 21.5).blocks)
            schedule = ReloadSchedule()
        }
    }

    @Test("A reload follows soon after a failure, at increasing intervals after more, and without directives until one succeeds")
    func failures() throws {
        var schedule = ReloadSchedule()
        let held = try live("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES")
        schedule.loaded(held, began: 0, isChanged: true)
        #expect(schedule.directives(for: held, at: 0).blocks)
        var waits: [Double] = []
        for _ in 0..<100 {
            schedule.failed(at: 100)
            waits.append(schedule.next - 100)
        }
        #expect(waits.prefix(4) == [0.75, 1.5, 3, 5] && waits.allSatisfy { $0 <= 5 })
        #expect(!schedule.directives(for: held, at: 100).blocks)
        schedule.loaded(held, began: 200, isChanged: true)
        #expect(schedule.directives(for: held, at: 200).blocks)
    }

    @Test("A delta update that does not match is followed by the whole playlist, which has to match")
    func delta() throws {
        var schedule = ReloadSchedule()
        let live = try LivePlaylist(
            parsing: Array(
                ("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12\n"
                    + (0..<20).map { "#EXTINF:2,\n\($0).ts\n" }.joined()).utf8))
        schedule.loaded(live, began: 0, isChanged: true)
        #expect(schedule.directives(for: live, at: 1).skip != nil)
        let isFirst = schedule.didNotFit()
        #expect(isFirst && schedule.directives(for: live, at: 1).skip == nil)
        let isSecond = schedule.didNotFit()
        #expect(!isSecond)
        schedule.loaded(live, began: 2, isChanged: true)
        #expect(schedule.directives(for: live, at: 3).skip != nil)
    }

    @Test("An origin that blocks for no time is not asked more than 20 times a second", arguments: ["0", "0.000000001", "0.5"])
    func minimumInterval(target: String) throws {
        let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n#EXT-X-PART-INF:PART-TARGET=\(target)"
        let live = try live(control, parts: Self.part)
        var schedule = ReloadSchedule()
        var (now, count) = (0.0, 0)
        while now < 10 {
            schedule.loaded(live, began: now, isChanged: true)
            now = max(now + 0.001, schedule.next)
            count += 1
        }
        #expect(count <= 200)
    }
}
