import PlayheadAds
import PlayheadXML

/// Parses ad documents and schedules: the printed XML is equal to the input, and the contents are resolved, planned and tracked.
enum AdTarget {
    static func run(_ input: [UInt8]) {
        guard let document = try? XMLReader.read(input) else {
            _ = try? InterstitialAssetList(parsing: input)
            interact(input)
            return
        }
        guard let again = try? XMLReader.read(Array(document.root.xml.utf8)) else {
            return require(false, "what was printed can't be read")
        }
        require(again.root.xml == document.root.xml, "printed again it is another")
        if let vmap = try? VMAPParser.parse(input) { schedule(vmap) }
        guard let vast = try? VASTParser.parse(input) else { return }
        require(vast.pod.count + vast.standAloneAds.count == vast.ads.count, "an ad is neither in the pod nor by itself")
        _ = vast.inspection
        resolve(vast, input)
    }

    /// Passes each line to a session as a message of a creative.
    private static func interact(_ input: [UInt8]) {
        var session = SIMIDSession(environment: SIMIDEnvironment(video: SIMIDEnvironment.Area(width: 640, height: 360)))
        _ = session.handle(.message(#"{"sessionId":"s","messageId":0,"type":"createSession"}"#), date: 1)
        _ = session.handle(.adShown, date: 2)
        for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
            if let message = SIMIDMessage(String(line)) {
                require(SIMIDMessage(message.text) == message, "a message is another once it is printed")
            }
            _ = session.handle(.message(String(line)), date: 3)
        }
        _ = session.handle(.adStopped(code: 0), date: 4)
        _ = session.handle(.timeout, date: 5)
        require(session.stage == .ended, "the session does not end")
    }

    private static func schedule(_ document: VMAPDocument) {
        _ = document.inspection
        let breaks = document.schedule(base: nil)
        require(Set(breaks.map(\.id)).count == breaks.count, "two breaks have one identifier")
        var planner = AdBreakPlanner()
        planner.begin(item: 1, breaks: breaks)
        planner.update(duration: 100)
        var time = -1.0
        for due in planner.due(playingFrom: 0, to: 50, now: 0) {
            require(due.time >= time && due.time > 0 && due.time <= 50, "a break is not in its place")
            time = due.time
            planner.ended(due, at: 0)
        }
        require(planner.due(playingFrom: 0, to: 50, now: 0).isEmpty || time > 0, "nothing was due, and then something")
        _ = planner.next(after: 50, now: 0)
    }

    /// Answers every request with the same document, as a loop of wrappers would.
    private static func resolve(_ document: VASTDocument, _ input: [UInt8]) {
        var options = AdResolver.Options()
        options.requestLimit = 8
        var resolver = AdResolver(document: document, options: options, macros: AdMacros(seed: 1))
        var outputs = resolver.handle(.start)
        var steps = 0
        while !outputs.isEmpty {
            steps += 1
            switch outputs.removeFirst() {
            case .request(let request): outputs += resolver.handle(.response(id: request.id, bytes: input, url: request.url))
            case .finished(let ads): ads.prefix(2).forEach(track)
            case .tag, .failed, .warning: break
            }
        }
        require(resolver.isFinished, "it does not finish")
    }

    private static func track(_ ad: ResolvedAd) {
        var tracker = AdTracker(ad, macros: AdMacros(seed: 1))
        for fact in [AdFact.loaded, .shown, .position(3), .muted, .clicked(x: 1, y: 2), .position(1e6), .completed] {
            for call in tracker.handle(fact, date: 1_700_000_000) { require(!call.url.isEmpty, "nothing is called") }
        }
        require(tracker.handle(.position(9)).isEmpty, "something is called after the end")
    }
}
