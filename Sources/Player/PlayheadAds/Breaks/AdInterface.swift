import PlayheadCore

/// An input of an ``AdController``.
package enum AdInput: Sendable, Hashable {
    // Content
    /// Another item of the playlist became current; its number, from 1.
    case itemBegan(number: Int)
    /// The content's duration in seconds; `nil` for live content.
    case contentDuration(Double?)
    /// The dates of the content's timeline.
    case contentDates(DateMap)
    /// The breaks of the content's playlist (HLS interstitials).
    case interstitials([AdBreak])
    /// The content is about to start at a position in seconds, and waits; with whether this is its beginning.
    case contentWillStart(at: Double, isBeginning: Bool)
    /// The content's playhead in seconds.
    case contentPosition(Double)
    /// A seek was requested, and waits.
    case contentSeek(from: Double, to: Double)
    /// The content has ended, and waits.
    case contentEnded
    /// The item was left.
    case itemLeft

    // Documents
    /// A request succeeded; with the final URL.
    case response(id: Int, bytes: [UInt8], url: String)
    /// A request failed; the reason as part of a sentence.
    case failure(id: Int, reason: String)
    /// A request reached its timeout.
    case timeout(id: Int)

    // Ad playback
    /// A report about the playback of an ad, by number.
    case playback(ad: Int, AdPlaybackReport)
    /// A fact about an overlay ad that the app shows, by number.
    case overlay(ad: Int, AdFact)

    // Viewer and app
    /// Pause.
    case pause(PauseReason)
    /// Play.
    case play
    /// Skip the ad.
    case skip
    /// The app leaves the current break.
    case skipBreak
    /// The app leaves the current break and those at the same place; the content continues at an offset in seconds from its place.
    case cancelBreaks(resumptionOffset: Double?)
    /// The ad was clicked at a position in pixels.
    case click(x: Int?, y: Int?)
    /// The sound was muted or unmuted.
    case muted(Bool)
    /// The player entered or left full screen.
    case fullscreen(Bool)
    /// The view became visible or invisible.
    case viewable(Bool)
    /// A companion of the ad was shown.
    case companionShown(Int)
    /// A companion of the ad was clicked.
    case companionClicked(Int)
}

/// A report about an ad's playback.
package enum AdPlaybackReport: Sendable, Hashable {
    /// The ad is ready to play.
    case loaded
    /// The media is a live stream, which has no end of its own.
    case live
    /// The duration in seconds.
    case duration(Double)
    /// The first picture was shown, or the first sound was played.
    case shown
    /// The playhead in seconds.
    case position(Double)
    /// A report about the interactive part.
    case interactive(InteractiveReport)
    /// The ad was played to its end.
    case ended
    /// The ad can't be played, or can't be played any longer.
    case failed(AdError)
    /// The first picture was not shown within the timeout.
    case timeout
}

/// An output of an ``AdController``.
package enum AdOutput: Sendable, Hashable {
    /// Stop the content at its position, and keep its picture and decoders.
    case holdContent
    /// Continue the content at a position in seconds; `nil` for its current position.
    case startContent(at: Double?)
    /// Continue the content at the segment start that is nearest to a position in seconds; at the position if that start is before `from`, the
    /// place of the break, which would be reached again.
    case startContentAtSegment(near: Double, from: Double)
    /// Complete the content: there are no further ads.
    case completeContent
    /// Load a document.
    case load(AdResolver.Request)
    /// Load an ad's media, by number, so that it can be played at once.
    case prepareAd(Int, url: String)
    /// Start an ad, by number, at an offset into its media in seconds; emitted before the ad is played.
    case offsetAd(Int, by: Double)
    /// Play an ad, by number. If the first picture is not shown within the timeout in seconds, the player reports
    /// ``AdPlaybackReport/timeout``.
    case playAd(Int, url: String, timeout: Double)
    /// Pause the ad.
    case pauseAd
    /// Resume the ad.
    case resumeAd
    /// Run the interactive part of an ad, by number; the media does not wait for it.
    case runInteractive(Int, InteractiveCreative)
    /// End the interactive part of an ad, by number.
    case endInteractive(Int, InteractiveEnd)
    /// Stop and release an ad, by number; also one that is only prepared.
    case stopAd(Int)
    /// Offer an overlay ad to the app, by number.
    case offerOverlay(Int, ResolvedAd)
    /// Withdraw an overlay ad, by number, because another ad replaces the content.
    case withdrawOverlay(Int)
    /// Pause the content, because its ads were paused and the pause outlasts them.
    case pauseContent(PauseReason)
    /// Request a tracking URL.
    case call(AdCall)
    /// Open a URL for the viewer.
    case open(String)
    /// Emit an event.
    case event(AdReport)
}
