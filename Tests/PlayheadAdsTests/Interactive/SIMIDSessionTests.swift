import PlayheadAds
import PlayheadCore
import Testing

/// Simulates a creative.
private struct Creative {
    var session: SIMIDSession
    var sent = 0

    var date = 1.5

    init(skipOffset: Double? = nil, isMuted: Bool = false) {
        var environment = SIMIDEnvironment(video: SIMIDEnvironment.Area(width: 640, height: 360))
        environment.skipOffset = skipOffset
        environment.isMuted = isMuted
        environment.parameters = #"{"color":"green"}"#
        environment.clickThrough = "https://shop.example/"
        session = SIMIDSession(environment: environment)
    }

    mutating func handle(_ input: SIMIDSession.Input) -> [String] { session.handle(input, date: date).map(Self.text) }

    mutating func say(_ type: String, _ arguments: String = "{}", session id: String = "s") -> [String] {
        defer { sent += 1 }
        return handle(.message(#"{"sessionId":"\#(id)","messageId":\#(sent),"timestamp":1,"type":"\#(type)","args":\#(arguments)}"#))
    }

    mutating func answer(_ message: Int, _ type: String = "resolve", _ value: String = "{}") -> [String] {
        say(type, #"{"messageId":\#(message),"value":\#(value)}"#)
    }

    /// Advances the session until the creative runs.
    mutating func run() {
        _ = say("createSession")
        _ = answer(1)
        _ = handle(.adShown)
        _ = answer(2)
        _ = handle(.interaction)
    }

    /// Formats a message as number and type, and an answer with the answered number.
    private static func text(_ output: SIMIDSession.Output) -> String {
        guard case .send(let text) = output, let message = SIMIDMessage(text) else { return "\(output)" }
        guard case .double(let answered) = message.arguments["messageId"] else { return "\(message.messageID) \(message.type)" }
        return "\(message.messageID) \(message.type) \(Int(saturating: answered, rounding: .towardZero))"
    }
}

@Suite struct SIMIDSessionTests {
    @Test func theCreativeOpensTheSessionAndIsStartedOnceTheAdIsShown() {
        var creative = Creative()
        #expect(creative.say("createSession") == ["0 resolve 0", "1 SIMID:Player:init", "setTimer(seconds: 5.0)"])
        #expect(creative.answer(1).isEmpty && creative.session.stage == .ready)
        #expect(creative.handle(.adShown) == ["2 SIMID:Player:startCreative", "setTimer(seconds: 5.0)"])
        #expect(creative.answer(2) == ["started"] && creative.session.stage == .running)
        #expect(creative.handle(.timeout).isEmpty)
        #expect(creative.handle(.adStopped(code: 0)) == ["3 SIMID:Player:adStopped", "setTimer(seconds: 2.0)"])
        #expect(creative.answer(3) == ["remove"] && creative.session.stage == .ended && creative.handle(.adShown).isEmpty)
    }

    @Test func theEnvironmentIsSentForInitialization() throws {
        var creative = Creative(skipOffset: 5)
        let first = creative.session.handle(.message(#"{"sessionId":"s","messageId":0,"type":"createSession"}"#), date: 2)
        guard case .send(let text) = first[1] else { throw AdError(.interactive, "nothing is said") }
        let message = try #require(SIMIDMessage(text))
        #expect(message.sessionID == "s" && message.timestamp == 2000)
        guard case .object(let environment) = message.arguments["environmentData"],
            case .object(let data) = message.arguments["creativeData"],
            case .object(let video) = environment["videoDimensions"]
        else { throw AdError(.interactive, text) }
        #expect(
            video["width"] == .double(640) && environment["skippableState"] == "playerHandles"
                && environment["skipoffset"] == "00:00:05.000")
        #expect(
            environment["variableDurationAllowed"] == .bool(false) && environment["version"] == "1.2"
                && environment["muted"] == .bool(false))
        #expect(
            data["adParameters"] == .string(#"{"color":"green"}"#) && data["clickThruUri"] == "https://shop.example/"
                && data["clickThruUrl"] == "https://shop.example/")
    }

    @Test func aLateCreativeIsStartedWhenItIsReady() {
        var creative = Creative()
        #expect(creative.handle(.adShown).isEmpty && creative.handle(.media(.time(1))).isEmpty)
        _ = creative.say("createSession")
        #expect(creative.answer(1) == ["2 SIMID:Player:startCreative", "setTimer(seconds: 5.0)"])
    }

    // SIMID 1.2 §6.5
    @Test func nothingIsSentDuringTheInitializationButTheChangedStateAfterIt() {
        var creative = Creative()
        _ = creative.say("createSession")
        #expect(creative.handle(.media(.time(1))).isEmpty && creative.handle(.background(true)).isEmpty)
        #expect(creative.handle(.resized(video: SIMIDEnvironment.Area(width: 9, height: 9), isFullscreen: false)).isEmpty)
        #expect(creative.handle(.media(.volume(0.5, isMuted: true))).isEmpty)
        #expect(creative.say("SIMID:Creative:getMediaState") == ["2 resolve 1"])
        #expect(creative.handle(.media(.duration(10))).isEmpty && creative.handle(.media(.pause)).isEmpty)
        #expect(
            creative.answer(1) == [
                "3 SIMID:Player:resize", "4 SIMID:Media:volumechange", "5 SIMID:Media:durationchange", "6 SIMID:Media:pause",
                "7 SIMID:Player:appBackgrounded",
            ])
    }

    @Test func mediaEventsAreSentFromTheInitializationOn() {
        var creative = Creative()
        #expect(creative.handle(.media(.duration(10))).isEmpty)
        _ = creative.say("createSession")
        #expect(creative.answer(1).isEmpty)
        #expect(creative.handle(.media(.time(2.25))) == ["2 SIMID:Media:timeupdate"])
        #expect(creative.handle(.media(.volume(0.5, isMuted: true))) == ["3 SIMID:Media:volumechange"])
        #expect(
            creative.handle(.resized(video: SIMIDEnvironment.Area(width: 1, height: 1), isFullscreen: true)) == ["4 SIMID:Player:resize"])
        #expect(creative.handle(.background(true)) == ["5 SIMID:Player:appBackgrounded"])
        let state = creative.session.handle(.message(#"{"sessionId":"s","messageId":9,"type":"SIMID:Creative:getMediaState"}"#), date: 0)
        guard case .send(let text) = state[0], case .object(let value) = SIMIDMessage(text)?.arguments["value"] else {
            Issue.record("\(state)")
            return
        }
        #expect(value["currentTime"] == .double(2.25) && value["duration"] == .double(10) && value["muted"] == .bool(true))
    }

    @Test(arguments: [
        ("requestPause", "{}", ["3 resolve 3", "pause"]), ("requestPlay", "{}", ["3 reject 3"]),
        ("requestStop", "{}", ["3 resolve 3", "stop"]), ("requestSkip", "{}", ["3 reject 3"]),
        ("requestFullScreen", "{}", ["3 resolve 3", "fullscreen(true)"]),
        ("requestExitFullscreen", "{}", ["3 reject 3"]),
        ("requestChangeVolume", #"{"volume":0.5,"muted":false}"#, ["3 resolve 3", "volume(0.5, isMuted: false)"]),
        ("requestChangeVolume", #"{"volume":7}"#, ["3 reject 3"]), ("requestChangeAdDuration", #"{"duration":7}"#, ["3 reject 3"]),
        ("requestResize", "{}", ["3 reject 3"]), ("requestNavigation", #"{"uri":"javascript:alert(1)"}"#, ["3 reject 3"]),
        ("requestNavigation", #"{"uri":"https://shop.example/a"}"#, ["3 resolve 3", #"open("https://shop.example/a")"#]),
        (
            "clickThru", #"{"x":10.4,"y":20}"#,
            ["3 resolve 3", #"click(url: Optional("https://shop.example/"), x: Optional(10), y: Optional(20))"#]
        ),
        ("clickThru", #"{"playerHandles":false}"#, ["3 resolve 3", "click(url: nil, x: nil, y: nil)"]),
        ("clickThru", #"{"url":"javascript:alert(1)"}"#, ["3 resolve 3", "click(url: nil, x: nil, y: nil)"]),
        (
            "reportTracking", #"{"trackingUrls":["https://t.example/a","file:///etc/passwd",7]}"#,
            ["3 resolve 3", #"track(["https://t.example/a"])"#]
        ), ("reportTracking", "{}", ["3 reject 3"]), ("log", #"{"message":"hello"}"#, [#"log("hello")"#]),
        ("unheardOf", "{}", ["3 reject 3"]),
    ])
    func whatItAsksFor(type: String, arguments: String, outcome: [String]) {
        var creative = Creative()
        creative.run()
        #expect(creative.say("SIMID:Creative:" + type, arguments) == outcome)
    }

    /// Requests that disturb viewers require a recent click, and a click permits one click-through and one page.
    @Test(arguments: [
        ("requestPause", "{}"), ("requestFullscreen", "{}"), ("requestChangeVolume", #"{"volume":1,"muted":false}"#), ("clickThru", "{}"),
        ("requestNavigation", #"{"uri":"https://shop.example/a"}"#),
    ])
    func requestsWithoutAnInteractionAreRejected(type: String, arguments: String) {
        var creative = Creative(isMuted: true)
        creative.run()
        creative.date += 6
        #expect(creative.say("SIMID:Creative:" + type, arguments) == ["3 reject 3"])
        _ = creative.handle(.interaction)
        creative.date += 4
        #expect(creative.say("SIMID:Creative:" + type, arguments).count == 2)
        let isOnce = ["requestPause", "clickThru", "requestNavigation"].contains(type)
        #expect(creative.say("SIMID:Creative:" + type, arguments).count == (isOnce ? 1 : 2))
    }

    // SIMID 1.2 §4.4.10, §4.4.11
    @Test func fullScreenIsChangedOnlyToTheOtherStateAndOnRequestOfTheViewer() {
        var creative = Creative()
        creative.run()
        _ = creative.handle(.resized(video: SIMIDEnvironment.Area(width: 640, height: 360), isFullscreen: true))
        #expect(creative.say("SIMID:Creative:requestFullscreen") == ["4 reject 3"])
        #expect(creative.say("SIMID:Creative:requestExitFullscreen") == ["5 resolve 4", "fullscreen(false)"])
        creative.date += 6
        #expect(creative.say("SIMID:Creative:requestExitFullscreen") == ["6 reject 5"])
    }

    // SIMID 1.2 §4.4.13, §4.4.14
    @Test func theCreativeEndsItsOwnPause() {
        var creative = Creative()
        creative.run()
        #expect(creative.say("SIMID:Creative:requestPause") == ["3 resolve 3", "pause"])
        #expect(creative.handle(.media(.pause)) == ["4 SIMID:Media:pause"])
        #expect(creative.say("SIMID:Creative:requestPause") == ["5 reject 4"])
        creative.date += 60
        #expect(creative.say("SIMID:Creative:requestPlay") == ["6 resolve 5", "play"])
        _ = creative.handle(.media(.playing))
        #expect(creative.say("SIMID:Creative:requestPlay") == ["8 reject 6"])
    }

    @Test(arguments: ["requestPlay", "requestSkip", "requestStop"])
    func thePauseOfSomebodyElseIsNotEndedWithoutAnInteraction(type: String) {
        var creative = Creative(skipOffset: 0)
        creative.run()
        creative.date += 6
        _ = creative.handle(.media(.pause))
        #expect(creative.say("SIMID:Creative:" + type) == ["4 reject 3"])
        _ = creative.handle(.interaction)
        #expect(creative.say("SIMID:Creative:" + type).first == "5 resolve 4")
    }

    @Test func theNumberOfTrackingURLsIsLimited() {
        var creative = Creative()
        creative.run()
        func report(_ count: Int) -> Int {
            let urls = Array(repeating: "\"https://t.example/a\"", count: count).joined(separator: ",")
            return creative.say("SIMID:Creative:reportTracking", "{\"trackingUrls\":[\(urls)]}").count
        }
        #expect((0..<3).map { _ in report(99) } == [2, 2, 2])
        // A rejection is one output.
        #expect(report(4) == 1 && report(3) == 2 && report(1) == 1)
    }

    @Test func theReasonOfAFailureIsLimited() {
        var creative = Creative()
        creative.run()
        let failed = creative.say("SIMID:Creative:fatalError", "{\"errorMessage\":\"\(String(repeating: "x", count: 60_000))\"}")
        #expect(failed.count == 3 && failed[1].utf8.count < 1000 && failed[1].contains(String(repeating: "x", count: 200)))
    }

    @Test func nothingIsSentAfterTheEndOfTheAd() {
        var creative = Creative()
        creative.run()
        _ = creative.handle(.adStopped(code: 0))
        let area = SIMIDEnvironment.Area(width: 1, height: 1)
        for input in [SIMIDSession.Input.background(true), .resized(video: area, isFullscreen: true), .media(.time(1))] {
            #expect(creative.handle(input).isEmpty)
        }
    }

    @Test func aClickPermitsOnePageAndTheVolumeMayBeLoweredAtAnyTime() {
        var creative = Creative()
        creative.run()
        #expect(creative.say("SIMID:Creative:requestNavigation", #"{"uri":"https://shop.example/a"}"#).count == 2)
        #expect(creative.say("SIMID:Creative:clickThru") == ["4 resolve 4", "click(url: nil, x: nil, y: nil)"])
        creative.date += 60
        let quieter = creative.say("SIMID:Creative:requestChangeVolume", #"{"volume":0.2,"muted":true}"#)
        #expect(quieter == ["5 resolve 5", "volume(0.2, isMuted: true)"])
    }

    @Test func theCreativeMaySkipASkippableAd() {
        var creative = Creative(skipOffset: 5)
        creative.run()
        _ = creative.handle(.media(.time(4.9)))
        #expect(creative.say("SIMID:Creative:requestSkip") == ["4 reject 3"])
        _ = creative.handle(.media(.time(5)))
        #expect(creative.say("SIMID:Creative:requestSkip") == ["6 resolve 4", "skip"])
        #expect(creative.handle(.adSkipped) == ["7 SIMID:Player:adSkipped", "setTimer(seconds: 2.0)"])
        // The last trackers are accepted, and the session ends after a timeout.
        #expect(creative.say("SIMID:Creative:requestPlay") == ["8 reject 5"])
        #expect(creative.say("SIMID:Creative:reportTracking", #"{"trackingUrls":["https://t.example/z"]}"#).count == 2)
        #expect(creative.handle(.timeout) == ["remove"])
    }

    @Test func aRejectionOrFailureIsAnErrorAndRemovesTheCreative() {
        var refusing = Creative()
        _ = refusing.say("createSession")
        let refused = refusing.answer(1, "reject", #"{"errorCode":1103,"reason":"too old"}"#)
        #expect(
            refused.count == 2 && refused[0].contains("1103: too old") && refused[0].contains("endsAd: false") && refused[1] == "remove")
        var failing = Creative()
        failing.run()
        let failed = failing.say("SIMID:Creative:fatalError", #"{"errorCode":1100,"errorMessage":"oh"}"#)
        #expect(failed.count == 3 && failed[0] == "3 resolve 3" && failed[1].contains("1100: oh") && failed[2] == "remove")
        #expect(failed[1].contains("endsAd: true"))
    }

    @Test func aFailedPageIsAnErrorAndTheMediaContinues() {
        for isRunning in [false, true] {
            var creative = Creative()
            if isRunning { creative.run() }
            let gone = creative.handle(.pageFailed(code: 1205, "too much"))
            #expect(gone.count == 2 && gone[0].contains("1205: too much") && gone[0].contains("endsAd: false") && gone[1] == "remove")
        }
        var over = Creative()
        over.run()
        _ = over.handle(.adStopped(code: 2))
        #expect(over.handle(.pageFailed(code: 1208, "gone")) == ["remove"])
    }

    @Test func aCreativeThatNeverRanIsAnErrorAtTheEndOfTheMedia() {
        var silent = Creative()
        _ = silent.handle(.adShown)
        let ended = silent.handle(.adStopped(code: 2))
        #expect(ended.count == 2 && ended[0].contains("1223") && ended[0].contains("902") && ended[1] == "remove")
        var unready = Creative()
        _ = unready.say("createSession")
        #expect(unready.handle(.adStopped(code: 2)).first?.contains("1212") == true)
        var unstarted = Creative()
        _ = unstarted.say("createSession")
        _ = unstarted.answer(1)
        _ = unstarted.handle(.adShown)
        #expect(unstarted.handle(.adStopped(code: 2)).first?.contains("1213") == true)
    }

    @Test func aCreativeThatDoesNotAnswerInTimeIsNotifiedAndRemoved() {
        var slow = Creative()
        #expect(slow.handle(.timeout).isEmpty && slow.session.stage == .waiting)
        _ = slow.say("createSession")
        let late = slow.handle(.timeout)
        #expect(late.count == 3 && late[0].hasPrefix("failed") && late[1] == "2 SIMID:Player:fatalError")
        #expect(slow.answer(1).isEmpty && slow.answer(2) == ["remove"])
        var silent = Creative()
        #expect(silent.handle(.adStopped(code: 0)) == ["remove"])
    }

    @Test func messagesOfOtherSessionsAreIgnored() {
        var creative = Creative()
        #expect(creative.say("SIMID:Creative:requestPause").isEmpty)
        creative.run()
        #expect(creative.say("SIMID:Creative:requestPause", session: "other").isEmpty && creative.say("createSession").isEmpty)
        for text in ["", "{", "[]", "7", #"{"type":"resolve"}"#, #"{"sessionId":"s","messageId":-1,"type":"x"}"#] {
            #expect(creative.handle(.message(text)).isEmpty, "\(text)")
        }
        #expect(creative.handle(.message(String(repeating: "[", count: 100_000))).isEmpty)
        #expect(creative.answer(77).isEmpty)
        let fields = (0..<600).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(creative.say("SIMID:Creative:requestPause", "{\(fields)}").isEmpty)
    }
}
