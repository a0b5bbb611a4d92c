import PlayheadCore
import PlayheadDASH

/// Converts DASH manifests to JSON. A key is absent if the manifest does not set it; lists are always present.
enum ManifestJSON {
    static func fields(of manifest: Manifest) -> EventFields {
        var fields: EventFields = ["kind": "dash", "type": manifest.isDynamic ? "dynamic" : "static"]
        fields["id"] = PlaylistJSON.string(manifest.id)
        fields["profiles"] = strings(manifest.profiles)
        fields["title"] = PlaylistJSON.string(manifest.title)
        fields["availabilityStartTime"] = PlaylistJSON.number(manifest.availabilityStartTime)
        fields["availabilityEndTime"] = PlaylistJSON.number(manifest.availabilityEndTime)
        fields["publishTime"] = PlaylistJSON.number(manifest.publishTime)
        fields["mediaPresentationDuration"] = PlaylistJSON.number(manifest.duration)
        fields["minimumUpdatePeriod"] = PlaylistJSON.number(manifest.minimumUpdatePeriod)
        fields["minBufferTime"] = PlaylistJSON.number(manifest.minBufferTime)
        fields["timeShiftBufferDepth"] = PlaylistJSON.number(manifest.timeShiftBufferDepth)
        fields["suggestedPresentationDelay"] = PlaylistJSON.number(manifest.suggestedPresentationDelay)
        fields["maxSegmentDuration"] = PlaylistJSON.number(manifest.maxSegmentDuration)
        fields["locations"] = strings(manifest.locations.map(\.url))
        fields["patchLocations"] = strings(manifest.patchLocations.map(\.url))
        fields["utcTiming"] = .array(manifest.utcTimings.map(value))
        fields["serviceDescription"] = manifest.serviceDescription.map(value)
        fields["contentSteering"] = manifest.steering.map(value)
        if !manifest.initializationSets.isEmpty { fields["initializationSets"] = .array(manifest.initializationSets.map(value)) }
        fields["periods"] = .array(manifest.periods.map(value))
        fields["warnings"] = .array(manifest.warnings.map { .object(["line": .int($0.line), "message": .string($0.message)]) })
        return fields
    }

    private static func strings(_ texts: [String]) -> EventValue { .array(texts.map { .string($0) }) }

    private static func value(_ descriptor: Descriptor) -> EventValue {
        .object(["scheme": .string(descriptor.scheme), "value": .string(descriptor.value)])
    }

    private static func value(_ service: ServiceDescription) -> EventValue {
        var fields = EventFields()
        fields["targetLatency"] = PlaylistJSON.number(service.targetLatency)
        fields["minimumLatency"] = PlaylistJSON.number(service.minimumLatency)
        fields["maximumLatency"] = PlaylistJSON.number(service.maximumLatency)
        fields["minimumRate"] = PlaylistJSON.number(service.minimumRate)
        fields["maximumRate"] = PlaylistJSON.number(service.maximumRate)
        return .object(fields)
    }

    private static func value(_ steering: ContentSteering) -> EventValue {
        .object([
            "serverUri": .string(steering.serverURL), "defaultServiceLocations": strings(steering.defaultLocations),
            "queryBeforeStart": .bool(steering.isQueriedBeforeStart), "clientRequirement": .bool(steering.isRequired),
        ])
    }

    private static func value(_ set: InitializationSet) -> EventValue {
        var fields: EventFields = ["inAllPeriods": .bool(set.isInAllPeriods), "codecs": strings(set.codecs)]
        fields["id"] = PlaylistJSON.string(set.id)
        fields["contentType"] = PlaylistJSON.string(set.contentType)
        fields["mimeType"] = PlaylistJSON.string(set.mimeType)
        fields["initialization"] = PlaylistJSON.string(set.url)
        return .object(fields)
    }

    private static func value(_ resync: Resync) -> EventValue {
        var fields: EventFields = ["type": .int(resync.type), "marker": .bool(resync.hasMarkers)]
        fields["dT"] = PlaylistJSON.number(resync.maximumInterval.map { Int($0) })
        fields["dImin"] = PlaylistJSON.number(resync.minimumDistance)
        fields["dImax"] = PlaylistJSON.number(resync.maximumDistance)
        return .object(fields)
    }

