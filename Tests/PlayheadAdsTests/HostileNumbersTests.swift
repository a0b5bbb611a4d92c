import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadAds

/// Replaces every number in ad documents by extreme values.
@Suite("Hostile numbers in ads")
struct HostileNumbersTests {
    private static let vast = Documents.vast(
        Documents.inline(
            "a", sequence: 1, skipOffset: "00:00:05",
            extra: "<Pricing model=\"cpm\" currency=\"USD\">25.00</Pricing><Expires>300</Expires>",
            linear: "<AdParameters>1</AdParameters><Icons><Icon program=\"p\" width=\"10\" height=\"11\" xPosition=\"12\" yPosition=\"13\" "
                + "offset=\"00:00:01\" duration=\"00:00:02\" pxratio=\"2\"><StaticResource>i</StaticResource></Icon></Icons>"
                + "<TrackingEvents><Tracking event=\"progress\" offset=\"25%\">t</Tracking></TrackingEvents>"),
        "<Ad id=\"n\" sequence=\"2\"><InLine><AdSystem>1</AdSystem><Creatives><Creative sequence=\"1\"><NonLinearAds><NonLinear width=\"1\" height=\"2\" "
            + "minSuggestedDuration=\"00:00:03\" expandedWidth=\"4\" expandedHeight=\"5\"><StaticResource>s</StaticResource></NonLinear></NonLinearAds>"
            + "</Creative></Creatives></InLine></Ad>")

    private static let vmap = """
        <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
        <vmap:AdBreak timeOffset="#1" breakType="linear" repeatAfter="00:00:30"><vmap:AdSource id="1"><vmap:AdTagURI>t</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>
        <vmap:AdBreak timeOffset="00:00:10.000" breakType="linear" repeatAfter="00:00:30.5"><vmap:AdSource><vmap:AdTagURI>t</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>
        <vmap:AdBreak timeOffset="25%" breakType="linear"><vmap:AdSource><vmap:AdTagURI>t</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>
        </vmap:VMAP>
        """

    @Test("VAST is parsed, printed and evaluated")
    func vast() throws {
        for text in HostileNumbers.variants(of: Self.vast) {
            guard let document = try? VASTParser.parse(Array(text.utf8)) else { continue }
            for ad in document.ads { _ = ad }
            _ = "\(document)"
        }
    }

    @Test("VMAP becomes a schedule whose breaks are planned")
    func vmap() throws {
        for (index, text) in HostileNumbers.variants(of: Self.vmap).enumerated() {
            guard let document = try? VMAPParser.parse(Array(text.utf8)) else { continue }
            for adBreak in document.schedule(base: nil) { #expect(!ScheduledAdBreak(adBreak).offset.isEmpty) }
            // Planning takes much longer than parsing.
            if index.isMultiple(of: 7) { plan(document.schedule(base: nil)) }
        }
    }

    /// Calls all functions of a planner.
    private func plan(_ breaks: [AdBreak]) {
        for duration in [nil, 60, .infinity] as [Double?] {
            var planner = AdBreakPlanner(rules: AdRules())
            planner.begin(item: 1, breaks: breaks)
            planner.update(duration: duration)
            for position in [0, -1, 1e18, 1e308, .infinity, -.infinity, .nan] {
                _ = planner.next(after: position, now: 0)
                _ = planner.due(playingFrom: position, to: position + 1, now: 0)
                _ = planner.due(seekingFrom: 0, to: position, now: 0)
                _ = planner.due(replacing: position, now: 0)
                _ = planner.barrier(from: 0, to: position)
            }
        }
    }

    @Test("A break at a mark of the publisher is never due, and keeps its text", arguments: ["#1", "#2", "#9223372036854775807"])
    func marks(offset: String) throws {
        let text = Self.vmap.replacingOccurrences("#1", by: offset)
        let schedule = try VMAPParser.parse(Array(text.utf8)).schedule(base: nil)
        #expect(schedule[0].offset.text == offset)
        guard case .unusable(let error) = schedule[0].source else { Issue.record("the break can be played"); return }
        #expect(error.code == .vmapUndefined)
        var planner = AdBreakPlanner(rules: AdRules())
        planner.begin(item: 1, breaks: [schedule[0]])
        planner.update(duration: 1e9)
        #expect(planner.time(of: schedule[0].offset) == nil && planner.next(after: 0, now: 0) == nil)
        #expect(planner.due(playingFrom: -1, to: .infinity, now: 0).isEmpty)
    }

    @Test("Offsets of any numbers have a text that is parsed as the same offset")
    func offsetTexts() {
        for value in HostileNumbers.values {
            _ = AdBreakOffset.midRoll(.seconds(value)).text
            _ = AdBreakOffset.midRoll(.fraction(value)).text
            _ = AdBreakOffset.date(value).text
            _ = AdTime.text(value)
        }
        for value in [0, 0.5, 1, 86_400, 9_999_999.25] {
            let offset = AdBreakOffset.midRoll(.seconds(value))
            #expect(AdBreakOffset(offset.text) == offset)
        }
    }

    @Test("Rules with any integers determine whether an item has ads")
    func rules() {
        for start in HostileNumbers.integers {
            for frequency in HostileNumbers.integers {
                var rules = AdRules()
                rules.startOn = start
                rules.frequency = frequency
                for item in HostileNumbers.integers { _ = rules.allowsAds(onItem: item) }
            }
        }
    }
}

extension String {
    fileprivate func replacingOccurrences(_ text: String, by other: String) -> String {
        split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
    }
}
