import PlayheadCore

// Handles the interactive part of an ad (SIMID): the player owns the session, and the controller decides about the results.
extension AdController {
    /// The maximum number of ended ads whose creatives may still report tracking.
    private static let maximumEnded = 4

    mutating func runInteractive(_ number: Int) {
        guard let current = active?.current, let file = current.ad.interactiveFile, let adBreak = active?.adBreak else { return }
        var macros = current.tracker.macros
        let click = current.ad.clickThrough.flatMap { AdAddress.openable(macros.expand($0, date: date)) }
        let skip = adBreak.restrictions.forbidsSkipping ? nil : current.tracker.skipTime
        let creative = InteractiveCreative(
            url: macros.expand(file.url, date: date), parameters: current.ad.creative?.linear?.adParameters, clickThrough: click,
            skipOffset: skip)
        outputs.append(.runInteractive(number, creative))
    }

    mutating func endInteractive(_ current: CurrentAd, _ end: InteractiveEnd) {
        guard current.ad.interactiveFile != nil else { return }
        outputs.append(.endInteractive(current.number, end))
    }

    /// Keeps an ended ad whose creative may still report tracking.
    mutating func keepInteractive(_ current: CurrentAd) {
        guard current.ad.interactiveFile != nil else { return }
        endedInteractive.append((current.number, current.tracker))
        if endedInteractive.count > Self.maximumEnded { endedInteractive.removeFirst() }
    }

    mutating func handleInteractive(of number: Int, _ report: InteractiveReport) {
        guard let current = active?.current, current.number == number else {
            guard let index = endedInteractive.firstIndex(where: { $0.number == number }) else { return }
            let fact: AdFact
            switch report {
            case .tracks(let urls): fact = .reported(urls)
            case .failed(let error, _):
                fact = .interactiveFailed(error)
                emit(.warning(error.playbackError))
            default: return
            }
            return call(endedInteractive[index].tracker.handle(fact, date: date))
        }
        switch report {
        case .started:
            guard current.isShown else { return }
            emit(.started(creativeType: "simid"))
            track(.interactiveStarted)
        case .failed(let error, endsAd: true): failed(error)
        case .failed(let error, endsAd: false):
            track(.interactiveFailed(error))
            emit(.warning(error.playbackError))
        case .clicked(let url, let x, let y):
            guard current.isShown else { return }
            track(.clicked(x: x, y: y))
            if let url { opens(url) }
        case .opens(let url): if current.isShown { opens(url) }
        case .tracks(let urls): track(.reported(urls))
        case .stops: stop(current)
        }
    }

    /// Opens a page. The viewer leaves the player, so the ad is paused.
    private mutating func opens(_ url: String) {
        if let current = active?.current, open(url, current.tracker.macros) { pauseCurrent(.interaction) }
    }

    private mutating func stop(_ current: CurrentAd) {
        guard current.isShown else { return }
        endInteractive(current, .stopped)
        outputs.append(.stopAd(current.number))
        track(.closed)
        emit(.complete)
        playNext()
    }
}
