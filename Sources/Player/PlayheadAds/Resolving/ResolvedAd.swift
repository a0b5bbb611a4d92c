/// A playable ad with its wrappers.
package struct ResolvedAd: Sendable, Hashable {
    /// The inline ad.
    package var ad: VASTAd
    /// The wrappers, the outermost first.
    package var wrappers: [VASTAd]
    /// The version of its document, as written.
    package var version: String?
    /// The URL of its document; `nil` for a document inside of a schedule.
    package var url: String?
    /// The linear creative; `nil` for an overlay ad.
    package var creative: VASTCreative?
    /// The playable media files of the creative, best first; empty for an overlay ad.
    package var mediaFiles: [VASTLinear.MediaFile]
    /// The interactive part, if the player supports it.
    package var interactiveFile: VASTLinear.InteractiveFile?
    /// The skip offset; `nil` if the ad is not skippable.
    package var skipOffset: AdOffset?
    /// The start position in the media in seconds; earlier parts count as elapsed.
    package var startOffset = 0.0
    /// The index of the resolver's reserve whose ads replace this one if it fails; `nil` for none.
    var reserve: Int?

    /// Creates an ad.
    package init(ad: VASTAd, wrappers: [VASTAd] = [], version: String? = nil, url: String? = nil) {
        self.ad = ad
        self.wrappers = wrappers
        self.version = version
        self.url = url
        mediaFiles = []
    }

    /// Whether the ad replaces the content.
    package var isLinear: Bool { creative?.linear != nil }

    /// The media file; `nil` for an overlay ad.
    package var mediaFile: VASTLinear.MediaFile? { mediaFiles.first }

    /// The declared duration in seconds.
    package var duration: Double? { creative?.linear?.duration }

    /// The linear parts of the wrappers and the ad, the outermost first.
    private var linears: [VASTLinear] {
        wrappers.flatMap { $0.creatives.compactMap(\.linear) } + [creative?.linear].compactMap { $0 }
    }

    private var all: [VASTAd] { wrappers + [ad] }

    /// The URLs to request for the impression.
    package var impressions: [String] { all.flatMap { $0.impressions.map(\.url) } }

    /// The URLs to request for an error.
    package var errorURLs: [String] { all.flatMap(\.errorURLs) }

    /// The trackers of the linear part.
    package var trackingEvents: [VASTTracking] { linears.flatMap(\.trackingEvents) }

    /// The click-through URL of a linear ad: its own, or that of the nearest wrapper (VAST 4.3 §2.3.5.2); `nil` without one.
    package var clickThrough: String? { isLinear ? linears.reversed().compactMap { $0.clickThrough?.url }.first : nil }

    /// The URLs to request for a click.
    package var clickTracking: [String] { linears.flatMap { $0.clickTracking.map(\.url) } }

    /// The icons, one per program: those of inner documents take precedence (VAST 4.3 §3.11).
    package var icons: [VASTIcon] {
        var programs: Set<String> = []
        return linears.reversed().flatMap(\.icons).filter { icon in icon.program.map { programs.insert($0).inserted } ?? true }
    }

    /// The companions of the ad, or else of the innermost wrapper with companions (VAST 4.3 §3.14).
    package var companions: [VASTCompanion] {
        all.reversed().map { $0.creatives.flatMap(\.companions).filter { !$0.resources.isEmpty } }.first { !$0.isEmpty } ?? []
    }

    /// The trackers for companions in wrappers, which have no resource of their own.
    var companionTracking: [VASTTracking] {
        wrappers.flatMap { $0.creatives.flatMap(\.companions) }.filter(\.resources.isEmpty).flatMap(\.trackingEvents)
    }

    /// The URLs to request for a click on a companion, of companions in wrappers, which have no resource of their own (VAST 4.3 §3.13.4).
    var companionClickTracking: [String] {
        wrappers.flatMap { $0.creatives.flatMap(\.companions) }.filter(\.resources.isEmpty).flatMap { $0.clickTracking.map(\.url) }
    }

    /// The overlays of the ad.
    package var nonLinears: [VASTNonLinear] { ad.creatives.flatMap(\.nonLinears) }

    /// The trackers of the overlays.
    package var nonLinearTracking: [VASTTracking] { all.flatMap { $0.creatives.flatMap(\.nonLinearTracking) } }

    /// Returns the URLs to request for a click on an overlay.
    func nonLinearClickTracking(_ index: Int) -> [String] {
        let own = nonLinears.indices.contains(index) ? nonLinears[index].clickTracking : []
        return wrappers.flatMap { $0.creatives.flatMap(\.nonLinears).flatMap { $0.clickTracking.map(\.url) } } + own.map(\.url)
    }

    /// The verification scripts.
    package var verifications: [VASTVerification] { all.flatMap(\.verifications) }

    /// The trackers of the viewability.
    var viewableImpressions: [VASTViewableImpression] { all.compactMap(\.viewableImpression) }
}
