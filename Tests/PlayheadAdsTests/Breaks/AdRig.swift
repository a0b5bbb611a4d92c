import PlayheadAds
import PlayheadCore

/// Plays a scenario with a clock of half seconds, as a player would, and records events and calls.
struct AdRig {
    private static let tick = 0.5

    private struct PlayedAd {
        var number: Int
        var media: AdScenario.Media
        var since: Double
        var position = 0.0
        var isShown = false
        var isPaused = false
    }

    private let scenario: AdScenario
    private var controller: AdController
    private var clock = 0.0
    private var lines: [String] = []
    private(set) var events: [EventName] = []
    private(set) var isCompleted = false
    private var isHeld = true
    private var position: Double
    private var answers: [(time: Double, input: AdInput)] = []
    private var ad: PlayedAd?
    private var overlay = 0

    private init(_ scenario: AdScenario) {
        self.scenario = scenario
        position = scenario.startsAt
        controller = AdController(configuration: scenario.configuration, macros: AdMacros(seed: 1))
    }

    /// Plays a whole scenario.
    static func run(_ scenario: AdScenario) -> AdRig {
        var rig = AdRig(scenario)
        rig.run()
        return rig
    }

    private mutating func run() {
        send(.itemBegan(number: scenario.item))
        send(.contentDuration(scenario.contentDuration))
        if let dates = scenario.dates { send(.contentDates(dates)) }
        if !scenario.interstitials.isEmpty { send(.interstitials(scenario.interstitials)) }
        send(.contentWillStart(at: position, isBeginning: scenario.startsAt == 0))
        var steps = scenario.steps[...]
        while clock < scenario.end, !isCompleted {
            clock += Self.tick
            while let next = steps.first, next.time <= clock {
                steps.removeFirst()
                act(next.action)
            }
            while let next = answers.firstIndex(where: { $0.time <= clock }) { send(answers.remove(at: next).input) }
            if let ad { play(ad) } else if !isHeld { playContent() }
        }
    }

    // MARK: the content and the ad

    private mutating func playContent() {
        let end = scenario.contentDuration ?? .infinity
        position = min(position + Self.tick, end)
        send(.contentPosition(position))
        if position >= end, !isHeld { send(.contentEnded) }
    }

    private mutating func play(_ ad: PlayedAd) {
        guard !ad.isPaused else { return }
        switch ad.media {
        case .missing: send(.playback(ad: ad.number, .failed(AdError(.mediaFileNotFound, "status 404"))))
        case .stalls:
            if clock - ad.since >= 15 { send(.playback(ad: ad.number, .timeout)) }
        case .plays(let length): move(ad, to: length, then: .ended, duration: length)
        case .breaks(let length): move(ad, to: length, then: .failed(AdError(.mediaFileDisplay, "it can't be decoded")), duration: nil)
        }
    }

    private mutating func move(_ ad: PlayedAd, to length: Double, then end: AdPlaybackReport, duration: Double?) {
        guard ad.isShown else {
            self.ad?.isShown = true
            if let duration { send(.playback(ad: ad.number, .duration(duration))) }
            return send(.playback(ad: ad.number, .shown))
        }
        let position = ad.position + Self.tick
        self.ad?.position = position
        send(.playback(ad: ad.number, .position(position)))
        if position >= length { send(.playback(ad: ad.number, end)) }
    }

    private mutating func act(_ action: AdScenario.Action) {
        write("viewer: \(action)")
        switch action {
        case .skip: send(.skip)
        case .skipBreak: send(.skipBreak)
        case .cancelBreaks: send(.cancelBreaks(resumptionOffset: 3))
        case .click: send(.click(x: 10, y: 20))
        case .mute: send(.muted(true))
        case .unmute: send(.muted(false))
        case .pause: send(.pause(.interaction))
        case .play: send(.play)
        case .clickOverlay: send(.overlay(ad: overlay, .nonLinearClicked(0)))
        case .closeOverlay: send(.overlay(ad: overlay, .closed))
        case .failOverlay: send(.overlay(ad: overlay, .failed(AdError(.nonLinearUnreachable, "its picture failed to load"))))
        case .expand: send(.fullscreen(true))
        case .collapse: send(.fullscreen(false))
        case .seek(let target): send(.contentSeek(from: position, to: target))
        case .leave:
            send(.itemLeft)
            isCompleted = true
        }
    }

