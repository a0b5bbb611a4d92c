import PlayheadCore

/// An event about ads, by its name in the catalogue of events and with its payload.
public struct AdEvent: Sendable, Hashable {
    /// The names of events about ads, and of the warning that goes with an error.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case onAdSchedule, onAdBreakStart, onAdRequest, onAdImpression, onAdStarted, onAdPlay, onAdPause, onAdTime, onAdCompanions
        case onAdClick, onAdSkipped, onAdComplete, onAdError, onAdWarning, onAdBreakEnd
    }

    /// Its name.
    public var name: Name
    /// Its payload.
    public var fields: EventFields

    /// Makes an event.
    public init(_ name: Name, _ fields: EventFields = [:]) {
        self.name = name
        self.fields = fields
    }
}

extension AdEvent {
    static func schedule(_ breaks: [AdBreak]) -> AdEvent {
        let list = breaks.map { adBreak in
            var fields: EventFields = ["id": .string(adBreak.id), "offset": .string(adBreak.offset.text)]
            if case .tags(let tags) = adBreak.source { fields["tags"] = .array(tags.map { .string($0) }) }
            return EventValue.object(fields)
        }
        return AdEvent(.onAdSchedule, ["adBreaks": .array(list)])
    }

    static func request(_ url: String, _ adBreak: AdBreak) -> AdEvent {
        AdEvent(
            .onAdRequest,
            [
                "tag": .string(url), "client": "vast", "creativeType": "", "adPosition": .string(adBreak.offset.position.rawValue),
                "offset": .string(adBreak.offset.text),
            ])
    }

    static func breakStart(_ adBreak: AdBreak) -> AdEvent {
        AdEvent(.onAdBreakStart, ["adPosition": .string(adBreak.offset.position.rawValue)])
    }

    static func breakEnd(_ adBreak: AdBreak) -> AdEvent {
        AdEvent(.onAdBreakEnd, ["adPosition": .string(adBreak.offset.position.rawValue)])
    }

    static func impression(_ ad: ResolvedAd, _ adBreak: AdBreak) -> AdEvent {
        func text(_ value: String?) -> EventValue { value.map { .string($0) } ?? .null }
        return AdEvent(
            .onAdImpression,
            [
                "adPosition": .string(adBreak.offset.position.rawValue), "adSystem": text(ad.ad.system?.name), "adTitle": text(ad.ad.title),
                "adId": text(ad.ad.id), "creativeId": text((ad.creative ?? ad.ad.creatives.first)?.id),
                "clickThroughUrl": text(ad.clickThrough), "mediaFile": text(ad.mediaFile?.url), "vastVersion": text(ad.version),
                "linear": ad.isLinear ? "linear" : "nonlinear",
                "wrapper": .array(ad.wrappers.map { text($0.system?.name) }),
            ])
    }

    static func play(from state: PlayerState) -> AdEvent {
        AdEvent(.onAdPlay, ["oldState": .string(state.rawValue), "newState": .string(PlayerState.playing.rawValue)])
    }

    static func pause(_ reason: PauseReason) -> AdEvent {
        AdEvent(
            .onAdPause,
            [
                "oldState": .string(PlayerState.playing.rawValue), "newState": .string(PlayerState.paused.rawValue),
                "pauseReason": .string(reason.rawValue),
            ])
    }

    static func time(_ position: Double, _ duration: Double?, sequence: Int, podCount: Int) -> AdEvent {
        AdEvent(
            .onAdTime,
            [
                "position": .double(position), "duration": duration.map { .double($0) } ?? .null, "sequence": .int(sequence),
                "podcount": .int(podCount),
            ])
    }

    static func companions(_ companions: [VASTCompanion]) -> AdEvent {
        let list = companions.map { companion in
            let resource = companion.resources.first
            return EventValue.object([
                "type": .string(resource?.kind.rawValue ?? ""), "resource": .string(resource?.content ?? ""),
                "width": companion.width.map { .int($0) } ?? .null, "height": companion.height.map { .int($0) } ?? .null,
                "click": companion.clickThrough.flatMap { AdAddress.openable($0) }.map { .string($0) } ?? .null,
            ])
        }
        return AdEvent(.onAdCompanions, ["companions": .array(list)])
    }

    static func failure(_ error: AdError, tag: String?) -> AdEvent {
        AdEvent(.onAdError, ["error": error.eventValue, "tag": tag.map { .string($0) } ?? .null])
    }

    static func warning(_ error: AdError) -> AdEvent { AdEvent(.onAdWarning, ["error": error.eventValue]) }
}

extension AdError {
    /// The error as payloads show it.
    public var eventValue: EventValue {
        .object([
            "code": .int(playerCode), "message": .string(message), "isFatal": false, "url": url.map { .string($0) } ?? .null,
            "underlying": .string(description),
        ])
    }
}
