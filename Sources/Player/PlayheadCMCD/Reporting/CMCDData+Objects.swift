import Foundation

extension CMCDData {
    /// Adds the keys of an object, which is played at `rate`.
    mutating func add(_ object: CMCDObject, rate: Double) {
        let kind = object.kind
        if let kind { set(.objectType, token: kind) }
        // An object of an unknown kind with a duration is a segment.
        let isMedia = kind.map { [.audio, .video, .muxed].contains($0) } ?? (object.duration != nil)
        if kind.map({ CMCDKey.duration.rule.objects?.contains($0) ?? true }) ?? true {
            set(.duration, object.duration.map { $0 * CMCDReporter.millisecondsPerSecond })
        }
        if isMedia {
            let rates: [(CMCDKey, Double?)] = [
                (.bitrate, object.bitrate), (.topBitrate, object.topBitrate), (.lowestBitrate, object.lowestBitrate),
                (.topPlayableBitrate, object.topPlayableBitrate),
            ]
            for (key, rate) in rates { set(key, rate.map { $0 / CMCDReporter.bitsPerKilobit }, for: kind) }
            set(.bufferLength, object.bufferLength.map { $0 * CMCDReporter.millisecondsPerSecond }, for: kind)
            set(.deadline, object.lead.map { max(0, $0) / max(rate, Self.lowestRate) * CMCDReporter.millisecondsPerSecond })
        } else if version == .one {
            // "SHOULD only be sent with an object type of 'a', 'v' or 'av'" (CTA-5004, table 1).
            self[.bufferLength] = nil
        }
        addNext(of: object)
    }

    /// The rate that deadlines assume at least.
    private static let lowestRate = 0.1

    /// Adds the objects that are probably requested next, as paths relative to the URL of the request. Those on other hosts and those with
    /// credentials or a query are left out.
    private mutating func addNext(of object: CMCDObject) {
        guard !object.next.isEmpty, let base = RelativeReference(object.url) else { return }
        let items = object.next.compactMap { next -> (path: String, range: String?)? in
            guard let path = RelativeReference(next.url)?.path(relativeTo: base), StructuredFields.isRepresentable(path) else { return nil }
            return (path, next.range)
        }
        switch version {
        case .one:
            guard let first = items.first else { return }
            // Without a URL, the range is one of the same object.
            if first.range == nil || object.next.first?.url != object.url { self[.nextObjects] = .string(Self.percentEncoded(first.path)) }
            if let range = first.range { self[.nextRange] = .string(range) }
        case .two:
            let list = items.map { CMCDItem(.string($0.path), $0.range.map { [CMCDItem.Parameter("r", .string($0))] } ?? []) }
            if !list.isEmpty { self[.nextObjects] = .list(list) }
        }
    }

    /// Adds the keys of a response.
    mutating func add(_ response: CMCDResponse) {
        set(.url, text: RelativeReference.reportable(response.object.url))
        set(.responseCode, Double(response.status))
        set(.timeToFirstByte, response.firstByte.map { $0 * CMCDReporter.millisecondsPerSecond })
        set(.timeToFirstBodyByte, response.firstBodyByte.map { $0 * CMCDReporter.millisecondsPerSecond })
        set(.timeToLastByte, response.lastByte.map { $0 * CMCDReporter.millisecondsPerSecond })
        set(.staticServerData, text: response.staticServerData.map { Data($0.utf8).base64EncodedString() })
        set(.dynamicServerData, text: response.dynamicServerData.map { Data($0.utf8).base64EncodedString() })
    }
}
