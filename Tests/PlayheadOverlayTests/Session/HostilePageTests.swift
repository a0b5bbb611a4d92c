import PlayheadCore
import Testing

@testable import PlayheadOverlay

/// Tests hostile messages of a page.
@Suite("A hostile page")
struct HostilePageTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        /// A part of the reported reason.
        let reason: String
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ reason: String) {
            self.name = name
            self.text = text
            self.reason = reason
        }
    }

    private static let head = #"{"nonce":"1","event":"#
    private static let deep = 100_000
    private static let maximum = 65_536

    static let attacks = [
        Attack("nothing", "", "a value is missing"),
        Attack("no JSON", "bridgeReady", "a value is missing"),
        Attack("half a message", #"{"nonce":"1","event":"bridgeMute","payload":{"mute":tr"#, "not valid JSON"),
        Attack("something behind the message", head + #""bridgeReady"}{}"#, "something follows"),
        Attack("a list", #"["bridgeReady"]"#, "not an object"),
        Attack("a text", #""bridgeReady""#, "not an object"),
        Attack("an unknown event", head + #""bridgeEject"}"#, "'bridgeEject' is not an event"),
        Attack("an event that is no text", head + "1}", "'event' must be a text"),
        Attack("no event", #"{"nonce":"1","payload":{}}"#, "no event name"),
        Attack("an unknown field", head + #""bridgeReady","__proto__":{}}"#, "not a field"),
        Attack("a key twice", head + #""bridgeMute","payload":{"mute":true,"mute":false}}"#, "a key appears twice"),
        Attack("no nonce", #"{"event":"bridgeMute","payload":{"mute":true}}"#, "not loaded any more"),
        Attack("the nonce of an older page", #"{"nonce":"0","event":"bridgeMute","payload":{"mute":true}}"#, "not loaded any more"),
        Attack("a nonce that is no text", #"{"nonce":1,"event":"bridgeReady"}"#, "'nonce' must be a text"),
        Attack("the player's voice", head + #""playerState","payload":{"state":"playing"}}"#, "not sent by pages"),
        Attack("the app's voice", head + #""appLanguage","payload":{"language":"en"}}"#, "not sent by pages"),
        Attack(
            "the overlay's voice", head + #""overlayError","payload":{"error":{"level":"fatal","code":1,"message":"m"}}}"#,
            "not sent by pages"),
        Attack("not-a-number", head + #""bridgeSpeed","payload":{"speed":NaN}}"#, "not valid JSON"),
        Attack("infinity", head + #""bridgeSpeed","payload":{"speed":1e999}}"#, "too large"),
        Attack("a speed below 0", head + #""bridgeSpeed","payload":{"speed":-1}}"#, "'speed' must be"),
        Attack("a speed that is huge", head + #""bridgeSpeed","payload":{"speed":1e30}}"#, "'speed' must be"),
        Attack("a volume beyond the end", head + #""bridgeVolume","payload":{"volume":101}}"#, "'volume' must be"),
        Attack("half a volume", head + #""bridgeVolume","payload":{"volume":0.5}}"#, "'volume' must be"),
        Attack("a time code beyond all dates", head + #""bridgeTime","payload":{"timecode":9223372036854775807}}"#, "'timecode' must be"),
        Attack("a time code that overflows", head + #""bridgeTime","payload":{"timecode":1e300}}"#, "'timecode' must be"),
        Attack("a text for a number", head + #""bridgeTime","payload":{"timecode":"1"}}"#, "'timecode' must be"),
        Attack("a number for a yes", head + #""bridgeMute","payload":{"mute":1}}"#, "'mute' must be"),
        Attack("a state that there is not", head + #""bridgeState","payload":{"state":"exploding"}}"#, "'state' must be one of"),
        Attack("a scale beyond the picture", head + #""bridgeVideoScale","payload":{"videoScaleX":9}}"#, "'videoScaleX' must be"),
        Attack("a missing attribute", head + #""bridgeTime"}"#, "'timecode' is missing"),
        Attack("an attribute too many", head + #""bridgeMute","payload":{"mute":true,"eval":"x"}}"#, "'eval' is not one of its attributes"),
        Attack("a payload that is a list", head + #""bridgeMute","payload":[true]}"#, "'payload' must be"),
        Attack("script in a name", head + #""<script>alert(1)</script>"}"#, "is not an event"),
        Attack(
            "script in a language", head + #""bridgeLanguage","payload":{"language":"</script>","available":"x"}}"#, "'available' must be"
        ),
        Attack("half of a surrogate pair", head + #""bridgeMessage","payload":{"jsonString":"\ud800"}}"#, "surrogate"),
        Attack("a control character", head + "\"bridgeMessage\",\"payload\":{\"jsonString\":\"\u{0}\"}}", "control character"),
        Attack("lists in lists", head + "\"bridgeMessage\",\"payload\":" + String(repeating: "[", count: 60_000), "deeper than"),
        Attack("objects in objects", String(repeating: #"{"a":"#, count: 10_000), "deeper than"),
        Attack(
            "more than 64 KiB", head + "\"bridgeMessage\",\"payload\":{\"jsonString\":\"" + String(repeating: "x", count: maximum) + "\"}}",
            "at most 65536"),
        Attack(
            "a hundred thousand languages",
            head + "\"bridgeLanguage\",\"payload\":{\"language\":\"en\",\"available\":["
                + Array(repeating: "\"\"", count: 20_000).joined(separator: ",") + "]}}", "'available' must be"),
    ]

    @Test("An invalid message is refused with a warning and its reason, has no effect, and the page continues", arguments: attacks)
    func refused(attack: Attack) {
        var page = SessionDriver()
        page.open()
        let outputs = page.says(text: attack.text)
        #expect(page.errors.count == 1)
        #expect(page.errors.allSatisfy { $0.level == .warning && $0.message.contains(attack.reason) && $0.message.count < 300 })
        // Only the overlay itself sent messages.
        for output in outputs {
            switch output {
            case .emit(_, from: .sdk), .send: break
            default: Issue.record("\(output)")
            }
        }
        #expect(page.phase == .ready)
        #expect(page.says(.bridgeMute(mute: true)) == [.emit(.bridgeMute(mute: true), from: .page)])
    }

    @Test("A replayed message of an earlier load is refused")
    func replay() {
        var page = SessionDriver()
        page.open()
        let recorded = MessageCodec.text(of: .bridgeMute(mute: true), nonce: "1")
        #expect(page.says(text: recorded).count == 1)
        page.handle(.pageEnded(.left))
        page.open(nonce: "2")
        #expect(!page.says(text: recorded).contains(.emit(.bridgeMute(mute: true), from: .page)))
        #expect(page.errors.last?.message.contains("not loaded any more") == true)
    }

    @Test("A page controls only what the app permits", arguments: OverlayPermission.allCases)
    func permissions(permission: OverlayPermission) throws {
        var limits = OverlayLimits()
        limits.permissions.remove(permission)
        var page = SessionDriver(limits: limits)
        page.open()
        for definition in OverlayCatalogue.messages where definition.permission != nil {
            let message = try #require(definition.samples.first)
            let isHeard = page.says(message).contains(.emit(message, from: .page))
            #expect(isHeard == (definition.permission != permission))
        }
        #expect(page.errors.allSatisfy { $0.code == OverlayError(.notPermitted, .warning).code })
        #expect(!page.errors.isEmpty)
    }

    @Test("A page may send a hundred messages per second, and two hundred in a burst")
    func rate() {
        var page = SessionDriver()
        page.open()
        page.time = 10
        var received = 0
        for _ in 0..<250 where page.says(.bridgeMute(mute: true)).contains(.emit(.bridgeMute(mute: true), from: .page)) { received += 1 }
        #expect(received == 200)
        #expect(page.errors.count == 50)
        page.time = 11
        received = 0
        for _ in 0..<150 where page.says(.bridgeMute(mute: true)).contains(.emit(.bridgeMute(mute: true), from: .page)) { received += 1 }
        #expect(received == 100)
        #expect(page.phase == .ready)
    }

    @Test("A page that connects again has the rest of its limits, and is unloaded after too many connections")
    func reconnecting() {
        var page = SessionDriver()
        page.open()
        for _ in 0..<199 { _ = page.says(.bridgeMute(mute: true)) }
        #expect(page.errors.isEmpty)
        page.handle(.pageEnded(.left))
        page.handle(.reload(nonce: "1"))
        #expect(!page.says(.bridgeMute(mute: true)).contains(.emit(.bridgeMute(mute: true), from: .page)))
        var connections = 0
        while page.phase == .loading, connections < 1000 {
            page.handle(.reload(nonce: "1"))
            connections += 1
        }
        #expect(page.phase == .ended && page.errors.last?.code == OverlayError(.abuse, .fatal).code)
        page.time = 1
        page.handle(.load(nonce: "1"))
        #expect(page.says(.bridgeMute(mute: true)).contains(.emit(.bridgeMute(mute: true), from: .page)))
    }

    @Test("A page that sends a hundred thousand messages at once is unloaded with one error, and ignored afterwards")
    func storm() {
        var page = SessionDriver()
        page.open()
        var emitted = 0
        for _ in 0..<100_000 { emitted += page.says(text: "x").count }
        #expect(page.phase == .ended)
        #expect(page.errors.filter { $0.level == .fatal }.map(\.code) == [OverlayError(.abuse, .fatal).code])
        #expect(emitted < 1000)
        // The page is not admitted again without the app.
        #expect(page.handle(.pageStarted).isEmpty)
    }

    @Test("A forbidden action causes a warning, and too many of them unload the page")
    func tries() {
        var page = SessionDriver()
        page.open()
        _ = page.handle(.pageTried("new windows are not supported."))
        #expect(page.errors.map(\.code) == [OverlayError(.actionRefused, .warning).code])
        #expect(page.errors.last?.message.hasSuffix("new windows are not supported.") == true)
        for _ in 0..<300 { _ = page.handle(.pageTried("new windows are not supported.")) }
        #expect(page.phase == .ended && page.errors.last?.code == OverlayError(.abuse, .fatal).code)
    }

    @Test("Occasional refusals do not unload a page")
    func timeout() {
        var page = SessionDriver()
        page.open()
        for second in 0..<600 {
            page.time = Double(second)
            for _ in 0..<9 { _ = page.says(text: "x") }
        }
        #expect(page.phase == .ready)
    }
}
