import Foundation

/// Reads feeds in JSON.
enum JSONFeed {
    static func read(_ bytes: [UInt8]) throws(FeedDocument.Problem) -> (title: String?, items: [FeedDocument.Item]) {
        let value: Any
        do { value = try JSONSerialization.jsonObject(with: Data(bytes)) } catch {
            throw FeedDocument.Problem(message: "It is not valid JSON.")
        }
        if let list = value as? [Any] { return (nil, drafts(list)) }
        guard let object = value as? [String: Any] else { throw FeedDocument.Problem(message: "It contains no list.") }
        if let list = object["playlist"] as? [Any] { return (text(object["title"]), drafts(list)) }
        // One item is a list of one.
        guard object["file"] != nil || object["sources"] != nil else { throw FeedDocument.Problem(message: "It has no 'playlist'.") }
        return (nil, drafts([object]))
    }

    private static func drafts(_ list: [Any]) -> [FeedDocument.Item] {
        list.map { ($0 as? [String: Any]).map(draft) ?? FeedDocument.Item() }
    }

    private static func draft(_ item: [String: Any]) -> FeedDocument.Item {
        var draft = FeedDocument.Item()
        draft.title = text(item["title"])
        draft.description = text(item["description"]) ?? text(item["desc"])
        draft.image = text(item["image"]) ?? largestImage(item["images"])
        draft.mediaID = text(item["mediaid"]) ?? text(item["mediaId"])
        draft.startTime = number(item["starttime"]) ?? number(item["startTime"])
        draft.sources = objects(item["sources"]).compactMap(source)
        if draft.sources.isEmpty, let single = source(item) { draft.sources = [single] }
        draft.tracks = objects(item["tracks"]).compactMap(track)
        return draft
    }

    private static func source(_ object: [String: Any]) -> FeedDocument.Source? {
        guard let file = text(object["file"]) ?? text(object["src"]) else { return nil }
        return FeedDocument.Source(
            file: file, label: text(object["label"]), type: text(object["type"]), isDefault: flag(object["default"]),
            height: number(object["height"]).flatMap { Int(exactly: $0.rounded()) },
            bitrate: number(object["bitrate"]).flatMap { Int(exactly: $0.rounded()) })
    }

    private static func track(_ object: [String: Any]) -> FeedDocument.Track? {
        guard let file = text(object["file"]) else { return nil }
        return FeedDocument.Track(
            file: file, kind: text(object["kind"]), label: text(object["label"]),
            language: text(object["language"]) ?? text(object["srclang"]), isDefault: flag(object["default"]))
    }

    private static func largestImage(_ value: Any?) -> String? {
        let images = objects(value).compactMap { image in text(image["src"]).map { ($0, number(image["width"]) ?? 0) } }
        return images.max { $0.1 < $1.1 }?.0
    }

    // MARK: Values, as people write them

    private static func objects(_ value: Any?) -> [[String: Any]] { (value as? [Any] ?? []).compactMap { $0 as? [String: Any] } }

    private static func text(_ value: Any?) -> String? {
        switch value {
        case let text as String: text.isEmpty ? nil : text
        case let number as NSNumber: "\(number)"
        default: nil
        }
    }

    private static func number(_ value: Any?) -> Double? {
        let number =
            switch value {
            case let number as NSNumber: number.doubleValue
            case let text as String: Double(text)
            default: Double?.none
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func flag(_ value: Any?) -> Bool {
        switch value {
        case let flag as Bool: flag
        case let text as String: text.lowercased() == "true"
        default: false
        }
    }
}
