/// An interstitial of a playlist (RFC 8216bis Appendix D): an EXT-X-DATERANGE of the class `com.apple.hls.interstitial`.
package struct HLSInterstitial: Sendable, Hashable {
    /// The class of date ranges that are interstitials.
    package static let rangeClass = "com.apple.hls.interstitial"

    /// The source of an interstitial's media.
    package enum Source: Sendable, Hashable {
        /// One asset.
        case asset(String)
        /// A list of assets.
        case assetList(String)
    }

    /// The time at which it is played regardless of its date (CUE).
    package enum Cue: String, Sendable, Hashable, CaseIterable {
        /// Before the content.
        case pre = "PRE"
        /// After the content.
        case post = "POST"
        /// Once per session.
        case once = "ONCE"
    }

    /// The space on the timeline (X-TIMELINE-OCCUPIES).
    package enum Occupancy: String, Sendable, Hashable, CaseIterable {
        /// As a point.
        case point = "POINT"
        /// As a range.
        case range = "RANGE"
    }

    /// The style on the timeline (X-TIMELINE-STYLE).
    package enum Style: String, Sendable, Hashable, CaseIterable {
        /// Distinct from the content.
        case highlight = "HIGHLIGHT"
        /// Like the content.
        case primary = "PRIMARY"
    }

    /// The identifier in the playlist.
    package var id: String
    /// The start in seconds since 1970.
    package var startDate: Double
    /// The duration in seconds; `nil` if it is unknown.
    package var duration: Double?
    /// The source of the media.
    package var source: Source
    /// The cues.
    package var cues: Set<Cue>
    /// The offset at which the content continues, in seconds from the interstitial's place; `nil` for the played duration.
    package var resumeOffset: Double?
    /// The maximum duration in seconds.
    package var playoutLimit: Double?
    /// Whether the content is left at a segment start.
    package var snapsOut: Bool
    /// Whether the content continues at a segment start.
    package var snapsIn: Bool
    /// The restrictions for viewers.
    package var restrictions: AdBreak.Restrictions
    /// Whether different viewers may get different media.
    package var contentMayVary: Bool
    /// The space on the timeline.
    package var occupancy: Occupancy
    /// The style on the timeline.
    package var style: Style
    /// The skip control; `nil` if there is none.
    package var skipControl: SkipControl?

    /// A skip control (X-SKIP-CONTROL-…).
    package struct SkipControl: Sendable, Hashable {
        /// The offset from which the interstitial is skippable, in seconds; `nil` in an asset list that does not override it.
        package var offset: Double?
        /// The duration for which it is skippable, in seconds; `nil` for the rest of it.
        package var duration: Double?
        /// The id of the control's label.
        package var labelID: String?

        /// Creates a control.
        package init(offset: Double?, duration: Double? = nil, labelID: String? = nil) {
            self.offset = offset
            self.duration = duration
            self.labelID = labelID
        }
    }

    /// Parses a date range.
    /// - Parameters:
    ///   - id: ID, the identifier of the date range.
    ///   - startDate: START-DATE, in seconds since 1970.
    ///   - duration: DURATION, or the duration until END-DATE, or PLANNED-DURATION, in seconds.
    ///   - attributes: The other attributes, without quotes.
    ///   - base: The URL of the playlist.
    /// - Throws: `AdError` 1005 if the source of its media is missing.
    package init(
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
        case (nil, nil): throw AdError(.breakDocument, "the interstitial \(id) has no valid URL")
        case (_?, _?): throw AdError(.breakDocument, "the interstitial \(id) has both an asset and a list of assets")
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

    /// Returns the ad break of the interstitial.
    /// - Parameters:
    ///   - place: The position of its date on the content's timeline, in seconds; `nil` if it is unknown.
    ///   - segment: Returns the segment start that is nearest to a time.
    /// - Returns: The break at the position, or at the nearest segment start if the interstitial snaps out.
    package func adBreak(at place: Double?, segment: (Double) -> Double?) -> AdBreak {
        var adBreak = adBreak
        adBreak.place = place.map { snapsOut ? segment($0) ?? $0 : $0 }
        return adBreak
    }

    /// The ad break at the interstitial's date.
    package var adBreak: AdBreak {
        let offset: AdBreakOffset = cues.contains(.pre) ? .preRoll : cues.contains(.post) ? .postRoll : .date(startDate)
        var adBreak = AdBreak(id: id, offset: offset, source: breakSource)
        adBreak.resumption = resumeOffset.map { $0 == 0 ? .whereLeft : .after($0) } ?? .elapsed
        adBreak.playoutLimit = playoutLimit
        adBreak.span = (duration ?? resumeOffset.flatMap { $0 > 0 ? $0 : nil }).map { min($0, playoutLimit ?? $0) }
        adBreak.restrictions = restrictions
        adBreak.isOnce = cues.contains(.once)
        adBreak.isForEveryStart = offset == .preRoll
        // A break that resumes before its own place would repeat forever.
        adBreak.playsAgain = !adBreak.isOnce && (resumeOffset ?? 0) >= 0
        adBreak.snapsIn = snapsIn
        adBreak.skipOffset = skipControl?.offset
        adBreak.occupiesRange = occupancy == .range
        adBreak.supplementsContent = style == .primary
        return adBreak
    }

    /// Returns the break of an invalid date range of the class, which reports the error at its place.
    package static func unusable(_ id: String, startDate: Double, at place: Double?, _ error: AdError) -> AdBreak {
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
