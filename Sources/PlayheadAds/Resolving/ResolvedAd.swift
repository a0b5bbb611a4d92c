/// An ad that can be shown, with the wrappers that it came in.
public struct ResolvedAd: Sendable, Hashable {
    /// The ad itself.
    public var ad: VASTAd
    /// Its wrappers, the outermost first.
    public var wrappers: [VASTAd]
    /// The version of the document that it is in, as written.
    public var version: String?
    /// Where that document is from; `nil` where it came with the schedule.
    public var url: String?
    /// The creative that is played instead of the content; `nil` for an ad that is only shown over it.
    public var creative: VASTCreative?
    /// The media files of it that can be played, best first; empty for an ad that is only shown over the content.
    public var mediaFiles: [VASTLinear.MediaFile]
    /// What runs beside the media, if the player can run it.
    public var interactiveFile: VASTLinear.InteractiveFile?
    /// When it can be skipped; `nil` where it can't.
    public var skipOffset: AdOffset?
    /// Where in its media it starts, in seconds: what is before that is over already.
    public var startOffset = 0.0

    /// Makes an ad.
    public init(ad: VASTAd, wrappers: [VASTAd] = [], version: String? = nil, url: String? = nil) {
        self.ad = ad
        self.wrappers = wrappers
        self.version = version
        self.url = url
        mediaFiles = []
    }

    /// Whether it is played instead of the content.
    public var isLinear: Bool { creative?.linear != nil }

    /// The media file that is played; `nil` for an ad that is only shown over the content.
    public var mediaFile: VASTLinear.MediaFile? { mediaFiles.first }

    /// Its duration as told, in seconds.
    public var duration: Double? { creative?.linear?.duration }

    /// The linear parts of wrappers and ad, the outermost first.
    private var linears: [VASTLinear] {
        wrappers.flatMap { $0.creatives.compactMap(\.linear) } + [creative?.linear].compactMap { $0 }
    }

    private var all: [VASTAd] { wrappers + [ad] }

    /// What is called when it is shown.
    public var impressions: [String] { all.flatMap { $0.impressions.map(\.url) } }

    /// What is called when it fails.
    public var errorURLs: [String] { all.flatMap(\.errorURLs) }

    /// What is called when something happens to its linear part.
    public var trackingEvents: [VASTTracking] { linears.flatMap(\.trackingEvents) }

    /// What a click opens; `nil` where nothing can be.
    public var clickThrough: String? { creative?.linear?.clickThrough?.url }

    /// What is called at a click.
    public var clickTracking: [String] { linears.flatMap { $0.clickTracking.map(\.url) } }

    /// Its icons, one for each program: those next to the ad go first (VAST 4.3 §3.11).
    public var icons: [VASTIcon] {
        var programs: Set<String> = []
        return linears.reversed().flatMap(\.icons).filter { icon in icon.program.map { programs.insert($0).inserted } ?? true }
    }

    /// What is shown beside it: its own companions, or those of the wrapper next to it that has some (VAST 4.3 §3.14).
    public var companions: [VASTCompanion] {
        all.reversed().map { $0.creatives.flatMap(\.companions).filter { !$0.resources.isEmpty } }.first { !$0.isEmpty } ?? []
    }

    /// What is called for companions by wrappers, which name no resource of their own.
    var companionTracking: [VASTTracking] {
        wrappers.flatMap { $0.creatives.flatMap(\.companions) }.filter(\.resources.isEmpty).flatMap(\.trackingEvents)
    }

    /// What is shown over the content.
    public var nonLinears: [VASTNonLinear] { ad.creatives.flatMap(\.nonLinears) }

    /// What is called when something happens to what is shown over the content.
    public var nonLinearTracking: [VASTTracking] { all.flatMap { $0.creatives.flatMap(\.nonLinearTracking) } }

    /// What is called at a click on what is shown over the content.
    func nonLinearClickTracking(_ index: Int) -> [String] {
        let own = nonLinears.indices.contains(index) ? nonLinears[index].clickTracking : []
        return wrappers.flatMap { $0.creatives.flatMap(\.nonLinears).flatMap { $0.clickTracking.map(\.url) } } + own.map(\.url)
    }

    /// Who measures it.
    public var verifications: [VASTVerification] { all.flatMap(\.verifications) }

    /// What is called where nobody can tell whether it was visible.
    public var viewUndeterminedURLs: [String] { all.flatMap { $0.viewableImpression?.viewUndetermined ?? [] } }
}
