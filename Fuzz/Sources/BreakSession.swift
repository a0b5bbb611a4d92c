import PlayheadAds
import PlayheadCore

/// An ad controller with the part of a player that is needed to generate valid inputs.
struct BreakSession {
    private var controller: AdController
    private let documents: [[UInt8]]
    private var now = 0.0
    private var requests: [Int] = []
    private var playing: Int?
    private var prepared: Set<Int> = []
    private var overlays: [Int] = []
    private var lastAd = 0
    private var isInBreak = false
    /// Whether the item was left: only another item has an effect then.
    private var isOver = true

    /// The maximum number of outputs for an input of the fuzzer's size.
    private static let maximumOutputs = 200_000

    init(_ reader: inout InputReader, documents: [[UInt8]]) {
        self.documents = documents.isEmpty ? [[]] : documents
        controller = AdController(configuration: Self.configuration(&reader, self.documents), macros: AdMacros(seed: 1))
    }

    private static func configuration(_ reader: inout InputReader, _ documents: [[UInt8]]) -> AdConfiguration {
        var configuration = AdConfiguration()
        switch reader.below(3) {
        case 0: configuration.vmapURL = "https://a.example/vmap"
        case 1: configuration.tags = ["https://a.example/1", "https://a.example/2"]
        default: configuration.schedule = (0..<reader.below(8)).map { adBreak($0, from: &reader, documents: documents) }
        }
        let flags = reader.byte()
        configuration.rules.playsAgain = flags & 1 != 0
        configuration.rules.startOnSeek = flags & 2 != 0 ? .pre : .none
        configuration.rules.timeBetweenAds = flags & 4 != 0 ? reader.seconds() : 0
        configuration.openBrowserOnAdClick = flags & 8 != 0
        configuration.skipOffset = flags & 16 != 0 ? .seconds(reader.seconds()) : nil
        configuration.preloadTime = flags & 32 != 0 ? reader.seconds() : 10
        return configuration
    }

    private static func adBreak(_ index: Int, from reader: inout InputReader, documents: [[UInt8]]) -> AdBreak {
        let offset: AdBreakOffset
        switch reader.below(5) {
        case 0: offset = .preRoll
        case 1: offset = .postRoll
        case 2: offset = .date(reader.seconds())
        case 3: offset = .midRoll(.fraction(Double(reader.byte()) / 255))
        default: offset = .midRoll(.seconds(reader.seconds()))
        }
        var adBreak = AdBreak(id: "\(index)", offset: offset, source: source(&reader, documents))
        let flags = reader.byte()
        if flags & 1 != 0 { adBreak.repeatAfter = reader.seconds() }
        if flags & 2 != 0 { adBreak.resumption = .after(reader.seconds()) }
        if flags & 4 != 0 { adBreak.playoutLimit = reader.seconds() }
        if flags & 8 != 0 { adBreak.span = reader.seconds() }
        if flags & 16 != 0 { adBreak.place = reader.seconds() }
        if flags & 32 != 0 { adBreak.skipOffset = reader.seconds() }
        adBreak.restrictions.forbidsSkipping = flags & 64 != 0
        adBreak.playsAgain = flags & 128 != 0
        return adBreak
    }

    private static func source(_ reader: inout InputReader, _ documents: [[UInt8]]) -> AdBreak.Source {
        switch reader.below(4) {
        case 0: return .assetList("https://a.example/list")
        case 1:
            let assets = (0..<reader.below(4)).map { InterstitialAsset(url: "https://a.example/\($0).mp4", duration: reader.seconds()) }
            return .assets(assets)
        case 2: if let document = try? VASTParser.parse(documents[reader.below(documents.count)]) { return .document(document) }
        default: break
        }
        return .tags(["https://a.example/tag"])
    }

    // MARK: Steps

    mutating func step(_ reader: inout InputReader) {
        now += Double(reader.byte()) / 16
        switch reader.below(8) {
        case 0, 1: contentStep(&reader)
        case 2: answer(&reader)
        case 3, 4: playbackStep(&reader)
        case 5: viewerStep(&reader)
        case 6: feed(.overlay(ad: overlays.last ?? reader.below(8), overlayFact(&reader)))
        default: feed(.interstitials((0..<reader.below(4)).map { Self.adBreak($0 + 100, from: &reader, documents: documents) }))
        }
    }

    private mutating func contentStep(_ reader: inout InputReader) {
        switch reader.below(8) {
        case 0: feed(.itemBegan(number: reader.below(4)))
        case 1: feed(.contentDuration(reader.bool() ? reader.seconds() : nil))
        case 2: feed(.contentWillStart(at: reader.seconds(), isBeginning: reader.bool()))
        case 3: feed(.contentSeek(from: reader.seconds(), to: reader.seconds()))
        case 4: feed(.contentEnded)
        case 5: feed(.itemLeft)
        default: feed(.contentPosition(reader.seconds()))
        }
    }

    private mutating func answer(_ reader: inout InputReader) {
        guard let id = requests.popLast() else { return feed(.timeout(id: reader.below(16))) }
        switch reader.below(6) {
        case 0: feed(.failure(id: id, reason: "it is not there"))
        case 1: feed(.timeout(id: id))
        default: feed(.response(id: id, bytes: documents[reader.below(documents.count)], url: "https://a.example/answer"))
        }
    }