    // MARK: what is done

    private mutating func send(_ input: AdInput) {
        for output in controller.handle(input, now: clock, date: 1_700_000_000 + clock) { perform(output) }
    }

    private mutating func perform(_ output: AdOutput) {
        switch output {
        case .holdContent:
            if !isHeld { write("content held at \(position)") }
            isHeld = true
        case .startContent(let place):
            position = place ?? position
            write("content at \(position)")
            isHeld = false
        case .startContentAtSegment(let place, _):
            position = (place / 6).rounded() * 6
            write("content at the segment at \(position)")
            isHeld = false
        case .completeContent:
            write("content complete")
            isCompleted = true
        case .load(let request): load(request)
        case .prepareAd(_, let url): write("prepare \(url)")
        case .playAd(let number, let url, _):
            let media = scenario.media.first { url.contains($0.key) }?.value ?? .plays(4)
            ad = PlayedAd(number: number, media: media, since: clock)
        case .offsetAd(_, let seconds): write("from \(seconds)")
        case .runInteractive(_, let creative): write("run \(creative.url)")
        case .endInteractive(_, let end): write("interactive part: \(end)")
        case .pauseAd: ad?.isPaused = true
        case .resumeAd: ad?.isPaused = false
        case .stopAd(let number):
            if ad?.number == number { ad = nil }
        case .offerOverlay(let number, let overlay):
            write("overlay \(overlay.ad.id ?? "")")
            self.overlay = number
            guard scenario.showsOverlays else { return }
            answers.append((clock, .overlay(ad: number, .shown)))
        case .withdrawOverlay(let number):
            write("withdraw the overlay")
            if overlay == number { overlay = 0 }
        case .pauseContent(let reason): write("content paused: \(reason.rawValue)")
        case .call(let call): write("> \(call.event) \(call.url)")
        case .open(let url): write("open \(url)")
        case .event(let report):
            guard let event = report.event else { return }
            events.append(event.name)
            write(AdTrace.text(of: event))
        }
    }

    private mutating func load(_ request: AdResolver.Request) {
        write("load \(request.url)")
        let later = clock + Self.tick
        switch scenario.answers[request.url] {
        case .document(let text): answers.append((later, .response(id: request.id, bytes: Array(text.utf8), url: request.url)))
        case .silence: answers.append((clock + request.timeout, .timeout(id: request.id)))
        case .refusal(let reason): answers.append((later, .failure(id: request.id, reason: reason)))
        case nil: answers.append((later, .failure(id: request.id, reason: "status 404")))
        }
    }

    private mutating func write(_ text: String) { lines.append("\(clock) \(text)") }

    /// The recorded events and calls; of consecutive time events of an ad only the first and the last.
    var trace: String { AdTrace.collapsed(lines).joined(separator: "\n") + "\n" }
}

/// Formats events.
enum AdTrace {
    static func text(of event: any PlayerEvent) -> String {
        ([event.name.rawValue] + event.fields.fields.map { "\($0.key)=\(text(of: $0.value))" }).joined(separator: " ")
    }

    private static func text(of value: EventValue) -> String {
        switch value {
        case .null: "-"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value
        case .array(let values): "[\(values.map(text).joined(separator: " "))]"
        case .object(let fields): "{\(fields.fields.map { "\($0.key)=\(text(of: $0.value))" }.joined(separator: " "))}"
        }
    }

    static func collapsed(_ lines: [String]) -> [String] {
        lines.indices.filter { index in
            let around = lines[max(0, index - 1)...min(lines.count - 1, index + 1)]
            return around.count < 3 || !around.allSatisfy { $0.contains(" onAdTime ") }
        }.map { lines[$0] }
    }
}
