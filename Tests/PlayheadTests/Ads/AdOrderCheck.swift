@testable import Playhead

/// Checks the rules of the order of events with ads.
@MainActor
final class AdOrderCheck {
    private enum Ad { case starting, playing, paused }

    private(set) var problems: [String] = []
    /// The position of the last break.
    private(set) var place = AdPosition.pre
    private var isInBreak = false
    private var ad: Ad?
    private var state = PlaybackState.idle
    private var sequence: Int?

    /// Checks an event while its listeners are called.
    func take(_ event: any PlayerEvent, _ player: Player) {
        if let sequence { expect(event.context.sequence == sequence + 1, event, "is out of sequence") }
        sequence = event.context.sequence
        switch event {
        case let change as StateChangeEvent: take(change)
        case let start as AdBreakStartEvent:
            expect(!isInBreak, event, "inside a break")
            place = start.adPosition
            isInBreak = true
        case is AdRequestEvent: expect(isInBreak && ad == nil, event, "outside of a break or inside an ad")
        case is AdBreakEndEvent:
            expect(isInBreak && ad == nil, event, "outside of a break or inside an ad")
            isInBreak = false
        case is TimeEvent, is PlayEvent, is PauseEvent, is FirstFrameEvent: expect(!isInBreak, event, "inside a break")
        default: takeOfAd(event)
        }
        expect(player.isInAdBreak == isInBreak, event, "isInAdBreak is wrong")
        expect(player.advertisement.map(\.isPaused) == ad.map { $0 == .paused }, event, "advertisement is wrong")
    }

    private func take(_ change: StateChangeEvent) {
        expect(change.oldState == state, change, "begins at \(change.oldState) instead of \(state)")
        state = change.newState
        guard [.stopping, .idle, .error].contains(state) else { return }
        (isInBreak, ad) = (false, nil)
    }

    private func takeOfAd(_ event: any PlayerEvent) {
        switch event {
        case let event as AdImpressionEvent where event.impression.isLinear:
            expect(isInBreak && ad == nil, event, "outside of a break or inside an ad")
            ad = .starting
        case let event as AdPlayEvent:
            expect(ad == (event.oldState == .paused ? .paused : .starting), event, "from \(event.oldState)")
            ad = .playing
        case is AdPauseEvent:
            expect(ad == .playing, event, "of an ad that does not play")
            ad = .paused
        case is AdTimeEvent, is AdMetaEvent, is AdClickEvent, is AdStartedEvent:
            expect(ad == .playing || ad == .paused, event, "outside of an ad")
        case let event as AdCompanionsEvent where !event.companions.contains(where: \.isOverlay):
            expect(ad != nil, event, "outside of an ad")
        case is AdSkippedEvent, is AdCompleteEvent:
            expect(ad == .playing || ad == .paused, event, "outside of an ad")
            ad = nil
        case is AdErrorEvent: if isInBreak { ad = nil }
        default: break
        }
    }

    private func expect(_ isTrue: Bool, _ event: any PlayerEvent, _ problem: String) {
        if !isTrue { problems.append("\(event.context.sequence) \(event.name.rawValue) \(problem)") }
    }
}
