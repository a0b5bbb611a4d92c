import PlayheadCore

// Conversions of ads and breaks to the types of the event catalogue.

extension ScheduledAdBreak {
    init(_ adBreak: AdBreak) {
        var tags: [String]?
        if case .tags(let asked) = adBreak.source { tags = asked }
        self.init(id: adBreak.id, offset: adBreak.offset.text, tags: tags)
    }
}

extension AdImpression {
    init(_ ad: ResolvedAd, in occurrence: AdBreakPlanner.Occurrence) {
        self.init(adPosition: occurrence.position, isLinear: ad.isLinear, wrappers: ad.wrappers.map { $0.system?.name })
        adSystem = ad.ad.system?.name
        adTitle = ad.ad.title
        adId = ad.ad.id
        creativeId = (ad.creative ?? ad.ad.creatives.first)?.id
        clickThroughUrl = ad.clickThrough
        mediaFile = ad.mediaFile?.url
        vastVersion = ad.version
    }
}

extension AdCompanion {
    init(_ companion: VASTCompanion) {
        let resource = companion.resources.first
        self.init(
            type: resource?.kind.rawValue ?? "", resource: resource?.content ?? "", width: companion.width, height: companion.height,
            click: companion.clickThrough.flatMap { AdAddress.openable($0) })
    }
}

extension AdCompanion {
    /// Creates the companion for an overlay ad; of several resources, the image is preferred.
    package init(_ overlay: VASTNonLinear) {
        let resource = overlay.resources.first { $0.kind == .static } ?? overlay.resources.first
        self.init(
            type: resource?.kind.rawValue ?? "", resource: resource?.content ?? "", width: overlay.width, height: overlay.height,
            click: overlay.clickThrough.flatMap { AdAddress.openable($0) }, isOverlay: true)
    }
}

extension AdError {
    /// The error for events.
    package var playbackError: PlaybackError {
        PlaybackError(.advertisement(code), severity: .warning, url: url, underlying: description)
    }
}
