import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Detects the kind of media at a URL and creates the source for it.
struct SourceOpener: Sendable {
    var loader: any Loader
    let options: RequestOptions
    let clock: any PlaybackClock
    let preferences: SourcePreferences
    /// The media type that overrides the type in the response.
    var mimeType: String?
    /// Whether a file without an exact duration is read to its end during opening.
    var prefersPreciseDuration = false
    /// Receives the timed metadata of the source.
    var metadata: MetadataTracker?
    /// The parsed playlists that playbacks share; `nil` to parse all of them.
    var playlists: SharedPlaylists?
    /// Receives the first picture while the source is still being opened; `nil` to ignore it.
    var onFirstPicture: FirstPictureHandler?

    /// The maximum length of a file that can't be read in order, and is copied: from a pipe, and from a server without byte ranges, in bytes.
    private static let (maximumPipe, maximumDownload): (Int64, Int64) = (64 << 30, 1 << 30)

    /// Returns a source for `url`, which is not opened yet.
    /// - Throws: `PlaybackError`; `.listOfItems` for M3U without a tag of HLS, PLS and XSPF.
    func source(for url: URL, store: PacketStore, report: @escaping @Sendable (EngineReport) -> Void) async throws -> any MediaSource {
        let name = Self.withoutCredentials(url)
        var watched = self
        watched.loader = CodingWatch(loader) { report(.warning($0)) }
        return try await watched.watchedSource(for: url, name, store, report)
    }

    private func watchedSource(
        for url: URL, _ name: String, _ store: PacketStore, _ report: @escaping @Sendable (EngineReport) -> Void
    ) async throws -> any MediaSource {
        do {
            let declared = mimeType.map { ManifestFormat(type: $0) }
            if declared == nil, Self.looksLikeList(url.path) { throw PlaybackError(.listOfItems, url: name) }
            if let format = declared ?? ManifestFormat(path: url.path) { return try await source(format, url, store, report) }
            let isUndeclared = declared == nil
            if url.isFileURL {
                let opened = try FileDescriptor(opening: url)
                guard opened.regularSize != nil else {
                    return progressiveSource(CopyingByteSource(PipeByteSource(opened), limit: Self.maximumPipe), name, store, report)
                }
                let file = try FileByteSource(opened, url: url)
                let head = isUndeclared ? Self.head(of: file) : []
                if PlaylistFile.isMarked(head) { throw PlaybackError(.listOfItems, url: name) }
                if let format = ManifestFormat(head: head) { return try await source(format, url, store, report) }
                return progressiveSource(file, name, store, report)
            }
            let bytes = try await HTTPByteSource(url: url, loader: loader, options: options, clock: clock)
            if isUndeclared, let format = ManifestFormat(type: bytes.contentType) ?? ManifestFormat(path: bytes.finalURL.path) {
                bytes.cancel()
                return try await source(format, url, store, report)
            }
            if isUndeclared, Self.isListType(bytes.contentType) || Self.looksLikeList(bytes.finalURL.path) {
                bytes.cancel()
                throw PlaybackError(.listOfItems, url: name)
            }
            guard bytes.size != 0 else { throw PlaybackError(.emptyMedia, url: name) }
            if isUndeclared, !bytes.isStation, !Self.isMediaType(bytes.contentType) {
                let head = await bytes.head(ManifestFormat.headBytes)[...]
                let isList = PlaylistFile.isMarked(head)
                if let format = isList ? nil : ManifestFormat(head: head) ?? (Self.isListOfURLs(head) ? .hls : nil) {
                    bytes.cancel()
                    return try await source(format, url, store, report)
                }
                if isList {
                    bytes.cancel()
                    throw PlaybackError(.listOfItems, url: name)
                }
            }
            let isInOrder = !bytes.isStation && !bytes.acceptsRanges
            return progressiveSource(
                isInOrder ? CopyingByteSource(bytes, limit: Self.maximumDownload) : bytes, name, store, report)
        } catch {
            throw PlaybackError(cause: error, otherwise: .unsupportedFormat, url: name)
        }
    }

    private func progressiveSource(
        _ bytes: any ByteSource, _ name: String, _ store: PacketStore, _ report: @escaping @Sendable (EngineReport) -> Void
    ) -> ProgressiveSource {
        ProgressiveSource(
            bytes: bytes, url: name,
            contentKeys: ContentKeys(loader: loader, options: options, clock: clock) { report(.keyStatus($0, $1, system: $2)) },
            store: store, preferredAudio: preferences.audio, metadata: metadata, prefersPreciseDuration: prefersPreciseDuration,
            onFirstPicture: onFirstPicture, report: report)
    }