    private mutating func playbackStep(_ reader: inout InputReader) {
        let ad = reader.oneIn(8) ? lastAd : playing ?? lastAd
        let report: AdPlaybackReport
        switch reader.below(10) {
        case 0: report = .loaded
        case 1: report = .duration(reader.seconds())
        case 2, 3: report = .shown
        case 4, 5: report = .position(reader.seconds())
        case 6: report = .ended
        case 7: report = .failed(AdError(.mediaFileDisplay, "it can't be played"))
        case 8: report = .timeout
        default: report = .interactive(interactiveReport(&reader))
        }
        feed(.playback(ad: ad, report))
    }

    private func interactiveReport(_ reader: inout InputReader) -> InteractiveReport {
        switch reader.below(6) {
        case 0: .started
        case 1: .failed(AdError(.undefined, "it is broken"), endsAd: reader.bool())
        case 2: .clicked(url: "https://a.example/", x: Int(reader.byte()), y: nil)
        case 3: .opens("javascript:1")
        case 4: .tracks(["https://a.example/t?[TIMESTAMP]"])
        default: .stops
        }
    }

    private mutating func viewerStep(_ reader: inout InputReader) {
        switch reader.below(8) {
        case 0: feed(.pause(.interaction))
        case 1: feed(.play)
        case 2: feed(.skip)
        case 3: feed(.click(x: Int(reader.byte()), y: nil))
        case 4: feed(.muted(reader.bool()))
        case 5: feed(.fullscreen(reader.bool()))
        case 6: feed(.companionShown(reader.below(4) - 1))
        default: feed(.companionClicked(reader.below(4) - 1))
        }
    }

    private func overlayFact(_ reader: inout InputReader) -> AdFact {
        switch reader.below(6) {
        case 0: .shown
        case 1: .nonLinearClicked(reader.below(4) - 1)
        case 2: .closed
        case 3: .completed
        case 4: .position(reader.seconds())
        default: .failed(AdError(.undefined, "it is broken"))
        }
    }

    // MARK: Rules

    /// Lets all pending operations fail, after which the content must continue.
    mutating func finish() {
        var rounds = 0
        while controller.place == .inBreak || !requests.isEmpty {
            rounds += 1
            guard rounds < Self.maximumOutputs else { return require(false, "a break never ends") }
            now += 1
            if let id = requests.popLast() { feed(.timeout(id: id)) }
            if let playing { feed(.playback(ad: playing, .failed(AdError(.mediaFileDisplay, "it is over")))) }
            let isWaiting = !requests.isEmpty || playing != nil
            guard isWaiting || controller.place != .inBreak else { return require(false, "a break waits for nothing") }
        }
        feed(.itemLeft)
    }

    private mutating func feed(_ input: AdInput) {
        let outputs = controller.handle(input, now: now, date: 1_700_000_000 + now)
        require(outputs.count < Self.maximumOutputs, "one input has \(outputs.count) consequences")
        switch input {
        case .itemBegan: (isOver, isInBreak) = (false, false)
        case .itemLeft: isInBreak = false
        case .contentDuration, .contentDates, .interstitials, .contentWillStart, .contentPosition, .contentSeek, .contentEnded:
            isOver = false
        default: require(!isOver || outputs.isEmpty, "something comes after the end")
        }
        for output in outputs { check(output) }
        switch input {
        case .itemLeft, .itemBegan:
            require(playing == nil && controller.place == .free, "an ad is left")
            if input == .itemLeft { (isOver, requests, overlays) = (true, [], []) }
        default: require(isInBreak == (controller.place == .inBreak), "what is told of breaks is not so")
        }
    }

    private mutating func check(_ output: AdOutput) {
        switch output {
        case .load(let request): requests.append(request.id)
        case .prepareAd(let ad, _): require(prepared.insert(ad).inserted, "prepared twice")
        case .playAd(let ad, let url, _):
            require(playing == nil, "two ads are played at a time")
            require(!url.isEmpty, "an ad without an address")
            (playing, lastAd) = (ad, ad)
        case .stopAd(let ad):
            require(playing == ad || prepared.contains(ad), "what is not played is stopped")
            prepared.remove(ad)
            if playing == ad { playing = nil }
        case .pauseAd, .resumeAd: require(playing != nil, "no ad is paused")
        case .offerOverlay(let ad, _): overlays.append(ad)
        case .call(let call): require(!call.url.isEmpty && !call.url.utf8.contains { $0 < 0x20 }, "an address with control characters")
        case .open(let url): require(url.hasPrefix("http"), "\(url) is opened")
        case .event(.breakStart):
            require(!isInBreak, "a break in a break")
            isInBreak = true
        case .event(.breakEnd):
            require(isInBreak, "a break ends that never began")
            isInBreak = false
        case .startContent, .startContentAtSegment, .completeContent: require(!isInBreak, "the content plays in a break")
        default: break
        }
    }
}

extension InputReader {
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
