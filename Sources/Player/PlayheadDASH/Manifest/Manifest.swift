import PlayheadXML

/// A media presentation description (ISO/IEC 23009-1 §5.3), with inherited properties resolved.
package struct Manifest: Sendable {
    /// The identifier, to which patches refer.
    package var id: String?
    /// The profiles that the presentation claims.
    package var profiles: [String] = []
    /// Whether the presentation may grow or change.
    package var isDynamic = false
    /// The anchor of availability times, in seconds since 1970; 0 if a dynamic presentation has none.
    package var availabilityStartTime: Double?
    /// The time at which the presentation ends to be available, in seconds since 1970.
    package var availabilityEndTime: Double?
    /// The time of this version, in seconds since 1970.
    package var publishTime: Double?
    /// The time of this version as written, to which patches refer.
    package var publishTimeText: String?
    /// The duration of the presentation in seconds.
    package var duration: Double?
    /// The minimum interval between updates, in seconds; `nil` if the manifest is never updated.
    package var minimumUpdatePeriod: Double?
    /// The duration that has to be buffered, in seconds.
    package var minBufferTime: Double?
    /// The duration of the window before the live edge, in seconds; `nil` if everything stays available.
    package var timeShiftBufferDepth: Double?
    /// The distance from the live edge that the author suggests, in seconds.
    package var suggestedPresentationDelay: Double?
    /// The maximum duration of a segment, in seconds.
    package var maxSegmentDuration: Double?
    /// The title.
    package var title: String?
    /// The absolute base URLs, best first; at least one.
    package var baseURLs: [BaseURL] = []
    /// The places from which updates are loaded; empty for the URL of the manifest.
    package var locations: [ManifestLocation] = []
    /// The absolute URLs of patches with the time in seconds for which they are valid.
    package var patchLocations: [PatchLocation] = []
    /// The sources of the wall clock, best first.
    package var utcTimings: [Descriptor] = []
    /// The latency and rates that the author recommends.
    package var serviceDescription: ServiceDescription?
    /// The server that selects among service locations.
    package var steering: ContentSteering?
    /// The initializations that representations of several periods have in common.
    package var initializationSets: [InitializationSet] = []
    /// The periods in order; at least one.
    package var periods: [Period] = []
    /// The faults that do not prevent playback.
    package var warnings: [ManifestWarning] = []
    /// The document, if patches may refer to it.
    package var document: XMLElement?

    /// The start of the first period, in seconds.
    package var start: Double { periods.first?.start ?? 0 }

    /// The end of the last period in seconds; `nil` while it is open.
    package var end: Double? { periods.last.flatMap { period in period.duration.map { period.start + $0 } } }
}

/// A place from which updates can be loaded.
package struct ManifestLocation: Sendable, Hashable {
    /// The absolute URL.
    package var url: String
    /// The name for content steering, or `nil`.
    package var serviceLocation: String?
}

/// A place from which a patch can be loaded.
package struct PatchLocation: Sendable, Hashable {
    /// The absolute URL.
    package var url: String
    /// The name for content steering, or `nil`.
    package var serviceLocation: String?
    /// The seconds after the publication of the manifest in which the URL is valid; `nil` without a limit.
    package var timeToLive: Double?
}

/// A fault of a manifest that does not prevent playback.
package struct ManifestWarning: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1; 0 for a fault of the whole document.
    package var line: Int
    /// The fault, as part of a sentence.
    package var message: String

    /// Creates a warning.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    /// The message with its line.
    package var description: String { line > 0 ? "line \(line): \(message)" : message }
}

/// The reason why a manifest or a patch cannot be used.
package struct ManifestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as part of a sentence.
    package var reason: String
    /// The line, from 1; `nil` without a location.
    package var line: Int?
    /// The byte in the line, from 1.
    package var column: Int?

    /// Creates an error.
    package init(_ reason: String, line: Int? = nil, column: Int? = nil) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// The location and reason on one line.
    package var description: String {
        let place = line.map { line in "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": " } ?? ""
        return place + reason
    }
}
