import PlayheadDASH

/// The places from which updates of a manifest are loaded (ISO/IEC 23009-1 §5.3.9.5), and the one in use. A value.
struct ManifestLocations: Equatable {
    private let original: String
    private var urls: [String]
    private var index = 0

    /// - Parameters:
    ///   - manifest: The first version of the manifest.
    ///   - original: The URL from which it was loaded, which is used if all other places fail.
    init(of manifest: Manifest, original: String) {
        self.original = original
        urls = [original]
        update(manifest, preferring: nil)
    }

    /// The URL of the next load.
    var current: String { urls[index] }

    /// Uses the places of a version; the one in use is kept until the places change.
    /// - Parameters:
    ///   - manifest: The version.
    ///   - place: The place that the steering server prefers, or `nil`.
    mutating func update(_ manifest: Manifest, preferring place: DASHPlace?) {
        let ordered = Self.ordered(manifest.locations.map { ($0.url, $0.serviceLocation) }, preferring: place)
        var known: Set<String> = []
        let found = (ordered + [original]).filter { known.insert($0).inserted }
        guard found != urls else { return }
        urls = found
        index = 0
    }

    /// Uses the next place, because this one failed.
    mutating func fail() { index = (index + 1) % urls.count }

    /// Selects the place of the next patch.
    /// - Parameters:
    ///   - manifest: The version that the patch updates.
    ///   - place: The place that the steering server prefers, or `nil`.
    ///   - date: The time in seconds since 1970, or `nil`. An expired patch is not loaded.
    /// - Returns: The URL; `nil` without a patch.
    static func patch(of manifest: Manifest, preferring place: DASHPlace?, at date: Double?) -> String? {
        let valid = manifest.patchLocations.filter { patch in
            guard let lifetime = patch.timeToLive, let published = manifest.publishTime, let date else { return true }
            return date <= published + lifetime
        }
        return ordered(valid.map { ($0.url, $0.serviceLocation) }, preferring: place).first
    }

    /// Returns URLs, those of a place first, with the changes of its clones.
    private static func ordered(_ all: [(url: String, location: String?)], preferring place: DASHPlace?) -> [String] {
        guard let place else { return all.map(\.url) }
        let preferred = all.filter { $0.location == place.location }.map { found in
            place.clones.reduce(found.url) { $1.uri(replacing: $0) }
        }
        return preferred + all.filter { $0.location != place.location || !place.clones.isEmpty }.map(\.url)
    }
}
