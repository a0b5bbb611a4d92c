import PlayheadCore
import PlayheadDASH
import PlayheadTransport

/// A track of a DASH presentation, which continues across periods.
struct DASHTrack: Sendable {
    /// The kind of a track.
    enum Kind: String, Sendable {
        case video, audio, text, image
        /// Pictures of a trick-mode set.
        case keyFrames
    }

    /// The URL that identifies the track.
    var url: String
    var kind: Kind
    /// The content of the segments.
    var content: MediaContent
    /// The properties by which the track is found in other periods.
    var set: AdaptationSet
    var representation: Representation

    /// The bit rate in bits per second.
    var bandwidth: Int { representation.bandwidth }
    /// The width of a thumbnail in pixels; 0 if it is unknown.
    var tileWidth: Int { representation.tileWidth }
}

/// Selects the tracks of a manifest, and their representations in each period.
struct DASHTracks: Sendable {
    /// The rungs of the main track, from the lowest bit rate to the highest.
    private(set) var rungs: [DASHTrack] = []
    /// The sounds beside the main track: each with its bit rates, from the lowest to the highest.
    private(set) var sounds: [[DASHTrack]] = []
    /// The captions.
    private(set) var captions: [DASHTrack] = []
    /// The tiles of thumbnails, from the smallest thumbnails to the largest.
    private(set) var tiles: [DASHTrack] = []
    /// The pictures of trick-mode sets, from the smallest to the largest.
    private(set) var keyFrames: [DASHTrack] = []
    /// The faults of the selection.
    private(set) var warnings: [ManifestWarning] = []

    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - url: The URL of the manifest, from which those of tracks are made.
    init(_ manifest: Manifest, url: String) {
        // The first period with pictures determines the tracks; advertisements may have fewer.
        let periods = manifest.periods
        let leading = periods.indices.max { Self.richness(periods[$0]) < Self.richness(periods[$1]) }
        guard let leading else { return }
        let period = periods[leading]
        var reported: Set<ManifestWarning> = []
        for set in periods.flatMap(\.adaptationSets) {
            warnings += Self.faults(of: set).filter { reported.insert($0).inserted }
        }
        rungs = Self.rungs(in: period, url: url)
        for set in Self.sets(.audio, in: period) {
            // The same sound in another format is not another track.
            let isKnown = allSounds.contains { known in known.contains { Self.isSame($0.set, set) } }
            guard !isKnown else { continue }
            let rates = Self.versions([set], Self.rates(of:))
            let tracks = Self.tracks(rates, .audio, content: .audio, named: "\(url)#audio-\(sounds.count + 1)")
            if !tracks.isEmpty { sounds.append(tracks) }
        }
        captions = Self.captions(of: [period] + periods.indices.filter { $0 != leading }.map { periods[$0] }, url: url)
        let images = Self.versions(period.adaptationSets) { $0.tiles }
        tiles = Self.sorted(Self.tracks(images, .image, content: .video, named: "\(url)#image")) { $0.tileWidth }
        let tricks = Self.sorted(Self.versions(Self.trickModeSets(in: period), Self.usable)) { $0.representation.width ?? 0 }
        keyFrames = Self.tracks(tricks, .keyFrames, content: .video, named: "\(url)#key-frames")
    }

    /// A representation, and the set to which it belongs.
    private struct Version {
        let set: AdaptationSet
        let representation: Representation
    }

    private static func versions(_ sets: [AdaptationSet], _ representations: (AdaptationSet) -> [Representation]) -> [Version] {
        sets.flatMap { set in representations(set).map { Version(set: set, representation: $0) } }
    }

    /// Creates tracks with numbers from 1 behind their name.
    private static func tracks(_ versions: [Version], _ kind: DASHTrack.Kind, content: MediaContent, named name: String) -> [DASHTrack] {
        versions.enumerated().map { index, version in
            DASHTrack(
                url: "\(name)-\(index + 1)", kind: kind, content: content, set: version.set, representation: version.representation)
        }
    }

