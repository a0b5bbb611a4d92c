/// An interstitial of a playlist (RFC 8216bis Appendix D): an EXT-X-DATERANGE of the class `com.apple.hls.interstitial`.
public struct HLSInterstitial: Sendable, Hashable {
    /// The class of date ranges that are interstitials.
    public static let rangeClass = "com.apple.hls.interstitial"

    /// Where its media is from.
    public enum Source: Sendable, Hashable {
        /// One asset.
        case asset(String)
        /// A list of assets.
        case assetList(String)
    }

    /// When it is shown, whatever its date says (CUE).
    public enum Cue: String, Sendable, Hashable, CaseIterable {
        /// Before the content.
        case pre = "PRE"
        /// After the content.
        case post = "POST"
        /// Once in a session.
        case once = "ONCE"
    }

    /// How it takes place on a timeline that is shown (X-TIMELINE-OCCUPIES).
    public enum Occupancy: String, Sendable, Hashable, CaseIterable {
        /// As a point.
        case point = "POINT"
        /// As a range.
        case range = "RANGE"
    }

    /// How it looks on a timeline that is shown (X-TIMELINE-STYLE).
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// As something of its own.
        case highlight = "HIGHLIGHT"
        /// As content.
        case primary = "PRIMARY"
    }

    /// Its identifier in the playlist.
    public var id: String
    /// When it is, in seconds since 1970.
    public var startDate: Double
    /// How long it is, in seconds; `nil` where it isn't told.
    public var duration: Double?
    /// Where its media is from.
    public var source: Source
    /// When it is shown.
    public var cues: Set<Cue>
    /// Where the content goes on, in seconds from its place; `nil` for as long as it lasted.
    public var resumeOffset: Double?
    /// How long it may last, in seconds.
    public var playoutLimit: Double?
    /// Whether the content is left where a segment of it begins.
    public var snapsOut: Bool
    /// Whether the content goes on where a segment of it begins.
    public var snapsIn: Bool
    /// What viewers can't do.
    public var restrictions: AdBreak.Restrictions
    /// Whether it may be other media for other viewers.
    public var contentMayVary: Bool
    /// How it takes place on a timeline.
    public var occupancy: Occupancy
    /// How it looks on a timeline.
    public var style: Style
    /// When viewers can skip it; `nil` where nothing is said.
    public var skipControl: SkipControl?

    /// When viewers can skip it (X-SKIP-CONTROL-…).
    public struct SkipControl: Sendable, Hashable {
        /// Seconds into it from which on it can be skipped.
        public var offset: Double
        /// For how many seconds it can be skipped; `nil` to its end.
        public var duration: Double?
        /// The label of the control.
        public var labelID: String?

        /// Makes a control.
        public init(offset: Double, duration: Double? = nil, labelID: String? = nil) {
            self.offset = offset
            self.duration = duration
            self.labelID = labelID
        }
    }

    /// Reads a date range.
    /// - Parameters:
    ///   - startDate: START-DATE, in seconds since 1970.
    ///   - duration: DURATION, or what END-DATE makes of it, or PLANNED-DURATION, in seconds.
    ///   - attributes: All other attributes, without quotes.
    ///   - base: Where the playlist is from.
    /// - Throws: `AdError` 101 where its media isn't told.
    public init(
        id: String, startDate: Double, duration: Double? = nil, attributes: [String: String], base: String? = nil
    ) throws(AdError) {
        func number(_ name: String) -> Double? {
            guard let text = attributes[name] else { return nil }
            let magnitude = AdTime.decimal(text.hasPrefix("-") ? String(text.dropFirst()) : text)
            return text.hasPrefix("-") ? magnitude.map { -$0 } : magnitude
        }
        func list(_ name: String) -> Set<String> { Set((attributes[name] ?? "").split(separator: ",").map { $0.trimmed }) }

        let asset = attributes["X-ASSET-URI"].flatMap { AdAddress.fetchable($0, relativeTo: base) }
        let assetList = attributes["X-ASSET-LIST"].flatMap { AdAddress.fetchable($0, relativeTo: base) }
        switch (asset, assetList) {
        case (let asset?, nil): source = .asset(asset)
        case (nil, let list?): source = .assetList(list)
        case (nil, nil): throw AdError(.vastSchema, "the interstitial \(id) names no media that can be loaded")
        case (_?, _?): throw AdError(.vastSchema, "the interstitial \(id) names both an asset and a list of assets")
        }
        self.id = id
        self.startDate = startDate
        self.duration = duration.flatMap { $0 >= 0 ? $0 : nil }
        cues = Set(list("CUE").compactMap(Cue.init(rawValue:)))
        resumeOffset = number("X-RESUME-OFFSET")
        playoutLimit = number("X-PLAYOUT-LIMIT").flatMap { $0 > 0 ? $0 : nil }
        snapsOut = list("X-SNAP").contains("OUT")
        snapsIn = list("X-SNAP").contains("IN")
        restrictions = AdBreak.Restrictions()
        restrictions.forbidsSkipping = list("X-RESTRICT").contains("SKIP")
        restrictions.forbidsJumping = list("X-RESTRICT").contains("JUMP")
        contentMayVary = attributes["X-CONTENT-MAY-VARY"] != "NO"
        occupancy = attributes["X-TIMELINE-OCCUPIES"].flatMap(Occupancy.init(rawValue:)) ?? .point
        style = attributes["X-TIMELINE-STYLE"].flatMap(Style.init(rawValue:)) ?? .highlight
        let skipOffset = number("X-SKIP-CONTROL-OFFSET")
        let skipDuration = number("X-SKIP-CONTROL-DURATION")
        if skipOffset != nil || skipDuration != nil {
            skipControl = SkipControl(
                offset: max(0, skipOffset ?? 0), duration: skipDuration, labelID: attributes["X-SKIP-CONTROL-LABEL-ID"])
        }
    }

    /// It as a break.
    /// - Parameters:
    ///   - place: Where its date is on the content's timeline, in seconds; `nil` where that is not known.
    ///   - segment: Where the segment begins that begins nearest to a time.
    public func adBreak(at place: Double?, segment: (Double) -> Double?) -> AdBreak {
        var adBreak = adBreak
        adBreak.place = place.map { snapsOut ? segment($0) ?? $0 : $0 }
        return adBreak
    }

    /// It as a break at its date.
    public var adBreak: AdBreak {
        let offset: AdBreakOffset = cues.contains(.pre) ? .preRoll : cues.contains(.post) ? .postRoll : .date(startDate)
        var adBreak = AdBreak(id: id, offset: offset, source: breakSource)
        adBreak.resumption = resumeOffset.map { $0 == 0 ? .whereLeft : .after($0) } ?? .elapsed
        adBreak.playoutLimit = playoutLimit
        adBreak.span = (duration ?? resumeOffset.flatMap { $0 > 0 ? $0 : nil }).map { min($0, playoutLimit ?? $0) }
        adBreak.restrictions = restrictions
        adBreak.isOnce = cues.contains(.once)
        adBreak.isForEveryStart = offset == .preRoll
        // One that leads back in front of itself would never end.
        adBreak.playsAgain = !adBreak.isOnce && (resumeOffset ?? 0) >= 0
        adBreak.snapsIn = snapsIn
        adBreak.skipOffset = skipControl?.offset
        return adBreak
    }

    /// A range of the class that can't be played, as a break: it fails where it would be.
    public static func unusable(_ id: String, startDate: Double, at place: Double?, _ error: AdError) -> AdBreak {
        var adBreak = AdBreak(id: id, offset: .date(startDate), source: .unusable(error))
        adBreak.place = place
        return adBreak
    }

    private var breakSource: AdBreak.Source {
        switch source {
        case .asset(let url): .assets([InterstitialAsset(url: url, duration: duration)])
        case .assetList(let url): .assetList(url)
        }
    }
}
