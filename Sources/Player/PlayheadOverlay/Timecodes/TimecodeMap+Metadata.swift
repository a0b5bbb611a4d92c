import Foundation
import PlayheadCore

extension TimecodeMap {
    /// Returns the time code in an ID3 tag: JSON with `ut` in a comment, a user-defined text or the lead performer, or the private frame in
    /// which encoders store their UTC clock.
    /// - Parameter metaData: The payload of onMeta or onMetaParsed.
    /// - Returns: Milliseconds since 1970 UTC; `nil` if the tag contains none.
    package static func timecode(in metaData: EventFields) -> Int64? {
        guard case .array(let frames)? = metaData["frames"] else { return nil }
        let all = frames.compactMap { if case .object(let frame) = $0 { frame } else { nil } }
        return all.lazy.compactMap(fromText).first ?? all.lazy.compactMap(fromEncoder).first
    }

    private static func fromText(_ frame: EventFields) -> Int64? {
        let identifiers = ["COMM", "TXXX", "TPE1"]
        guard case .string(let id)? = frame["id"], identifiers.contains(id), case .string(let text)? = frame["value"],
            case .object(let members)? = try? JSONReader.value(of: text)
        else { return nil }
        switch members.first(where: { $0.key == "ut" })?.value {
        case .int(let value)?: return Int64(value)
        case .double(let value)?: return Int64(exactly: value.rounded())
        case .string(let text)?: return Int64(text)
        default: return nil
        }
    }

    private static func fromEncoder(_ frame: EventFields) -> Int64? {
        guard case .string("PRIV")? = frame["id"], case .string("com.elementaltechnologies.timestamp.utc")? = frame["owner"],
            case .string(let encoded)? = frame["data"], let data = Data(base64Encoded: encoded)
        else { return nil }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespaces.union(.controlCharacters))
        let precise = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? precise.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text)) else { return nil }
        let thousand = 1000.0
        return Int64(exactly: (date.timeIntervalSince1970 * thousand).rounded())
    }
}