    private static func sorted<Element>(_ elements: [Element], by key: (Element) -> Int) -> [Element] {
        elements.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }

    /// Returns the pictures of a period, or else its sound, from the lowest bit rate to the highest.
    private static func rungs(in period: Period, url: String) -> [DASHTrack] {
        let pictures = mainSets(.video, in: period)
        let main = pictures.isEmpty ? Array(mainSets(.audio, in: period).prefix(1)) : pictures
        let ordered = sorted(versions(main, usable)) { $0.representation.bandwidth }
        guard !pictures.isEmpty else { return tracks(ordered, .audio, content: .audio, named: "\(url)#sound") }
        var rungs = tracks(ordered, .video, content: .video, named: "\(url)#video")
        for index in rungs.indices where isMuxed(rungs[index].representation) { rungs[index].content = .muxed }
        return rungs
    }

    /// Returns the captions of any period: an advertisement may have more pictures than the programme, and no captions.
    private static func captions(of periods: [Period], url: String) -> [DASHTrack] {
        var languages: Set<String?> = []
        var versions: [Version] = []
        for (index, period) in periods.enumerated() {
            for set in texts(in: period) {
                guard let representation = set.representations.first(where: { DASHCaptions.isSupported($0) }) else { continue }
                // In other periods a track is found by its language.
                guard languages.insert(set.language).inserted || index == 0 else { continue }
                versions.append(Version(set: set, representation: representation))
            }
        }
        return tracks(versions, .text, content: .captions, named: "\(url)#text")
    }

    /// The sounds that can be selected: without pictures the main track is the first one.
    var allSounds: [[DASHTrack]] { rungs.first?.kind == .audio ? [rungs] + sounds : sounds }

    /// All tracks.
    var all: [DASHTrack] { rungs + sounds.flatMap(\.self) + captions + tiles + keyFrames }

    /// The number of representations of pictures, otherwise of sound, by which the leading period is found.
    private static func richness(_ period: Period) -> Int {
        let pictures = mainSets(.video, in: period).reduce(0) { $0 + usable($1).count }
        return pictures > 0 ? 1000 + pictures * 10 + sets(.audio, in: period).count : sets(.audio, in: period).count
    }

    // MARK: Sets

    /// Returns the usable sets of a kind, best first.
    private static func sets(_ kind: AdaptationSet.ContentType, in period: Period) -> [AdaptationSet] {
        let playable = period.adaptationSets.filter { set in
            set.contentType == kind && !set.isTrickMode && set.unknownEssentialProperties.isEmpty && !usable(set).isEmpty
        }
        let clear = playable.filter { set in usable(set).contains { $0.protections.isEmpty } }
        let available = clear.isEmpty ? playable : clear
        let intended = available.filter { set in usable(set).contains { isShownAsIntended($0, in: set) } }
        func rank(_ set: AdaptationSet) -> (Int, Int) {
            let isMain = set.roles.isEmpty || set.hasRole("main")
            return (-set.selectionPriority, isMain ? 0 : 1)
        }
        return (intended.isEmpty ? available : intended).enumerated()
            .sorted { (rank($0.element).0, rank($0.element).1, $0.offset) < (rank($1.element).0, rank($1.element).1, $1.offset) }
            .map(\.element)
    }

    /// Returns the sets whose representations are rungs of one ladder: the best one, and those with the same content and codecs, or between which
    /// switching is declared.
    private static func mainSets(_ kind: AdaptationSet.ContentType, in period: Period) -> [AdaptationSet] {
        let all = sets(kind, in: period)
        guard let best = all.first else { return [] }
        // A whole manifest may be one line.
        return [best]
            + all.dropFirst().filter { set in
                if best.switchableSets.contains(set.id ?? "-") { return true }
                return set.viewpoints == best.viewpoints && set.roles == best.roles && set.language == best.language
                    && codec(of: set) == codec(of: best) && best.accessibility == set.accessibility && kind == .video
            }
    }

    /// Returns the sets of pictures for fast playback and thumbnails.
    private static func trickModeSets(in period: Period) -> [AdaptationSet] {
        period.adaptationSets.filter { $0.contentType == .video && $0.isTrickMode && $0.unknownEssentialProperties.isEmpty }
    }

