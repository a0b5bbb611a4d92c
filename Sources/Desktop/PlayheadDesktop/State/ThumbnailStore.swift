#if canImport(CGtk)
    import CGtk
    import Foundation
    import PlayheadView

    /// The small pictures of recent items, below `XDG_CACHE_HOME`. There are no more of them than recent items, and only the user can read
    /// them. If the folder cannot be written, the start screen has no pictures.
    @MainActor
    struct ThumbnailStore {
        private let folder = Self.location

        /// Stores the picture of an address, which `write` writes to a path; replaces the picture before.
        func store(_ url: URL, write: (String) -> Bool) {
            guard let folder, ViewerState.mayRemember(url), let file = file(of: url.absoluteString) else { return }
            let files = FileManager.default
            let new = folder.appendingPathComponent(".new-\(getpid()).png")
            defer { try? files.removeItem(at: new) }
            try? files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // The file is private from the start.
            guard files.createFile(atPath: new.path, contents: nil, attributes: [.posixPermissions: 0o600]), write(new.path) else { return }
            _ = rename(new.path, file.path)
        }

        /// Reads the picture of an address; `nil` without one.
        func picture(of address: String) -> [UInt8]? {
            guard let file = file(of: address) else { return nil }
            var status = stat()
            guard lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let handle = try? FileHandle(forReadingFrom: file)
            else { return nil }
            defer { try? handle.close() }
            let bytes = [UInt8]((try? handle.read(upToCount: ThumbnailSchedule.maximumBytes + 1)) ?? Data())
            return bytes.count <= ThumbnailSchedule.maximumBytes ? bytes : nil
        }

        /// Deletes the pictures of all other addresses.
        func keep(only addresses: [String]) {
            guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return }
            let kept = Set(addresses.compactMap { file(of: $0)?.lastPathComponent })
            for name in names where name.hasSuffix(".png") && !name.hasPrefix(".new-") && !kept.contains(name) {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }

        private func file(of address: String) -> URL? {
            guard let folder, let sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, address, -1) else { return nil }
            defer { g_free(sum) }
            return folder.appendingPathComponent(String(cString: sum) + ".png")
        }

        /// `$XDG_CACHE_HOME/playhead/thumbnails`, by default in `~/.cache`; `nil` without a home. Relative paths are invalid.
        private static var location: URL? {
            let environment = ProcessInfo.processInfo.environment
            let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0).appendingPathComponent(".cache") : nil }
            let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
            return (cache ?? home)?.appendingPathComponent("playhead/thumbnails")
        }
    }
#endif
