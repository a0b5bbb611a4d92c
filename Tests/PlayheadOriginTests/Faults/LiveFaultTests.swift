import Testing

@testable import PlayheadOrigin

@Suite("Faults of a broadcast")
struct LiveFaultTests {
    private let options = LiveOptions(window: .segments(3), initialDuration: 0, startDate: 1_000_000_000)

    private func live(_ faults: LiveFault...) throws -> LivePresentation { try Recordings.simple(options, faults: faults) }

    @Test("a frozen playlist stops growing, and catches up")
    func frozen() throws {
        let sound = try live()
        let faulty = try live(LiveFault(.frozen, at: 19, duration: 10, host: "a.test"))
        #expect(faulty.text(host: "a.test:80", at: 28.9) == sound.text(at: 19))
        #expect(faulty.text(host: "b.test", at: 28.9) == sound.text(at: 28.9))
        #expect(faulty.text(host: "a.test", at: 29) == sound.text(at: 29))
        #expect(sound.text(at: 28.9) != sound.text(at: 19))
    }

    @Test("a host that is behind shows older playlists")
    func behind() throws {
        #expect(try live(LiveFault(.behind(10), path: "main.m3u8")).text(at: 30) == live().text(at: 20))
        #expect(try live(LiveFault(.behind(10), path: "other.m3u8")).text(at: 30) == live().text(at: 30))
    }

    @Test("a restarted encoder starts with number 0 and the start of the recording, after its first segment")
    func restart() throws {
        let faulty = try live(LiveFault(.restart, at: 25))
        #expect(faulty.text(at: 28.9) == (try live().text(at: 25)))
        let text = faulty.text(at: 29)
        #expect(text.contains("#EXT-X-MEDIA-SEQUENCE:0\n") && text.hasSuffix("\n#EXTINF:4.000,\na.1-0.ts\n"))
        #expect(text.contains("2001-09-09T01:47:05.000Z"))
        #expect(faulty.answer(to: LiveRequest(path: "a.1-0.ts"), at: 29) == .media(LiveMedia(path: "a.ts")))
        #expect(faulty.status("b.4.ts", at: 29) == 200)
        // The segment in progress at the restart is lost.
        #expect(faulty.status("b.7.ts", at: 40) == 404)
    }

    @Test("dates are skewed, or drift")
    func clocks() throws {
        #expect(try live(LiveFault(.skew(-7200))).text(at: 4).contains("2001-09-08T23:46:40.000Z\n"))
        let drifting = try live(LiveFault(.drift(0.5), at: 4)).text(at: 10)
        for date in ["01:46:40.000Z", "01:46:44.000Z", "01:46:50.000Z"] { #expect(drifting.contains(date), "\(date)") }
    }

    @Test("the target duration is wrong")
    func targetDuration() throws {
        #expect(try live(LiveFault(.targetDuration(1), at: 5)).text(at: 5).contains("#EXT-X-TARGETDURATION:1\n"))
        #expect(try live(LiveFault(.targetDuration(1), at: 5)).text(at: 4.9).contains("#EXT-X-TARGETDURATION:4\n"))
    }

    @Test("gaps are marked and missing, other segments missing without a mark")
    func gaps() throws {
        let gap = try live(LiveFault(.gap, at: 4, duration: 1))
        #expect(gap.text(at: 10).contains("#EXT-X-GAP\n#EXTINF:4.000,\nb.1.ts\n"))
        #expect(gap.text(at: 10).components(separatedBy: "EXT-X-GAP").count == 2)
        let missing = try live(LiveFault(.missing, at: 4, duration: 1))
        #expect(missing.text(at: 10) == (try live().text(at: 10)))
        for presentation in [gap, missing] {
            #expect(["a.0.ts", "b.1.ts", "c.2.ts"].map { presentation.status($0, at: 10) } == [200, 404, 200])
        }
    }

    @Test("segments expire early")
    func expiry() throws {
        let faulty = try live(LiveFault(.expiry(0)))
        #expect(faulty.status("a.0.ts", at: 13.9) == 200)
        #expect(faulty.status("a.0.ts", at: 14) == 404)
        #expect(try live(LiveFault(.expiry(-2))).status("a.0.ts", at: 12) == 404)
    }

    @Test("a duration without a start counts from the start of the broadcast")
    func durationOnly() throws {
        let faulty = try live(LiveFault(text: "behind=10,for=25"))
        #expect(try faulty.text(at: 24.9) == live().text(at: 14.9))
        #expect(try faulty.text(at: 25) == live().text(at: 25))
    }

    @Test("the broadcast ends")
    func end() throws {
        #expect(try live(LiveFault(.end, at: 9)).text(at: 9) == (try live().text(at: 9)) + "#EXT-X-ENDLIST\n")
    }

    @Test("are parsed from text")
    func text() throws {
        let expected: [(String, LiveFault)] = [
            ("frozen,at=20,for=10", LiveFault(.frozen, at: 20, duration: 10)),
            ("behind=5,host=b.test", LiveFault(.behind(5), host: "b.test")), ("restart,at=1.5", LiveFault(.restart, at: 1.5)),
            ("skew=-3600", LiveFault(.skew(-3600))), ("drift=0.01,at=3", LiveFault(.drift(0.01), at: 3)),
            ("target=1,path=video/*", LiveFault(.targetDuration(1), path: "video/*")),
            ("gap,at=-4,for=2", LiveFault(.gap, at: -4, duration: 2)),
            ("missing", LiveFault(.missing)), ("expired=0", LiveFault(.expiry(0))), ("end,at=60", LiveFault(.end, at: 60)),
        ]
        for (text, fault) in expected {
            #expect(try LiveFault(text: text) == fault)
            #expect(try OriginFault(text: text) == .live(fault))
        }
        #expect(try OriginFault(text: "status=503") == .response(Fault(kind: .status(503))))
        for text in [
            "", "frozen", "restart", "end", "gap=1", "skew", "skew=x", "behind=-1", "target=1.5", "gap,seed=1", "gap,requests=1",
            "gap,missing",
        ] {
            #expect(throws: FaultTextError.self, "\(text)") { try LiveFault(text: text) }
        }
    }
}