    /// Returns the captions that can be shown.
    private static func texts(in period: Period) -> [AdaptationSet] {
        period.adaptationSets.filter { set in
            set.contentType == .text && set.unknownEssentialProperties.isEmpty
                && set.representations.contains { DASHCaptions.isSupported($0) }
        }
    }

    /// Whether the pictures of a representation are shown as the author intends: a high dynamic range is not tone-mapped.
    private static func isShownAsIntended(_ representation: Representation, in set: AdaptationSet) -> Bool {
        // PQ and HLG (ISO/IEC 23091-2), and Dolby Vision without a compatible base layer.
        let (highDynamicRange, dolbyVision) = (["16", "18"], ["dvh1", "dvhe", "dva1", "dvav", "dav1"])
        let properties =
            set.essentialProperties + set.supplementalProperties + representation.essentialProperties
            + representation.supplementalProperties
        return !properties.contains { $0.scheme == Scheme.transferCharacteristics && highDynamicRange.contains($0.value) }
            && !representation.codecs.contains { codec in dolbyVision.contains { codec.lowercased().hasPrefix($0) } }
    }

    private static func codec(of set: AdaptationSet) -> String {
        String((set.representations.first?.codecs.first ?? "").lowercased().prefix { $0 != "." })
    }

    /// Whether two sets of sound differ in nothing that a viewer selects.
    private static func isSame(_ one: AdaptationSet, _ other: AdaptationSet) -> Bool {
        one.language == other.language && Set(one.roles.map(\.value)) == Set(other.roles.map(\.value)) && one.labels == other.labels
            && one.accessibility == other.accessibility
    }

    /// Returns the representations that can be decoded alone.
    private static func usable(_ set: AdaptationSet) -> [Representation] {
        let decodable = set.representations.filter { representation in
            representation.isComplete && undecodable(representation) == nil
                && representation.essentialProperties.allSatisfy { property in
                    set.essentialProperties.contains(property) || isPlayable(property)
                }
        }
        let clear = decodable.filter(\.protections.isEmpty)
        let available = clear.isEmpty ? decodable : clear
        let intended = available.filter { isShownAsIntended($0, in: set) }
        return intended.isEmpty ? available : intended
    }

    /// Whether a representation with an essential property is played.
    private static func isPlayable(_ property: Descriptor) -> Bool {
        Scheme.knownEssentials.contains(property.scheme) && property.scheme != Scheme.trickMode
    }

    /// The codecs that FFmpeg has no decoder for, by the start of their names.
    private static let undecodableCodecs = ["ac-4", "mha", "mhm", "vvc1", "vvi1", "evc1", "lvc1", "dtsx", "iamf"]

    private static func undecodable(_ representation: Representation) -> String? {
        representation.codecs.first { codec in undecodableCodecs.contains { codec.lowercased().hasPrefix($0) } }
    }

    private static let soundCodecs = ["mp4a", "ac-3", "ec-3", "opus", "flac", "alac", "mp3", "dts", "vorbis"]

    private static func isMuxed(_ representation: Representation) -> Bool {
        representation.codecs.count > 1
            && representation.codecs.contains { codec in soundCodecs.contains { codec.lowercased().hasPrefix($0) } }
    }

    private static func faults(of set: AdaptationSet) -> [ManifestWarning] {
        if let unknown = set.unknownEssentialProperties.first {
            return [ManifestWarning(line: set.line, message: "an essential property is unknown: \(unknown.scheme)")]
        }
        let codecs = set.representations.compactMap { undecodable($0) }
        if let codec = codecs.first, usable(set).isEmpty {
            return [ManifestWarning(line: set.line, message: "there is no decoder for \(codec)")]
        }
        let properties = set.representations.flatMap(\.essentialProperties)
        if set.contentType == .video || set.contentType == .audio, usable(set).isEmpty,
            let unknown = properties.first(where: { !Scheme.knownEssentials.contains($0.scheme) })
        {
            return [ManifestWarning(line: set.line, message: "an essential property is unknown: \(unknown.scheme)")]
        }
        if set.contentType == .text, let first = set.representations.first,
            !set.representations.contains(where: { DASHCaptions.isSupported($0) })
        {
            let format = first.codecs.first ?? first.mimeType ?? "an unknown format"
            return [ManifestWarning(line: set.line, message: "captions are not supported: \(format)")]
        }
        return []
    }

