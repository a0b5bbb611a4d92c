/// Parses a multivariant playlist (RFC 8216bis §4.4.6).
struct MultivariantPlaylistParser {
    private var context: ParserContext
    private var playlist: MultivariantPlaylist
    /// The `EXT-X-STREAM-INF` whose URI line follows.
    private var pending: Variant?
    /// Whether a tag exceeds the maximum number.
    private var hasIgnoredTags = false

    init(source: PlaylistSource) {
        context = ParserContext(source: source)
        playlist = MultivariantPlaylist(url: source.url)
    }

    mutating func parse() throws(PlaylistError) -> MultivariantPlaylist {
        while let line = context.scanner.next() {
            switch line {
            case .uri(let range):
                try handleURI(range)
            case .tag(let name, let value):
                if let tag = TagName.named(name, in: context.bytes) {
                    try handle(tag, name: name, value: value)
                } else {
                    playlist.unknownTags.append(context.unknownTag(name: name, value: value))
                }
            }
        }
        if pending != nil { context.warn("#EXT-X-STREAM-INF without a URI is ignored") }
        if hasIgnoredTags { context.warnOfWhole("more than \(MultivariantPlaylist.maximumTags) tags of one kind, the others are ignored") }
        playlist.version = context.version
        playlist.hasIndependentSegments = context.hasIndependentSegments
        playlist.start = context.start
        playlist.variables = context.variables
        checkGroups()
        playlist.warnings = context.warnings
        return playlist
    }

    private mutating func handleURI(_ range: Range<Int>) throws(PlaylistError) {
        let uri = try context.uri(range)
        guard var variant = pending else {
            context.warn("a URI without #EXT-X-STREAM-INF is ignored")
            return
        }
        variant.uri = uri
        add(variant, to: \.variants)
        pending = nil
    }

    private mutating func add<Tag>(_ tag: Tag, to list: WritableKeyPath<MultivariantPlaylist, [Tag]>) {
        if playlist[keyPath: list].count < MultivariantPlaylist.maximumTags {
            playlist[keyPath: list].append(tag)
        } else {
            hasIgnoredTags = true
        }
    }

    private mutating func handle(_ tag: TagName, name: Range<Int>, value: Range<Int>?) throws(PlaylistError) {
        switch tag.place {
        case .anywhere:
            try context.handleCommon(tag, value: value)
            return
        case .mediaSegment:
            // RFC 8216bis §4.4.6: a playlist with tags of both kinds must not be parsed.
            throw context.error(.mixedTags(tag.rawValue))
        case .mediaPlaylist:
            // The same rule applies here, but some packagers write a target duration, which is not ambiguous.
            context.warn("#\(tag.rawValue) in a multivariant playlist is ignored")
            return
        case .multivariant:
            break
        }
        var list = try context.attributes(value)
        switch tag {
        case .streamInf:
            if pending != nil { context.warn("#EXT-X-STREAM-INF without a URI is ignored") }
            pending = Variant(&list, uri: "")
        case .iFrameStreamInf:
            if let uri = list.required("URI") { add(Variant(&list, uri: uri), to: \.iFrameVariants) }
        case .media:
            if let rendition = Rendition(&list) {
                add(rendition, to: \.renditions)
            } else {
                playlist.unknownTags.append(context.unknownTag(name: name, value: value))
            }
        case .sessionData:
            if let data = SessionData(&list) { add(data, to: \.sessionData) }
        case .sessionKey:
            if let key = EncryptionKey(&list) {
                // RFC 8216bis §4.4.6.5.
                if key.method == .none { list.addProblem("METHOD=NONE is invalid for session keys") }
                add(key, to: \.sessionKeys)
            }
        case .contentSteering:
            context.expectOnce(tag)
            if let steering = ContentSteering(&list) { playlist.contentSteering = steering }
        default:
            break
        }
        context.note(list, in: tag)
    }

    /// Checks that names in a group differ, and at most one rendition is the default (RFC 8216bis §4.4.6.1.1), and that the groups of
    /// variants exist (§4.4.6.2).
    private mutating func checkGroups() {
        var names: [Group: Set<String>] = [:]
        var defaults: Set<Group> = []
        for rendition in playlist.renditions {
            let group = Group(type: rendition.type, id: rendition.groupID)
            if !names[group, default: []].insert(rendition.name).inserted {
                context.warnOfWhole("two renditions of the group \(group.id) have the name \(rendition.name)")
            }
            if rendition.isDefault, !defaults.insert(group).inserted {
                context.warnOfWhole("two renditions of the group \(group.id) are the default")
            }
        }
        // RFC 8216bis §4.4.6.2: if one variant has no closed captions, none may have any.
        let captions = playlist.variants.map(\.closedCaptions)
        if captions.contains(Variant.ClosedCaptions.none), captions.contains(where: { $0 != Variant.ClosedCaptions.none }) {
            context.warnOfWhole("CLOSED-CAPTIONS=NONE is not in all variants")
        }
        // RFC 8216bis §4.4.6.4.
        var data: Set<[String?]> = []
        for item in playlist.sessionData where !data.insert([item.dataID, item.language]).inserted {
            context.warnOfWhole("two #EXT-X-SESSION-DATA have the identifier \(item.dataID) and the same language")
        }
        var missing: Set<Group> = []
        for variant in playlist.variants {
            var named: [(Rendition.MediaType, String?)] = [
                (.audio, variant.audio), (.video, variant.video), (.subtitles, variant.subtitles),
            ]
            if case .group(let id) = variant.closedCaptions { named.append((.closedCaptions, id)) }
            for case (let type, let id?) in named {
                let group = Group(type: type, id: id)
                guard names[group] == nil, missing.insert(group).inserted else { continue }
                context.warnOfWhole("no #EXT-X-MEDIA of type \(type.rawValue) is in the group \(id)")
            }
        }
    }

    private struct Group: Hashable {
        var type: Rendition.MediaType
        var id: String
    }
}
