import PlayheadCore

/// What an ``AdController`` is told.
public enum AdInput: Sendable, Hashable {
    // the content
    /// Another item of the playlist became the current one; its number, from 1.
    case itemBegan(number: Int)
    /// The content's duration in seconds; `nil` for live content.
    case contentDuration(Double?)
    /// Which dates belong to the content's timeline.
    case contentDates(DateMap)
    /// The breaks that the content's playlist names now (HLS interstitials).
    case interstitials([AdBreak])
    /// The content is about to start at a position in seconds, and waits; whether that is its beginning.
    case contentWillStart(at: Double, isBeginning: Bool)
    /// The content's playhead is there, in seconds.
    case contentPosition(Double)
    /// A seek was asked for, and waits.
    case contentSeek(from: Double, to: Double)
    /// The content was played to its end, and waits.
    case contentEnded
    /// The item is left, whatever is shown.
    case itemLeft

    // documents
    /// A request was answered, by this address in the end.
    case response(id: Int, bytes: [UInt8], url: String)
    /// A request failed: why, as part of a sentence.
    case failure(id: Int, reason: String)
    /// A request took longer than its time.
    case timeout(id: Int)

    // the ad's playback
    /// Something about the playback of an ad, by its number.
    case playback(ad: Int, AdPlaybackReport)
    /// Something about an overlay ad that the app shows, by its number.
    case overlay(ad: Int, AdFact)

    // viewer and app
    /// To pause.
    case pause(PauseReason)
    /// To go on.
    case play
    /// To skip the ad.
    case skip
    /// The ad was clicked on; where, in pixels.
    case click(x: Int?, y: Int?)
    /// The sound is off or on.
    case muted(Bool)
    /// The player fills the screen or doesn't.
    case fullscreen(Bool)
    /// A companion of the ad appeared.
    case companionShown(Int)
    /// A companion of the ad was clicked on.
    case companionClicked(Int)
}

/// What is told of an ad's playback.
public enum AdPlaybackReport: Sendable, Hashable {
    /// It can be played at once.
    case loaded
    /// Its duration in seconds.
    case duration(Double)
    /// Its first picture is on the screen, or its first sound is heard.
    case shown
    /// Its playhead is there, in seconds.
    case position(Double)
    /// Something about its interactive part.
    case interactive(InteractiveReport)
    /// It was played to its end.
    case ended
    /// It can't be played, or can't be played any longer.
    case failed(AdError)
    /// The time for its first picture is over.
    case timeout
}

/// What an ``AdController`` has done.
public enum AdOutput: Sendable, Hashable {
    /// The content stops where it is, its picture and decoders kept.
    case holdContent
    /// The content goes on, from a position in seconds; `nil` for where it is.
    case startContent(at: Double?)
    /// The content goes on where a segment begins, as near to a position (seconds) as there is one.
    case startContentAtSegment(near: Double)
    /// The content is over: there is nothing more to show with it.
    case completeContent
    /// Load a document.
    case load(AdResolver.Request)
    /// Load an ad's media, by its number, so that it can be played at once.
    case prepareAd(Int, url: String)
    /// An ad is to start so many seconds into its media, by its number; told before it is played.
    case offsetAd(Int, by: Double)
    /// Play an ad, by its number; its first picture is expected within so many seconds, after which its ``AdPlaybackReport/timeout`` is told.
    case playAd(Int, url: String, timeout: Double)
    /// Pause the ad.
    case pauseAd
    /// Go on with the ad.
    case resumeAd
    /// Run what is beside an ad's media, by the ad's number; the media doesn't wait for it.
    case runInteractive(Int, InteractiveCreative)
    /// An ad with an interactive part is over, by its number.
    case endInteractive(Int, InteractiveEnd)
    /// Stop an ad and forget it, by its number; also one that is only prepared.
    case stopAd(Int)
    /// Offer an ad to the app that is shown over the content, by its number.
    case offerOverlay(Int, ResolvedAd)
    /// Withdraw an overlay ad, by its number: something else is shown in the content's place.
    case withdrawOverlay(Int)
    /// Pause the content: its ads were paused, and none of them is left to stay so.
    case pauseContent(PauseReason)
    /// Call an address.
    case call(AdCall)
    /// Open an address for the viewer.
    case open(String)
    /// Tell an event.
    case event(AdReport)
}
