import Playhead
import Testing

/// The rules that apply to every trace: the parts of the order that need no scene of their own.
enum OrderRules {
    static func check(_ events: [any PlayerEvent], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(events.map(\.context.sequence) == Array(events.indices.map { $0 + 1 }), sourceLocation: sourceLocation)
        checkChanges(events, sourceLocation)
        var previous: (any PlayerEvent)?
        var isAttempted = false
        var isStarted = false
        for event in events {
            let change = previous as? StateChangeEvent
            let place = "\(event.name) at \(event.context.sequence)"
            switch event.name {
            case .onPlay: #expect(change?.newState == .playing && isAttempted, "\(place)", sourceLocation: sourceLocation)
            case .onPause: #expect(change?.newState == .paused, "\(place)", sourceLocation: sourceLocation)
            case .onBuffer: #expect(change?.newState == .buffering, "\(place)", sourceLocation: sourceLocation)
            case .onIdle: #expect(change?.newState == .idle, "\(place)", sourceLocation: sourceLocation)
            case .onReady: #expect(change?.newState == .ready, "\(place)", sourceLocation: sourceLocation)
            case .onComplete: #expect(change?.newState == .ended, "\(place)", sourceLocation: sourceLocation)
            case .onError, .onSetupError: #expect(change?.newState == .error, "\(place)", sourceLocation: sourceLocation)
            case .onBeforeComplete:
                let time = previous as? TimeEvent
                #expect(time != nil && time?.position == time?.duration, "\(place)", sourceLocation: sourceLocation)
            case .onPlaylistItem:
                (isAttempted, isStarted) = (false, false)
            case .onPlayAttempt: isAttempted = true
            case .onFirstFrame: isStarted = true
            case .onVisualQuality, .onTime:
                // A seek before the start also reports its position.
                if event.name == .onVisualQuality || event.context.state == .playing {
                    #expect(isStarted || previous?.name == .onSeeked, "\(place)", sourceLocation: sourceLocation)
                }
            default: break
            }
            previous = event
        }
    }

    /// Checks that each change starts where the previous one ended and is in the graph, and that every event has the current state.
    private static func checkChanges(_ events: [any PlayerEvent], _ sourceLocation: SourceLocation) {
        var state = PlaybackState.idle
        for event in events {
            if let change = event as? StateChangeEvent {
                #expect(change.oldState == state && StateGraph.isLegal(from: state, to: change.newState), sourceLocation: sourceLocation)
                state = change.newState
            }
            #expect(event.context.state == state, "\(event.name) at \(event.context.sequence)", sourceLocation: sourceLocation)
        }
    }
}
