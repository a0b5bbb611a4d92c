#if canImport(CGtk)
    import Foundation
    import Playhead
    import PlayheadArguments
    import PlayheadTransport
    import PlayheadView

    /// Turns locations into items: folders into their media files, lists and feeds into their items.
    struct LocationReader {
        /// The items in order, limited to ``MediaFiles/maximum``.
        private(set) var items: [Item] = []
        /// The problems, for the viewer, limited in number.
        private(set) var warnings: [String] = []
        /// The numbers of entries of lists, of names in folders and of bytes of lists that were read. They bound the time of lists that name
        /// other lists or folders many times.
        private var (entryCount, nameCount, byteCount) = (0, 0, 0)
        /// The lists that are being read, because of which a list that contains itself ends.
        private var visited: Set<String> = []
        private static let maximumDepth = 4
        private static let maximumWarnings = 20

        /// An item to play.
        struct Item: Sendable {
            var entry: PlaylistEntry
            /// The duration that a list declares, in seconds.
            var duration: Double?
        }

        /// Reads locations outside of the main actor.
        static func read(_ urls: [URL]) async -> LocationReader {
            var reader = LocationReader()
            for url in urls { await reader.add(url, depth: 0, entry: nil) }
            return reader
        }

        private mutating func add(_ url: URL, depth: Int, entry: PlaylistFile.Entry?) async {
            guard items.count < MediaFiles.maximum else { return }
            guard url.isFileURL else {
                if Location.isFeed(url) { return await addFeed(url) }
                return add(url, entry)
            }
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            if isThere, isFolder.boolValue { return addFolder(url) }
            if Location.isFeed(url) { return await addFeed(url) }
            if PlaylistFile.isList(url.lastPathComponent), let list = list(url) {
                return await add(list, at: url, depth: depth)
            }
            add(url, entry)
        }

        private mutating func add(_ url: URL, _ entry: PlaylistFile.Entry?) {
            let item = PlaylistEntry(sources: [ItemSource(url: url)], title: entry?.title)
            items.append(Item(entry: item, duration: entry?.duration))
        }

        private mutating func warn(_ text: String) {
            if warnings.count < Self.maximumWarnings { warnings.append(text) }
        }

        private mutating func addFeed(_ url: URL) async {
            do {
                items += try await Feed.load(from: url).entries.map { Item(entry: $0) }
            } catch {
                let error = error as? PlaybackError ?? PlaybackError(.feedUnreachable, underlying: "\(error)")
                warn("\(error.message) (\(error.code))")
            }
        }

        /// Whether a file can be read to its end without waiting, unlike a pipe.
        private static func isRegularFile(_ url: URL) -> Bool {
            (try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }

        /// Reads a list file; `nil` if it is a stream or cannot be read.
        private mutating func list(_ url: URL) -> PlaylistFile? {
            guard byteCount <= 4 * PlaylistFile.maximumBytes, Self.isRegularFile(url), let file = try? FileHandle(forReadingFrom: url)
            else { return nil }
            defer { try? file.close() }
            guard let bytes = try? file.read(upToCount: PlaylistFile.maximumBytes + 1) else { return nil }
            byteCount += bytes.count
            return PlaylistFile([UInt8](bytes))
        }

        private mutating func add(_ list: PlaylistFile, at url: URL, depth: Int) async {
            let name = url.resolvingSymlinksInPath().path
            guard !visited.contains(name) else { return warn("\(url.lastPathComponent) contains itself.") }
            guard depth < Self.maximumDepth else {
                return warn("\(url.lastPathComponent) is not opened: lists are nested too deeply.")
            }
            visited.insert(name)
            defer { visited.remove(name) }
            if list.isTruncated { warn("Only \(PlaylistFile.maximumEntries) entries of \(url.lastPathComponent) are used.") }
            for entry in list.entries {
                entryCount += 1
                guard entryCount <= 2 * MediaFiles.maximum else { return warn("\(url.lastPathComponent) has too many entries.") }
                guard let target = PlaylistFile.url(of: entry.location, in: url) else {
                    warn("\(url.lastPathComponent): '\(entry.location.prefix(80))' is not an address that can be played.")
                    continue
                }
                await add(target, depth: depth + 1, entry: entry)
            }
        }

        /// Adds the media files of a folder and of the folders in it, sorted; links to folders are not followed.
        private mutating func addFolder(_ folder: URL) {
            let keys: [URLResourceKey] = [.isRegularFileKey]
            guard
                let files = FileManager.default.enumerator(
                    at: folder, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles], errorHandler: { _, _ in true })
            else { return warn("\(folder.path) can't be read.") }
            var found: [URL] = []
            // The number of visited names is limited, too, for folders without media.
            let maximumNames = 200_000
            while found.count < MediaFiles.maximum, nameCount < maximumNames, let file = files.nextObject() as? URL {
                nameCount += 1
                if MediaFiles.isMedia(file.lastPathComponent) { found.append(file) }
            }
            if found.isEmpty { warn("\(folder.lastPathComponent) has no media files.") }
            if found.count == MediaFiles.maximum { warn("Only \(MediaFiles.maximum) files of \(folder.lastPathComponent) are used.") }
            found.sort { MediaFiles.isBefore($0.path, $1.path) }
            for file in found { add(file, nil) }
        }
    }
#endif