    private func source(
        _ format: ManifestFormat, _ url: URL, _ store: PacketStore, _ report: @escaping @Sendable (EngineReport) -> Void
    ) async throws -> any MediaSource {
        let start = StartMeasurements()
        let resources = SegmentResources(loader: loader, options: options, clock: clock, start: start, report: report)
        let timeline = PresentationTimeline()
        let presentation: any MediaPresentation
        switch format {
        case .hls: presentation = try await playlist(at: url, resources, timeline, report)
        case .dash: presentation = try await manifest(at: url, resources, timeline, report)
        }
        return SegmentedSource(
            url: Self.withoutCredentials(url), presentation: presentation, resources: resources, timeline: timeline, store: store,
            preferences: preferences, metadata: metadata, onFirstPicture: onFirstPicture, report: report)
    }

    private func playlist(
        at url: URL, _ resources: SegmentResources, _ timeline: PresentationTimeline, _ report: @escaping @Sendable (EngineReport) -> Void
    ) async throws -> HLSPresentation {
        let name = Self.withoutCredentials(url)
        let manifests = PlaylistLoader(loader: loader, options: options, start: resources.start, shared: playlists)
        let found = try await manifests.bytes(at: url.absoluteString, of: .multivariantPlaylist)
        let isNamed = ManifestFormat(path: url.path) == .hls
        if PlaylistFile(found.bytes, isNamed: isNamed) != nil { throw PlaybackError(.listOfItems, url: name) }
        let playlist = try manifests.parse(found.bytes, url: found.url)
        return HLSPresentation(
            url: name, playlist: playlist, resources: resources, timeline: timeline, latency: preferences.liveLatency, metadata: metadata,
            shared: playlists, report: report)
    }

    private func manifest(
        at url: URL, _ resources: SegmentResources, _ timeline: PresentationTimeline, _ report: @escaping @Sendable (EngineReport) -> Void
    ) async throws -> DASHPresentation {
        let name = Self.withoutCredentials(url)
        let loader = PlaylistLoader(loader: loader, options: options, start: resources.start)
        let deadline = clock.now + PlaylistFeed.firstSegmentTimeout
        var wallClock: WallClock?
        while true {
            let found = try await loader.response(at: url.absoluteString, of: .multivariantPlaylist)
            let location = found.response.url.absoluteString
            let receivedAt = clock.now
            let manifest = try ManifestFeed.parse(found.bytes, url: location)
            if manifest.isDynamic, wallClock == nil {
                let date = found.response.headers["Date"].flatMap(ManifestClock.httpDate)
                wallClock = await WallClock(of: manifest, date: date, receivedAt: receivedAt, resources: resources) { report(.warning($0)) }
            }
            func presentation(on wallClock: WallClock?) throws -> DASHPresentation {
                try DASHPresentation(
                    url: name, manifest: manifest, location: location, wallClock: wallClock, resources: resources, timeline: timeline,
                    latency: preferences.liveLatency, metadata: metadata, report: report)
            }
            do {
                return try presentation(on: wallClock)
            } catch let error as PlaybackError where error.kind == .manifestEmpty && manifest.isDynamic {
                let begin = (manifest.availabilityStartTime ?? 0) + manifest.start - (wallClock?.offset ?? 0)
                let beginsNow = abs(begin - clock.now) < PlaylistFeed.firstSegmentTimeout
                if !beginsNow, let (machine, fault) = wallClock?.withoutSource, let found = try? presentation(on: machine) {
                    report(.warning(fault))
                    return found
                }
                // The first segment of a broadcast that begins soon is awaited, as that of a playlist.
                let interval = 1.0
                guard max(begin, clock.now + interval) < deadline else { throw error }
                try await clock.sleep(for: interval)
            }
        }
    }

    private static func looksLikeList(_ path: String) -> Bool {
        let lower = path.lowercased()
        return lower.hasSuffix(".pls") || lower.hasSuffix(".xspf")
    }

    /// Whether `type` is a media type of PLS or XSPF.
    private static func isListType(_ type: String?) -> Bool {
        ["audio/x-scpls", "audio/scpls", "application/pls+xml", "application/xspf+xml"].contains(type?.lowercased())
    }

    /// Whether `type` is a media type that no list has.
    private static func isMediaType(_ type: String?) -> Bool {
        ["audio/", "video/", "image/"].contains { type?.lowercased().hasPrefix($0) == true }
    }

    /// Returns the first bytes of a file, if it can be read from its start again.
    private static func head(of file: FileByteSource) -> ArraySlice<UInt8> {
        var head = [UInt8](repeating: 0, count: ManifestFormat.headBytes)
        guard file.isSeekable, let count = try? head.withUnsafeMutableBytes({ try file.read(into: $0) }) else { return [] }
        try? file.seek(to: 0)
        return head.prefix(count)
    }

    /// Whether the first line of a list is a URL.
    private static func isListOfURLs(_ head: ArraySlice<UInt8>) -> Bool {
        ["http://", "https://"].contains { head.starts(with: $0.utf8) }
    }

    /// The text of the URL without credentials, for errors.
    static func withoutCredentials(_ url: URL) -> String { url.withoutCredentials }
}
