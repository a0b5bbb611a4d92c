import PlayheadHLS

/// The text of a DASH manifest (ISO/IEC 23009-1) with the segments of a recording. Times are in microseconds.
struct PresentationManifest {
    /// A segment in a list.
    struct Segment: Equatable {
        /// The reference from the manifest.
        var uri: String
        /// The range of the file; nil for the whole file.
        var range: Range<Int>?
        /// The time in the media.
        var time: Int
        var duration: Int
    }

    /// The segments of a track in a period.
    struct List {
        var track: RecordedTrack
        var initialization: (uri: String, range: Range<Int>?)?
        /// The time in the media at the start of the period.
        var offset: Int
        var segments: [Segment]
    }

    /// A part of the presentation whose times in the media continue.
    struct Period {
        var id: String
        var start: Int
        var lists: [List]
    }

    let recording: RecordedPresentation
    /// The attributes of the manifest besides its profile, in order.
    var attributes: [(name: String, value: String)]
    var periods: [Period]
    /// The identifier, to which patches refer; nil without patches.
    var id: String?
    /// The reference to the location of updates; nil for that of the manifest.
    var location: String?
    /// The reference to the patch of this version; nil without patches.
    var patch: String?
    /// The reference to the date now, for clocks of players; nil on demand.
    var clock: String?
    /// The delivery of segments while they are produced; nil for complete segments.
    var lowLatency: LowLatency?

    /// The delivery of segments while they are produced.
    struct LowLatency: Equatable {
        /// The time by which a request may precede the end of its segment.
        var availabilityOffset: Int
        /// The distance from the live edge.
        var target: Int
    }

