@testable import Playhead

/// The checks of a ``SessionExplorer`` of the order of events, in addition to those of the machine.
struct ExploredEvents {
    private(set) var problems: [String] = []
    private var sequence = 0
    private var isInBreak = false
    private var isAdShown = false
    /// Whether onSeek was emitted, and onSeeked was not. A seek that was requested before an item opens is kept for it.
    var isSeeking = false

    mutating func check(_ event: any PlayerEvent) {
        sequence += 1
        expect(event.context.sequence == sequence, "\(event.name.rawValue) is out of sequence")
        checkAd(event)
        switch event {
        case is SeekEvent: isSeeking = true
        case is SeekedEvent:
            expect(isSeeking, "onSeeked without onSeek")
            isSeeking = false
        case let change as StateChangeEvent where [.stopping, .idle, .error].contains(change.newState):
            (isInBreak, isAdShown) = (false, false)
        default: break
        }
    }

    private mutating func checkAd(_ event: any PlayerEvent) {
        switch event {
        case is AdBreakStartEvent:
            expect(!isInBreak, "a break begins in a break")
            isInBreak = true
        case is AdBreakEndEvent:
            expect(isInBreak && !isAdShown, "a break ends outside of one, or in an ad")
            isInBreak = false
        case let event as AdImpressionEvent where event.impression.isLinear:
            expect(isInBreak && !isAdShown, "an ad begins in an ad or outside of a break")
            isAdShown = true
        case is AdPlayEvent, is AdPauseEvent, is AdTimeEvent, is AdClickEvent: expect(isAdShown, "\(event.name.rawValue) without an ad")
        case is AdSkippedEvent, is AdCompleteEvent:
            expect(isAdShown, "an ad ends that is not shown")
            isAdShown = false
        case is AdErrorEvent: isAdShown = false
        // A seek in progress at the start of the break still ends with onSeeked and onTime.
        case is PlayEvent: expect(!isInBreak, "the content starts in a break")
        case is TimeEvent where event.context.state == .playing: expect(!isInBreak, "the content plays in a break")
        default: break
        }
    }

    private mutating func expect(_ isRight: Bool, _ problem: @autoclosure () -> String) { if !isRight { problems.append(problem()) } }
}
