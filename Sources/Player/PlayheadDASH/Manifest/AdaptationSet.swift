/// Interchangeable encoded versions of one component of media (ISO/IEC 23009-1 §5.3.3).
package struct AdaptationSet: Sendable {
    /// The kind of the content.
    package enum ContentType: String, Sendable, Hashable {
        case video, audio, text, image
        /// Anything else.
        case other
    }

    /// The identifier.
    package var id: String?
    /// The kind of the content, from the declaration, the media type or the codecs.
    package var contentType = ContentType.other
    /// The language, or `nil`.
    package var language: String?
    /// The names for menus.
    package var labels: [String] = []
    /// The roles, such as `main` or `subtitle`.
    package var roles: [Descriptor] = []
    /// The accessibility, such as closed captions inside the video.
    package var accessibility: [Descriptor] = []
    /// The viewpoints: sets with different ones show different things.
    package var viewpoints: [Descriptor] = []
    /// The properties that a player must understand to use the set.
    package var essentialProperties: [Descriptor] = []
    /// The properties that a player may ignore.
    package var supplementalProperties: [Descriptor] = []
    /// The preference of the author among sets of the same kind: higher is better.
    package var selectionPriority = 1
    /// The usable representations, in the order of the manifest.
    package var representations: [Representation] = []
    /// The line of the element.
    package var line = 0

    /// Whether a role of the standard's scheme has a value.
    package func hasRole(_ value: String) -> Bool { roles.contains { $0.scheme == Scheme.role && $0.value == value } }

    /// The identifiers of the sets between whose representations a player may switch.
    package var switchableSets: [String] {
        (supplementalProperties + essentialProperties).filter { $0.scheme == Scheme.switching }
            .flatMap { $0.value.split(separator: ",").map { String($0).trimmed } }
    }

    /// Whether the set is for fast playback and thumbnails only.
    package var isTrickMode: Bool {
        (essentialProperties + supplementalProperties).contains { $0.scheme == Scheme.trickMode }
    }

    /// The essential properties that no part of the player knows.
    package var unknownEssentialProperties: [Descriptor] {
        essentialProperties.filter { !Scheme.knownEssentials.contains($0.scheme) }
    }
}