    var text: String {
        let content = periods.map(text).joined()
        let timing = clock.map { "<UTCTiming\(Self.text([("schemeIdUri", "urn:mpeg:dash:utc:http-iso:2014"), ("value", $0)]))/>\n" } ?? ""
        let fixed = [("xmlns", "urn:mpeg:dash:schema:mpd:2011"), ("profiles", "urn:mpeg:dash:profile:isoff-main:2011")]
        let all = fixed + (id.map { [("id", $0)] } ?? []) + attributes
        let places = (location.map { "<Location>\(Self.escaped($0))</Location>\n" } ?? "") + (patchLocation ?? "")
        let service = lowLatency.map { low in
            // In milliseconds.
            let target = Self.text([("target", "\(low.target / 1000)")])
            return "<ServiceDescription id=\"0\"><Latency\(target)/></ServiceDescription>\n"
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<MPD\(Self.text(all))>\n\(places)\(service ?? "")\(content)\(timing)</MPD>\n"
    }

    /// Formats a duration of XML Schema.
    static func duration(_ microseconds: Int) -> String { "PT\(Microseconds.text(microseconds))S" }

    /// The duration for which the patch of a version is available, in seconds.
    static let patchLifetime = 60

    /// The element that refers to the patch of this version; nil without patches.
    var patchLocation: String? {
        patch.map { "<PatchLocation\(Self.text([("ttl", "\(Self.patchLifetime)")]))>\(Self.escaped($0))</PatchLocation>\n" }
    }

    func text(_ period: Period) -> String {
        let sets = recording.adaptationSets.enumerated().map { index, set -> String in
            let representations = set.representations.compactMap { representation in
                period.lists.first { $0.track.path == representation.path }.map { text(representation, $0) }
            }
            guard !representations.isEmpty else { return "" }
            let attributes = [("id", "\(index + 1)"), ("segmentAlignment", "true")] + set.attributes
            return "<AdaptationSet\(Self.text(attributes))>\n\(representations.joined())</AdaptationSet>\n"
        }
        let attributes = [("id", period.id), ("start", Self.duration(period.start))]
        return "<Period\(Self.text(attributes))>\n\(sets.joined())</Period>\n"
    }

    /// Returns the elements of segments in the timeline.
    static func times(_ segments: some Sequence<Segment>) -> String {
        segments.map { "<S\(text([("t", "\($0.time)"), ("d", "\($0.duration)")]))/>" }.joined()
    }

    /// Returns the elements of the URLs of segments.
    static func urls(_ segments: some Sequence<Segment>) -> String {
        segments.map { segment in
            let range = segment.range.map { [("mediaRange", text($0))] } ?? []
            return "<SegmentURL\(text([("media", segment.uri)] + range))/>\n"
        }.joined()
    }

    func text(_ representation: ManifestSet.Representation, _ list: List) -> String {
        let initialization = list.initialization.map { uri, range in
            "<Initialization\(Self.text([("sourceURL", uri)] + (range.map { [("range", Self.text($0))] } ?? [])))/>\n"
        }
        var header = [("timescale", "1000000"), ("presentationTimeOffset", "\(list.offset)")]
        if let lowLatency, !list.track.isText {
            header.append(("availabilityTimeOffset", Microseconds.text(lowLatency.availabilityOffset)))
            header.append(("availabilityTimeComplete", "false"))
        }
        return "<Representation\(Self.text(representation.attributes))>\n<SegmentList\(Self.text(header))>\n\(initialization ?? "")"
            + "<SegmentTimeline>\(Self.times(list.segments))</SegmentTimeline>\n\(Self.urls(list.segments))</SegmentList>\n</Representation>\n"
    }

    private static func text(_ range: Range<Int>) -> String { "\(range.lowerBound)-\(range.upperBound - 1)" }

    static func text(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}

/// An adaptation set of a manifest: the rungs of the picture, or the sound in a language.
struct ManifestSet {
    /// A track.
    struct Representation {
        var path: String
        var id: String
        var attributes: [(name: String, value: String)]
    }

    var attributes: [(name: String, value: String)]
    var representations: [Representation]
}

// MARK: Recordings

extension RecordedPresentation {
    /// The path of the manifest.
    package var manifestPath: String { path(of: "mpd") }

    /// The path of the patches of the manifest.
    var patchPath: String { path(of: "mpp") }

    /// The path of the date now.
    var clockPath: String { path(of: "time") }

    private func path(of type: String) -> String { (entry.hasSuffix(".m3u8") ? entry.dropLast(5) : entry[...]) + "." + type }

    /// The adaptation sets of a manifest.
    var adaptationSets: [ManifestSet] {
        let soundFormats = ["mp4a", "ac-3", "ec-3", "opus", "fLaC", "flac"]
        func isSound(_ codec: String) -> Bool { soundFormats.contains { codec.hasPrefix($0) } }
        guard let playlist else {
            return [ManifestSet(attributes: [("mimeType", "video/mp4")], representations: [representation(entry, bandwidth: nil, [])])]
        }
        var rungs = ManifestSet(attributes: [("contentType", "video"), ("mimeType", "video/mp4")], representations: [])
        for variant in playlist.variants {
            guard let path = Self.path(of: variant.uri, in: entry), !rungs.representations.contains(where: { $0.path == path }) else {
                continue
            }
            let codecs = variant.codecList.filter { variant.audio == nil || !isSound($0) }
            var attributes: [(name: String, value: String)] = codecs.isEmpty ? [] : [("codecs", codecs.joined(separator: ","))]
            if let size = variant.resolution { attributes += [("width", "\(size.width)"), ("height", "\(size.height)")] }
            if let rate = variant.frameRate, let frames = Int(exactly: (rate * 1000).rounded()) {
                attributes.append(("frameRate", "\(frames)/1000"))
            }
            rungs.representations.append(representation(path, bandwidth: variant.bandwidth, attributes))
        }
        let sound = playlist.renditions.filter { $0.type == .audio }.compactMap { rendition -> ManifestSet? in
            guard let path = rendition.uri.flatMap({ Self.path(of: $0, in: entry) }) else { return nil }
            let codec = playlist.variants.lazy.filter { $0.audio == rendition.groupID }.flatMap(\.codecList).first(where: isSound)
            var attributes = [("contentType", "audio"), ("mimeType", "audio/mp4")]
            if let language = rendition.language { attributes.append(("lang", language)) }
            return ManifestSet(
                attributes: attributes,
                representations: [representation(path, bandwidth: nil, codec.map { [("codecs", $0)] } ?? [])])
        }
        let text = playlist.renditions.filter { $0.type == .subtitles }.compactMap { rendition -> ManifestSet? in
            guard let path = rendition.uri.flatMap({ Self.path(of: $0, in: entry) }) else { return nil }
            let language = rendition.language.map { [("lang", $0)] } ?? []
            return ManifestSet(
                attributes: [("contentType", "text"), ("mimeType", "text/vtt")] + language,
                representations: [representation(path, bandwidth: nil, [])])
        }
        return [rungs] + sound + text
    }

    /// The tracks that manifests have, in order. Text has no times of media, so its cues have to count from the start of the period.
    func manifestTracks(isContinuous: Bool) -> [RecordedTrack] {
        order.compactMap { tracks[$0] }.filter { !$0.isText || !isContinuous && $0.segments.first?.mediaStart != nil }
    }

    private func representation(_ path: String, bandwidth: Int?, _ attributes: [(name: String, value: String)])
        -> ManifestSet.Representation
    {
        let number = order.firstIndex(of: path) ?? 0
        let rate = bandwidth ?? tracks[path]?.bitRate ?? 0
        let all = [("id", "\(number)"), ("bandwidth", "\(max(1, rate))")] + attributes
        return ManifestSet.Representation(path: path, id: "\(number)", attributes: all)
    }

    /// Reads the times in the media, for manifests.
    /// - Throws: ``RecordedPresentationError`` if a segment is no fragmented MP4.
    mutating func readStarts(_ folder: MediaFolder) throws(RecordedPresentationError) {
        if !tracks.values.contains(where: { $0.discontinuities.last ?? 0 > 0 }) {
            for path in order where tracks[path]?.isText == true { tracks[path]?.segments[0].mediaStart = 0 }
        }
        for path in order {
            guard var track = tracks[path], !track.isText else { continue }
            for index in track.segments.indices where index == 0 || track.segments[index].hasDiscontinuity {
                let segment = track.segments[index]
                guard let map = segment.map, let slice = segment.slice, segment.keys.isEmpty else {
                    throw .unusable(path, "its segments are not clear fragmented MP4, which a manifest of DASH needs here")
                }
                guard let file = Self.path(of: map.uri, in: path),
                    let header = folder.bytes(file, map.byteRange.map { $0.offset..<$0.end }),
                    let bytes = folder.bytes(slice.path, slice.range)
                else { throw .missing(segment.uri) }
                guard let first = FragmentIndex(bytes, initialization: InitializationBoxes(header)).fragments.first else {
                    throw .unusable(path, "'\(segment.uri)' has no fragment")
                }
                track.segments[index].mediaStart = Microseconds.from(first.startSeconds)
                if index == 0 { track.bitRate = Int(saturating: Double(bytes.count) * 8 / Microseconds.seconds(segment.duration)) }
            }
            tracks[path] = track
        }
    }

    /// The text of the manifest on demand.
    package var manifest: String {
        var periods: [PresentationManifest.Period] = []
        for track in manifestTracks(isContinuous: false) {
            for ordinal in track.segments.indices { add(ordinal, of: track, to: &periods, shift: 0, name: nil, isContinuous: false) }
        }
        let attributes = [
            ("type", "static"), ("mediaPresentationDuration", PresentationManifest.duration(Microseconds.from(duration))),
            ("minBufferTime", "PT2S"),
        ]
        return PresentationManifest(recording: self, attributes: attributes, periods: periods).text
    }

    /// Adds a segment to the period of the group of segments with continuous times to which it belongs. `shift` is the time of the first
    /// segment of the recording in the presentation, `name` the segment on air, or nil on demand; `isContinuous` says whether the times in
    /// the media continue when the recording repeats.
    func add(
        _ ordinal: Int, of track: RecordedTrack, to periods: inout [PresentationManifest.Period], shift: Int, name: LiveName?,
        isContinuous: Bool
    ) {
        let segment = track.segment(ordinal)
        let (pass, index) = ordinal.quotientAndRemainder(dividingBy: track.segments.count)
        // bounded: an index of a segment
        let group = track.segments[...index].lastIndex { $0.mediaStart != nil } ?? 0
        let groups = (track.discontinuities.last ?? 0) + 1
        let first = isContinuous && groups == 1 ? 0 : pass * track.segments.count + group
        guard let start = track.segments[group].mediaStart, let slice = segment.slice else { return }
        let offset = isContinuous ? start + track.start(of: first) - track.start(of: group) : start
        let number = first / track.segments.count * groups + track.discontinuities[group]
        let id = "\(name?.epoch ?? 0)-\(number)"
        let place: Int
        if let known = periods.firstIndex(where: { $0.id == id }) {
            place = known
        } else {
            place = periods.endIndex
            periods.append(PresentationManifest.Period(id: id, start: shift + track.start(of: first), lists: []))
        }
        let path = name.map { $0.inserted(into: slice.path) } ?? slice.path
        let entry = PresentationManifest.Segment(
            uri: LivePresentation.reference(to: path, from: entry), range: name == nil ? slice.range : nil,
            time: offset + track.start(of: ordinal) - track.start(of: first), duration: segment.duration)
        if let list = periods[place].lists.firstIndex(where: { $0.track.path == track.path }) {
            return periods[place].lists[list].segments.append(entry)
        }
        let map = segment.map.flatMap { map in
            Self.path(of: map.uri, in: track.path).map {
                (LivePresentation.reference(to: $0, from: self.entry), map.byteRange.map { $0.offset..<$0.end })
            }
        }
        periods[place].lists.append(PresentationManifest.List(track: track, initialization: map, offset: offset, segments: [entry]))
    }
}
