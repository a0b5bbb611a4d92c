import PlayheadTransport
import Testing

@testable import Playhead

/// The errors of ads that fail to load.
@MainActor
@Suite("Ads that fail to load", .timeLimit(.minutes(2)))
struct AdFailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var answer: AdServer.Answer
        var code: Int
        var message: String
        var reason: String
        var testDescription: String { reason }
    }

    nonisolated static let tags: [Case] = [
        Case(answer: .status(404), code: 10301, message: "An ad tag could not be loaded.", reason: "status 404"),
        Case(answer: .status(500), code: 10301, message: "An ad tag could not be loaded.", reason: "status 500"),
        Case(answer: .failure(.hostNotFound), code: 10301, message: "An ad tag could not be loaded.", reason: "host's name has no address"),
        Case(answer: .failure(.unreachable), code: 10301, message: "An ad tag could not be loaded.", reason: "can't be reached"),
        Case(answer: .failure(.connectionLost), code: 10301, message: "An ad tag could not be loaded.", reason: "connection was lost"),
        Case(answer: .failure(.untrusted), code: 10301, message: "An ad tag could not be loaded.", reason: "not trusted"),
        Case(
            answer: .failure(.headTimeout), code: 10301, message: "An ad tag could not be loaded.", reason: "not loaded within the timeout"),
        Case(
            answer: .failure(.progressTimeout), code: 10301, message: "An ad tag could not be loaded.",
            reason: "not loaded within the timeout"),
        Case(answer: .silence, code: 10301, message: "An ad tag could not be loaded.", reason: "not loaded within the timeout"),
        Case(answer: .failure(.tooLarge(limit: 5)), code: 10301, message: "An ad tag could not be loaded.", reason: "larger than 5 bytes"),
        Case(answer: .document("<VAST"), code: 10100, message: "The ad's document is not valid XML.", reason: "is not closed"),
        Case(answer: .document("not XML"), code: 10100, message: "The ad's document is not valid XML.", reason: "not XML"),
        Case(answer: .document("<html/>"), code: 10101, message: "The ad's document is not a valid VAST document.", reason: "html"),
        Case(answer: .document(""), code: 10303, message: "There is no ad.", reason: "there is no ad"),
        Case(answer: .document("<VAST version=\"4.2\"/>"), code: 10303, message: "There is no ad.", reason: "there is no ad"),
        Case(
            answer: .document(AdTexts.vast(AdTexts.wrapper("loop", to: AdScene.tag))), code: 10302,
            message: "There are too many wrappers around an ad.", reason: "its own chain"),
        Case(
            answer: .document(AdTexts.vast(AdTexts.wrapper("w", to: "https://ads.example/gone"))), code: 10301,
            message: "An ad tag could not be loaded.", reason: "status 404"),
    ]

    private static func error(of scene: AdScene) async -> AdErrorEvent? {
        let rig = AdRig(scene)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 10)
        #expect(rig.player.state == .playing || rig.player.state == .ended, "the content does not go on")
        return rig.rig.trace.all(AdErrorEvent.self).first
    }

    @Test("The failure of a tag has its code, and a text that describes the failure", arguments: tags)
    func tag(of failure: Case) async throws {
        var scene = AdScene("failure")
        scene.advertising.tags = [AdScene.tag]
        scene.answers[AdScene.tag] = failure.answer
        let event = try #require(await Self.error(of: scene))
        #expect(event.error.code == failure.code && event.error.message == failure.message)
        #expect(event.error.underlying?.contains(failure.reason) == true, "\(event.error.underlying ?? "nothing")")
        #expect(event.tag == AdScene.tag)
    }

    @Test("A document above the maximum size is refused, also if it would be valid")
    func tooLarge() async throws {
        let limit = 4 << 20
        let empty = "<VAST version=\"4.2\"/>"
        var scene = AdScene("failure")
        scene.advertising.tags = [AdScene.tag]
        scene.answers[AdScene.tag] = .document(empty + String(repeating: " ", count: limit + 1 - empty.utf8.count))
        let error = try #require(await Self.error(of: scene)).error
        #expect(error.code == 10301 && error.underlying?.contains("larger than \(limit) bytes") == true, "\(error)")
    }

    @Test("An unavailable schedule has another code than a late one")
    func schedule() async throws {
        var scene = AdScene("failure")
        scene.advertising.vmapURL = "https://ads.example/vmap"
        for (answer, code) in [
            (AdServer.Answer.status(404), 11009), (.failure(.hostNotFound), 11009), (.failure(.headTimeout), 11008), (.silence, 11008),
        ] {
            scene.answers["https://ads.example/vmap"] = answer
            #expect(try #require(await Self.error(of: scene)).error.code == code)
        }
    }

    @Test("A request names the kinds of creatives that it requests")
    func creativeType() async {
        var scene = AdScene("kinds")
        scene.advertising.tags = [AdScene.tag]
        let rig = AdRig(scene)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 1)
        #expect(rig.rig.trace.all(AdRequestEvent.self).map(\.creativeType) == ["linear,nonlinear"])
        scene.advertising = AdConfiguration()
        scene.advertising.vmapURL = "https://ads.example/vmap"
        scene.answers["https://ads.example/vmap"] = .document(AdTexts.vmap([("start", AdScene.tag)]))
        let scheduled = AdRig(scene)
        scheduled.rig.load("content.mp4")
        scheduled.player.play()
        await scheduled.run(for: 1)
        #expect(scheduled.rig.trace.all(AdRequestEvent.self).map(\.creativeType) == ["linear"])
    }
}
