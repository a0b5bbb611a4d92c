import PlayheadCore

/// What makes two pieces of metadata the same one: kind and name, or kind, time and content where there is no name.
struct MetadataKey: Hashable {
    /// Keys whose values say when it is, and change a little with every reload.
    private static let timeKeys: Set<String> = ["metadataTime", "start", "end", "duration"]
    private static let metadataKey = "metadata"

    private var kind: TimedMetadata.Kind
    private var identity: String?
    private var content = 0
    /// The time in whole moments.
    private var moment = 0.0

    /// The key of `item`.
    init(_ item: TimedMetadata, content: Int) {
        kind = item.kind
        identity = item.identity
        guard identity == nil else { return }
        self.content = content
        moment = (item.start / MetadataSchedule.moment).rounded(.down)
    }

    /// The keys under which what is the same as `item` may be known: times that differ a little can be in moments beside one another.
    static func candidates(_ item: TimedMetadata, content: Int) -> [MetadataKey] {
        let key = MetadataKey(item, content: content)
        guard key.identity == nil else { return [key] }
        return [0.0, -1, 1].map { step in
            var candidate = key
            candidate.moment += step
            return candidate
        }
    }

    /// Tells apart what pieces of metadata say, whenever they are; in one process only.
    static func content(of item: TimedMetadata) -> Int {
        var hasher = Hasher()
        add(item.fields, to: &hasher)
        return hasher.finalize()
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
    /// Whether it lasts at `time`, in seconds; a moment does within 1 ms of it.
    func lasts(at time: Double) -> Bool {
        guard let end else { return start <= time + MetadataSchedule.moment }
        if end - start <= MetadataSchedule.moment { return abs(time - start) <= MetadataSchedule.moment }
        return start <= time + MetadataSchedule.moment && time < end
    }

    /// Whether it ends at `time` or later, in seconds.
    func isInRange(from time: Double) -> Bool { (end ?? .infinity) >= time || start >= time }

    /// Whether it ends when `other` does.
    func hasSameEnd(as other: TimedMetadata) -> Bool {
        switch (end, other.end) {
        case (let end?, let otherEnd?): abs(end - otherEnd) < MetadataSchedule.moment
        case (nil, nil): true
        default: false
        }
    }
}
