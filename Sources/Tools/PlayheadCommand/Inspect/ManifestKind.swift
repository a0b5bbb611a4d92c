import PlayheadCore
import PlayheadDASH

/// The kind of DASH manifests.
enum ManifestKind: FileKind {
    static func inspect(_ file: InspectedFile) throws -> Inspection? {
        let head = String(decoding: file.text.prefix(4096), as: UTF8.self)
        guard file.fileExtension == "mpd" || file.begins(with: "<") && head.contains("<MPD") else { return nil }
        do {
            let manifest = try Manifest.parse(file.bytes, url: file.url)
            return Inspection(fields: ManifestJSON.fields(of: manifest), summary: summary(of: manifest))
        } catch {
            throw InspectionError(reason: "\(error)")
        }
    }

    private static func summary(of manifest: Manifest) -> [String] {
        var lines = ["kind      DASH manifest", "type      \(manifest.isDynamic ? "dynamic" : "static")"]
        func add(_ name: String, _ value: (some Any)?) {
            if let value { lines.append(name.padding(to: 10) + "\(value)") }
        }
        add("title", manifest.title)
        add("duration", manifest.duration.map { "\($0) s" })
        add("update", manifest.minimumUpdatePeriod.map { "every \($0) s" })
        add("window", manifest.timeShiftBufferDepth.map { "\($0) s" })
        add("delay", manifest.suggestedPresentationDelay.map { "\($0) s" })
        add("latency", manifest.serviceDescription?.targetLatency.map { "\($0) s" })
        add("steering", manifest.steering?.serverURL)
        for timing in manifest.utcTimings { add("clock", "\(timing.scheme) \(timing.value)") }
        for location in manifest.locations { add("location", location.url) }
        for patch in manifest.patchLocations { add("patch", patch.url) }
        for set in manifest.initializationSets {
            add("initial", ([set.id, set.contentType ?? set.mimeType, set.url].compactMap(\.self) + set.codecs).joined(separator: ", "))
        }
        for period in manifest.periods {
            let end = period.duration.map { ", \($0) s" } ?? ", open"
            add("period", "\(period.id.map { "\($0) " } ?? "")at \(period.start) s\(end)")
            for stream in period.eventStreams { lines.append("  events    \(stream.scheme) \(stream.value): \(stream.events.count)") }
            for preselection in period.preselections {
                let parts = [preselection.id, preselection.language].compactMap(\.self) + preselection.components
                lines.append("  selection \(parts.joined(separator: ", "))")
            }
            for subset in period.subsets { lines.append("  subset    \(subset.joined(separator: ", "))") }
            for set in period.adaptationSets {
                let roles = set.roles.map(\.value)
                let parts = [set.id, set.contentType.rawValue, set.language].compactMap(\.self) + set.labels + roles
                lines.append("  set       \(parts.joined(separator: ", "))\(set.isTrickMode ? ", trick mode" : "")")
                for representation in set.representations { lines.append("    \(description(of: representation))") }
            }
        }
        return lines + manifest.warnings.map { "warning   \($0)" }
    }

    private static func description(of representation: Representation) -> String {
        let size = representation.width.flatMap { width in representation.height.map { "\(width)×\($0)" } }
        let table = representation.segments
        let count = table.indexRange != nil ? "an index" : table.count.map { "\($0) segments" } ?? "segments without an end"
        let protection = representation.protections.isEmpty ? nil : "protected"
        let resync = representation.resyncs.isEmpty ? nil : "resync"
        let parts = [
            TimeText.bitrate(representation.bandwidth), size, representation.frameRate.map { "\($0) fps" },
            representation.codecs.isEmpty ? representation.mimeType : representation.codecs.joined(separator: " "), count, protection,
            resync,
        ]
        return "\(representation.id.padding(to: 10))\(parts.compactMap(\.self).joined(separator: ", "))"
    }
}

extension String {
    /// Returns the text followed by spaces up to a number of characters, at least one.
    fileprivate func padding(to count: Int) -> String { self + String(repeating: " ", count: max(1, count - self.count)) }
}
