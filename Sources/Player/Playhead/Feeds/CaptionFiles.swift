import Foundation
import PlayheadCore
import PlayheadTransport

/// Finds the caption files beside local media by their names: `film.srt`, and `film.en.srt` with a language, belong to `film.mkv`.
struct CaptionFiles {
    /// The maximum number of tracks of an item.
    static let maximumTracks = 32
    /// The maximum number of names that are read, of all folders.
    private static let maximumNames = 200_000

    private var folders: [String: [FolderContents.Entry]] = [:]
    private var nameCount = 0

    /// Returns an entry with the caption files that belong to it, unless it has tracks. The one without a language, or the only one, is shown
    /// by default.
    mutating func added(to entry: PlaylistEntry) -> PlaylistEntry {
        guard entry.tracks.isEmpty, let url = entry.sources.first?.url, url.isFileURL, url.foreignFileReason == nil else {
            return entry
        }
        let title = url.deletingPathExtension().lastPathComponent
        let found = captions(in: url.deletingLastPathComponent())
            .compactMap { file in Self.suffix(of: file.name, after: title).map { (file, suffix: $0) } }
            .sorted { ($0.suffix, $0.0.name) < ($1.suffix, $1.0.name) }
        var entry = entry
        entry.tracks = found.prefix(Self.maximumTracks).compactMap { file, suffix in
            let language = Self.language(of: suffix)
            return URL(fileBytes: file.path).map {
                ItemTrack(
                    url: $0, label: language == nil && !suffix.isEmpty ? suffix : nil, language: language,
                    isDefault: suffix.isEmpty || found.count == 1)
            }
        }
        return entry
    }

    /// Returns what is between the name of a film and the extension of a caption file; `nil` if the file belongs to another film.
    private static func suffix(of name: String, after title: String) -> String? {
        guard name.hasPrefix(title + ".") else { return nil }
        return name.dropFirst(title.count + 1).split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
    }

    /// Returns the language at the end of a suffix, such as `en` and `pt-BR`.
    private static func language(of suffix: String) -> String? {
        guard let last = suffix.split(separator: ".").last, let code = last.split(whereSeparator: { "-_".contains($0) }).first,
            (2...3).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isLetter }), LanguageTag(String(last)) != nil
        else { return nil }
        return String(last)
    }

    /// Returns the caption files in a folder.
    private mutating func captions(in folder: URL) -> [FolderContents.Entry] {
        if let known = folders[folder.path] { return known }
        var files: [FolderContents.Entry] = []
        if let contents = FolderContents(folder.fileBytes) {
            for entry in contents {
                nameCount += 1
                guard nameCount <= Self.maximumNames else { break }
                if !entry.isFolder, MediaFiles.isCaptions(entry.name) { files.append(entry) }
            }
        }
        folders[folder.path] = files
        return files
    }
}
