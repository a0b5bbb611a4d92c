import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Turns locations into items: folders into their media files, local lists and feeds into their items. Other lists on servers are items,
/// which a player replaces by the items of the list.
package struct LocationReader {
    /// The items in order, limited to ``MediaFiles/maximum``.
    package private(set) var entries: [PlaylistEntry] = []
    /// The problems, for the viewer, limited in number.
    package private(set) var warnings: [String] = []
    /// The error of the first feed among the locations that could not be loaded; `nil` without one.
    package private(set) var error: PlaybackError?
    private let options: AssetOptions
    /// The numbers of entries of lists, of names in folders and of bytes of lists that were read. They bound the time of lists that name
    /// other lists or folders many times.
    private var (entryCount, nameCount, byteCount) = (0, 0, 0)
    /// The lists that are being read, because of which a list that contains itself ends.
    private var visited: Set<String> = []
    private static let maximumDepth = 4
    private static let maximumWarnings = 20

    private init(_ options: AssetOptions) { self.options = options }

    /// Reads locations outside of the main actor.
    /// - Parameters:
    ///   - urls: The locations in order.
    ///   - areFeeds: Whether all locations are feeds, whatever their names.
    ///   - findsCaptions: Whether the caption files beside local media, and those among the locations, become tracks of the media.
    ///   - options: The options of requests of feeds.
    /// - Returns: The reader, with the items and the problems.
    package static func read(_ urls: [URL], areFeeds: Bool = false, findsCaptions: Bool = false, options: AssetOptions = AssetOptions())
        async
        -> LocationReader
    {
        var reader = LocationReader(options)
        let captionFiles =
            findsCaptions ? urls.filter { $0.isFileURL && MediaFiles.isCaptions($0.lastPathComponent) && isRegularFile($0) } : []
        // Without media they are items, whose errors name the problem.
        let tracks = captionFiles.count < urls.count ? Set(captionFiles) : []
        let media = urls.filter { !tracks.contains($0) }
        for url in media {
            if areFeeds {
                await reader.addFeed(url, depth: 0)
            } else {
                await reader.add(PlaylistEntry(sources: [ItemSource(url: url)]), depth: 0)
            }
        }
        if findsCaptions {
            var captions = CaptionFiles()
            reader.entries = reader.entries.map { captions.added(to: $0) }
            if !tracks.isEmpty { reader.add(captionFiles: captionFiles) }
        }
        return reader
    }

    /// Adds the caption files among the locations: to the only item, or else to none except those that have their names.
    private mutating func add(captionFiles: [URL]) {
        func path(_ url: URL) -> String { url.resolvingSymlinksInPath().path }
        let known = Set(entries.flatMap(\.tracks).map { path($0.url) })
        let others = captionFiles.filter { !known.contains(path($0)) }
        guard entries.count == 1 else {
            for file in others { warn("\(file.lastPathComponent) is not used: it has the name of no film beside it.") }
            return
        }
        var tracks = entries[0].tracks
        let added = others.prefix(max(0, CaptionFiles.maximumTracks - tracks.count))
        if !added.isEmpty { for index in tracks.indices where tracks[index].kind == .captions { tracks[index].isDefault = false } }
        tracks += added.enumerated().map { index, file in
            ItemTrack(url: file, label: file.deletingPathExtension().lastPathComponent, isDefault: index == 0)
        }
        entries[0].tracks = tracks
    }

    private mutating func add(_ entry: PlaylistEntry, depth: Int) async {
        guard entries.count < MediaFiles.maximum, let url = entry.sources.first?.url else { return }
        guard url.isFileURL, url.foreignFileReason == nil else {
            if Feed.isNamed(url) { await addFeed(url, depth: depth) } else { entries.append(entry) }
            return
        }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        if isThere, isFolder.boolValue { return addFolder(url) }
        if Feed.isNamed(url) { return await addFeed(url, depth: depth) }
        guard PlaylistFile.isList(url.lastPathComponent), let list = list(url) else { return entries.append(entry) }
        await add(list, at: url, depth: depth)
    }

    private mutating func warn(_ text: String) {
        if warnings.count < Self.maximumWarnings { warnings.append(text) }
    }

    private mutating func addFeed(_ url: URL, depth: Int) async {
        do {
            entries += try await Feed.load(from: url, options: options).entries
        } catch {
            let error = error as? PlaybackError ?? PlaybackError(.feedUnreachable, underlying: "\(error)")
            if depth == 0 { self.error = self.error ?? error }
            warn("\(error.message) (\(error.code))")
        }
    }

    /// Whether a file can be read to its end without waiting, unlike a pipe.
    private static func isRegularFile(_ url: URL) -> Bool {
        (try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }

    /// Reads a list file; `nil` if it is a stream or cannot be read.
    private mutating func list(_ url: URL) -> Feed? {
        guard byteCount <= 4 * PlaylistFile.maximumBytes, Self.isRegularFile(url), let file = try? FileHandle(forReadingFrom: url)
        else { return nil }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: PlaylistFile.maximumBytes + 1) else { return nil }
        byteCount += bytes.count
        return try? Feed([UInt8](bytes), from: url)
    }

    private mutating func add(_ list: Feed, at url: URL, depth: Int) async {
        let name = url.resolvingSymlinksInPath().path
        guard !visited.contains(name) else { return warn("\(url.lastPathComponent) contains itself.") }
        guard depth < Self.maximumDepth else { return warn("\(url.lastPathComponent) is not opened: lists are nested too deeply.") }
        visited.insert(name)
        defer { visited.remove(name) }
        if list.leftOut > 0 {
            warn("\(url.lastPathComponent): \(list.leftOut) of its entries have no address that can be played.")
        }
        if list.entries.count == PlaylistFile.maximumEntries {
            warn("Only \(PlaylistFile.maximumEntries) entries of \(url.lastPathComponent) are used.")
        }
        for entry in list.entries {
            entryCount += 1
            guard entryCount <= 2 * MediaFiles.maximum else { return warn("\(url.lastPathComponent) has too many entries.") }
            await add(entry, depth: depth + 1)
        }
    }

    /// Adds the media files of a folder and of the folders in it, sorted; links to folders are not followed.
    private mutating func addFolder(_ folder: URL) {
        var found: [(url: URL, text: String)] = []
        // The number of visited names is limited, too, for folders without media.
        let maximumNames = 200_000
        var folders = [folder.fileBytes]
        while found.count < MediaFiles.maximum, nameCount < maximumNames, let path = folders.popLast() {
            guard let contents = FolderContents(path) else {
                if path == folder.fileBytes { return warn("\(folder.path) can't be read.") }
                continue
            }
            for entry in contents {
                nameCount += 1
                guard found.count < MediaFiles.maximum, nameCount < maximumNames else { break }
                if entry.name.hasPrefix(".") { continue }
                if entry.isFolder {
                    folders.append(entry.path)
                } else if MediaContainer.isNamed(entry.name), let url = URL(fileBytes: entry.path) {
                    found.append((url, String(decoding: entry.path, as: UTF8.self)))
                }
            }
        }
        if found.isEmpty { warn("\(folder.lastPathComponent) has no media files.") }
        if found.count == MediaFiles.maximum { warn("Only \(MediaFiles.maximum) files of \(folder.lastPathComponent) are used.") }
        found.sort { MediaFiles.isBefore($0.text, $1.text) }
        entries += found.map { PlaylistEntry(sources: [ItemSource(url: $0.url)]) }
    }
}