    private static func value(_ period: Period) -> EventValue {
        var fields: EventFields = ["start": .double(period.start)]
        fields["id"] = PlaylistJSON.string(period.id)
        fields["duration"] = PlaylistJSON.number(period.duration)
        fields["adaptationSets"] = .array(period.adaptationSets.map(value))
        fields["eventStreams"] = .array(
            period.eventStreams.map { stream in
                .object([
                    "scheme": .string(stream.scheme), "value": .string(stream.value), "timescale": .int(Int(stream.timescale)),
                    "events": .array(stream.events.map(value)),
                ])
            })
        if !period.subsets.isEmpty { fields["subsets"] = .array(period.subsets.map(strings)) }
        if !period.preselections.isEmpty { fields["preselections"] = .array(period.preselections.map { strings($0.components) }) }
        return .object(fields)
    }

    private static func value(_ event: EventStream.Event) -> EventValue {
        var fields: EventFields = ["start": .double(event.start)]
        fields["id"] = PlaylistJSON.number(event.id)
        fields["duration"] = PlaylistJSON.number(event.duration)
        return .object(fields)
    }

    private static func value(_ set: AdaptationSet) -> EventValue {
        var fields: EventFields = ["contentType": .string(set.contentType.rawValue)]
        fields["id"] = PlaylistJSON.string(set.id)
        fields["lang"] = PlaylistJSON.string(set.language)
        fields["labels"] = strings(set.labels)
        fields["roles"] = .array(set.roles.map(value))
        fields["accessibility"] = .array(set.accessibility.map(value))
        fields["essential"] = .array(set.essentialProperties.map(value))
        fields["supplemental"] = .array(set.supplementalProperties.map(value))
        fields["representations"] = .array(set.representations.map(value))
        return .object(fields)
    }

    private static func value(_ representation: Representation) -> EventValue {
        var fields: EventFields = ["id": .string(representation.id), "bandwidth": .int(representation.bandwidth)]
        fields["mimeType"] = PlaylistJSON.string(representation.mimeType)
        fields["codecs"] = strings(representation.codecs)
        fields["width"] = PlaylistJSON.number(representation.width)
        fields["height"] = PlaylistJSON.number(representation.height)
        fields["frameRate"] = PlaylistJSON.number(representation.frameRate)
        fields["audioSamplingRate"] = PlaylistJSON.number(representation.audioSamplingRate)
        fields["channels"] = PlaylistJSON.number(representation.channelCount)
        fields["baseURLs"] = strings(representation.baseURLs.map(\.url))
        fields["inbandEvents"] = .array(representation.inbandEventStreams.map(value))
        fields["contentProtection"] = .array(
            representation.protections.map { .object(["scheme": .string($0.scheme), "value": .string($0.value)]) })
        if !representation.resyncs.isEmpty { fields["resync"] = .array(representation.resyncs.map(value)) }
        fields["segments"] = segments(of: representation)
        return .object(fields)
    }

    private static func segments(of representation: Representation) -> EventValue {
        let (table, base) = (representation.segments, representation.baseURLs.first?.url ?? "")
        func value(_ segment: SegmentReference) -> EventValue {
            let (url, range) = table.url(of: segment, in: representation, base: base)
            var fields: EventFields = ["url": .string(url), "t": .int(Int(segment.time)), "d": .int(Int(segment.duration))]
            fields["range"] = range.map(text)
            return .object(fields)
        }
        var fields: EventFields = [
            "timescale": .int(Int(table.timescale)), "presentationTimeOffset": .int(Int(table.presentationTimeOffset)),
            "startNumber": .int(table.startNumber),
        ]
        fields["indexRange"] = table.indexRange.map(text)
        if let (url, range) = table.initialization(in: representation, base: base) {
            var initialization: EventFields = ["url": .string(url)]
            initialization["range"] = range.map(text)
            fields["initialization"] = .object(initialization)
        }
        if table.indexRange == nil {
            fields["count"] = PlaylistJSON.number(table.count)
            fields["first"] = table.segment(at: 0).map(value)
            fields["last"] = table.count.flatMap { table.segment(at: $0 - 1) }.map(value)
        }
        return .object(fields)
    }

    private static func text(_ range: ByteRange) -> EventValue {
        .string("\(range.offset)-\(range.length.map { "\(range.offset.saturatingAdding($0) - 1)" } ?? "")")
    }
}
