/// The position of an ad break.
public enum AdPosition: String, Sendable, Hashable, Codable, CaseIterable {
    /// Before the content.
    case pre
    /// In the content.
    case mid
    /// After the content.
    case post
}

/// A break of a schedule, as events describe it.
public struct ScheduledAdBreak: Sendable, Hashable, Codable {
    /// The identifier.
    public var id: String
    /// The offset: `pre`, `post`, seconds, a percentage or a date.
    public var offset: String
    /// The tags of the break, a waterfall; `nil` if it has none.
    public var tags: [String]?

    /// Makes a break.
    public init(id: String, offset: String, tags: [String]? = nil) {
        self.id = id
        self.offset = offset
        self.tags = tags
    }

    /// The break as payloads contain it.
    public var eventValue: EventValue {
        var fields: EventFields = ["id": .string(id), "offset": .string(offset)]
        fields["tags"] = tags.map { .array($0.map { .string($0) }) }
        return .object(fields)
    }
}

/// The description of an ad that is on the screen.
public struct AdImpression: Sendable, Hashable, Codable {
    /// The position of the break.
    public var adPosition: AdPosition
    /// The ad server.
    public var adSystem: String?
    /// The ad's title.
    public var adTitle: String?
    /// The ad's identifier.
    public var adId: String?
    /// The creative's identifier.
    public var creativeId: String?
    /// The URL that a click opens, as written in the document.
    public var clickThroughUrl: String?
    /// The media file that is played.
    public var mediaFile: String?
    /// The VAST version of the document.
    public var vastVersion: String?
    /// Whether the ad replaces the content instead of being shown over it.
    public var isLinear: Bool
    /// The ad servers of the enclosing wrappers, the outermost first.
    public var wrappers: [String?]

    /// Makes an impression of which only the position is known.
    public init(adPosition: AdPosition, isLinear: Bool = true, wrappers: [String?] = []) {
        self.adPosition = adPosition
        self.isLinear = isLinear
        self.wrappers = wrappers
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        [
            "adPosition": .string(adPosition.rawValue), "adSystem": adSystem.eventValue, "adTitle": adTitle.eventValue,
            "adId": adId.eventValue, "creativeId": creativeId.eventValue, "clickThroughUrl": clickThroughUrl.eventValue,
            "mediaFile": mediaFile.eventValue, "vastVersion": vastVersion.eventValue, "linear": isLinear ? "linear" : "nonlinear",
            "wrapper": .array(wrappers.map(\.eventValue)),
        ]
    }
}

/// A resource that an app may show next to an ad, or over the content.
public struct AdCompanion: Sendable, Hashable, Codable {
    /// The kind of the resource: `static`, `iframe` or `html`.
    public var type: String
    /// The URL of the picture or page, or the HTML.
    public var resource: String
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The URL that a click opens: HTTP or HTTPS.
    public var click: String?
    /// Whether it is a separate ad, to be shown over the content while the content plays.
    public var isOverlay = false

    /// Makes a companion.
    public init(type: String, resource: String, width: Int? = nil, height: Int? = nil, click: String? = nil, isOverlay: Bool = false) {
        self.type = type
        self.resource = resource
        self.width = width
        self.height = height
        self.click = click
        self.isOverlay = isOverlay
    }

    /// Decodes a companion; traces of older versions do not contain `isOverlay`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        type = try fields.decode(String.self, forKey: .type)
        resource = try fields.decode(String.self, forKey: .resource)
        width = try fields.decodeIfPresent(Int.self, forKey: .width)
        height = try fields.decodeIfPresent(Int.self, forKey: .height)
        click = try fields.decodeIfPresent(String.self, forKey: .click)
        isOverlay = try fields.decodeIfPresent(Bool.self, forKey: .isOverlay) ?? false
    }

    /// The companion as payloads contain it.
    public var eventValue: EventValue {
        var fields: EventFields = [
            "type": .string(type), "resource": .string(resource),
            "size": .object(["width": width.eventValue, "height": height.eventValue]), "click": click.eventValue,
        ]
        if isOverlay { fields["overlay"] = true }
        return .object(fields)
    }
}
