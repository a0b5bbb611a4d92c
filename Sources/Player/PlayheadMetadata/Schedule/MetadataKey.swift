import PlayheadCore

/// The identity of a piece of metadata: kind and name, or kind, time and content without a name. The time is the start, or the end of an event
/// message with a duration: a repeated message has what is left of it (ISO/IEC 23009-1 §5.10.3.3).
struct MetadataKey: Hashable {
    /// The keys whose values are times, which change slightly with every reload.
    private static let timeKeys: Set<String> = ["metadataTime", "start", "end", "duration"]
    private static let metadataKey = "metadata"
    /// The properties of the message in which other metadata was.
    private static let messageKey = "emsg"

    private var kind: TimedMetadata.Kind
    private var identity: String?
    private var content = 0
    /// The time in whole moments.
    private var moment = 0.0

    /// Whether only time and content identify the metadata.
    var isUnnamed: Bool { identity == nil }

    /// Makes the key of `item`.
    init(_ item: TimedMetadata, content: Int) {
        kind = item.kind
        identity = item.identity
        guard identity == nil else { return }
        self.content = content
        let isMessage = item.kind == .eventMessage || item.fields[Self.messageKey] != nil
        moment = ((isMessage ? item.end ?? item.start : item.start) / MetadataSchedule.moment).rounded(.down)
    }

    /// Returns the possible keys of metadata that equals `item`: slightly different times can be in adjacent moments.
    static func candidates(_ item: TimedMetadata, content: Int) -> [MetadataKey] {
        let key = MetadataKey(item, content: content)
        guard key.identity == nil else { return [key] }
        return [0.0, -1, 1].map { step in
            var candidate = key
            candidate.moment += step
            return candidate
        }
    }

    /// Returns a hash of the content of metadata, independent of its time; valid in one process only.
    static func content(of item: TimedMetadata) -> Int {
        var hasher = Hasher()
        add(item.fields, to: &hasher)
        return hasher.finalize()
    }

    /// Returns the approximate number of bytes that metadata occupies.
    static func weight(of item: TimedMetadata) -> Int {
        let entry = 256
        return entry + (item.identity?.utf8.count ?? 0) + weight(of: .object(item.fields))
    }

    private static func weight(of value: EventValue) -> Int {
        let (perValue, perField) = (32, 64)
        switch value {
        case .null, .bool, .int, .double: return 0
        case .string(let text): return perValue + text.utf8.count
        case .array(let values): return values.reduce(perValue) { $0 + perValue + weight(of: $1) }
        case .object(let fields): return fields.fields.reduce(perValue) { $0 + perField + $1.key.utf8.count + weight(of: $1.value) }
        }
    }

    private static func add(_ fields: EventFields, to hasher: inout Hasher) {
        for field in fields.fields where !timeKeys.contains(field.key) {
            hasher.combine(field.key)
            if field.key == metadataKey, case .object(let inner) = field.value {
                add(inner, to: &hasher)
            } else {
                hasher.combine(field.value)
            }
        }
    }
}

extension TimedMetadata {
    /// Whether the metadata is active at `time`, in seconds; an instant is within 1 ms of it.
    func lasts(at time: Double) -> Bool {
        guard let end else { return start <= time + MetadataSchedule.moment }
        if end - start <= MetadataSchedule.moment { return abs(time - start) <= MetadataSchedule.moment }
        return start <= time + MetadataSchedule.moment && time < end
    }

    /// Whether the metadata ends at or after `time`, in seconds.
    func isInRange(from time: Double) -> Bool { (end ?? .infinity) >= time || start >= time }

    /// Whether the ends are equal.
    func hasSameEnd(as other: TimedMetadata) -> Bool {
        switch (end, other.end) {
        case (let end?, let otherEnd?): abs(end - otherEnd) < MetadataSchedule.moment
        case (nil, nil): true
        default: false
        }
    }
}