    /// Returns the representations of a sound from the lowest bit rate to the highest: the best up to a usual bit rate, and those below it in the
    /// same format, between which playback can switch.
    private static func rates(of set: AdaptationSet) -> [Representation] {
        let usual = 256_000
        let sorted = usable(set).sorted { $0.bandwidth < $1.bandwidth }
        guard let best = sorted.last(where: { $0.bandwidth <= usual }) ?? sorted.first else { return [] }
        let lower = sorted.filter { other in
            other.bandwidth < best.bandwidth && other.codecs == best.codecs && other.audioSamplingRate == best.audioSamplingRate
                && other.channelCount == best.channelCount
        }
        return lower + [best]
    }

    // MARK: Periods

    /// Returns the last period in which pictures or sound are played.
    func lastPeriod(of manifest: Manifest) -> Period? {
        let played = ([rungs] + sounds).compactMap(\.first)
        return manifest.periods.last { period in played.contains { Self.representation(of: $0, in: period) != nil } }
    }

    /// Returns the representation of a track in a period; `nil` if the period has none.
    static func representation(of track: DASHTrack, in period: Period) -> Representation? {
        switch track.kind {
        case .video: return nearest(to: track.representation, in: mainSets(.video, in: period).flatMap { usable($0) })
        case .audio:
            let set = best(like: track.set, in: sets(.audio, in: period))
            return set.flatMap { nearest(to: track.representation, in: usable($0)) }
        case .text:
            let sets = texts(in: period).filter { $0.language == track.set.language }
            return best(like: track.set, in: sets)?.representations.first { DASHCaptions.isSupported($0) }
        case .image: return nearest(to: track.representation, in: period.adaptationSets.flatMap(\.tiles))
        case .keyFrames:
            let tricks = trickModeSets(in: period).flatMap { usable($0) }
            return nearest(to: track.representation, in: tricks.isEmpty ? mainSets(.video, in: period).flatMap { usable($0) } : tricks)
        }
    }

    private static func best(like set: AdaptationSet, in sets: [AdaptationSet]) -> AdaptationSet? {
        func score(_ other: AdaptationSet) -> Int {
            (other.language == set.language ? 8 : 0) + (isSame(set, other) ? 4 : 0) + (codec(of: other) == codec(of: set) ? 2 : 0)
                + (other.id != nil && other.id == set.id ? 1 : 0)
        }
        return sets.enumerated().max { (score($0.element), -$0.offset) < (score($1.element), -$1.offset) }?.element
    }

    private static func nearest(to wanted: Representation, in all: [Representation]) -> Representation? {
        if let same = all.first(where: { $0.id == wanted.id && $0.bandwidth == wanted.bandwidth && $0.height == wanted.height }) {
            return same
        }
        func distance(_ other: Representation) -> Int {
            let height = abs((other.height ?? 0) - (wanted.height ?? 0)).saturatingMultiplied(by: 10_000)
            return abs(other.bandwidth - wanted.bandwidth).saturatingAdding(height)
        }
        return all.min { distance($0) < distance($1) }
    }
}

/// The formats of captions.
enum DASHCaptions {
    /// Whether the captions of a representation can be shown.
    static func isSupported(_ representation: Representation) -> Bool {
        let codec = representation.codecs.first?.lowercased() ?? ""
        // The profile of images has no text.
        guard !codec.contains("im1i"), !codec.contains("im2i") else { return false }
        return ["text/vtt", "application/ttml+xml"].contains(representation.mimeType?.lowercased()) || codec == "wvtt"
            || codec.hasPrefix("stpp")
    }
}
