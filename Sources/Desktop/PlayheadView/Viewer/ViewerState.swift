import Foundation
import PlayheadCore

/// The memory of a player program between its runs: positions, recent items and preferences. Its size is bounded.
package struct ViewerState: Sendable, Equatable, Codable {
    /// The version that this code writes and reads.
    package static let currentVersion = 1
    /// The maximum size of the file, in bytes.
    package static let maximumBytes = 1 << 20
    /// The maximum numbers of positions and recent items; the oldest are dropped.
    package static let maximumPositions = 200
    package static let maximumRecents = 12

    /// The position at which an item was left.
    package struct Position: Sendable, Equatable, Codable {
        package var url: String
        /// The position in seconds.
        package var position: Double
        /// The duration in seconds.
        package var duration: Double
    }

    /// An item that was played.
    package struct Recent: Sendable, Equatable, Codable {
        package var url: String
        package var title: String
    }

    /// The choices of the viewer.
    package struct Preferences: Sendable, Equatable, Codable {
        package var volume = 1.0
        package var isMuted = false
        package var stretching = Stretching.uniform.rawValue
        package var captionScale = 1.0
        package var captionLook: Int?
        package var captionsLanguage: String?
        package var showsRemaining = false
        /// The theme of dialogs and panes, `light` or `dark`; `nil` for that of the desktop.
        package var theme: String?
        /// Whether positions and recent items are remembered.
        package var remembers = true

        /// Creates the defaults.
        package init() {}
    }

    /// The version of the format.
    package var version = Self.currentVersion
    /// The positions, the latest first.
    package var positions: [Position] = []
    /// The recent items, the latest first.
    package var recents: [Recent] = []
    /// The choices.
    package var preferences = Preferences()

    /// Creates an empty memory.
    package init() {}

    /// A reason for which a file is not used.
    package enum Problem: Error, Sendable, Equatable {
        /// The file is not JSON of this format, or too large.
        case damaged
        /// The file was written by a later version.
        case laterVersion(Int)
    }

    /// Parses a file. Numbers out of their range are replaced, and long lists are cut.
    package init(_ bytes: Data) throws(Problem) {
        struct Version: Codable { var version: Int }
        guard bytes.count <= Self.maximumBytes, let found = try? JSONDecoder().decode(Version.self, from: bytes) else { throw .damaged }
        guard found.version <= Self.currentVersion else { throw .laterVersion(found.version) }
        guard found.version >= 1, let state = try? JSONDecoder().decode(ViewerState.self, from: bytes) else { throw .damaged }
        self = state
        positions = positions.filter { $0.position.isFinite && $0.position >= 0 && $0.duration.isFinite && $0.duration > 0 }
        positions = Array(positions.prefix(Self.maximumPositions))
        recents = Array(recents.prefix(Self.maximumRecents))
        preferences.volume = preferences.volume.isFinite ? min(max(preferences.volume, 0), 1) : 1
        preferences.captionScale = preferences.captionScale.isFinite ? min(max(preferences.captionScale, 0.25), 4) : 1
    }

    /// The content of the file.
    package var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return (try? encoder.encode(self)) ?? Data()
    }

    // MARK: Positions

    /// Whether an address may be remembered: addresses with a query, or with credentials anywhere, also in a path, are not.
    package static func mayRemember(_ url: URL) -> Bool {
        url.isFileURL || url.query == nil && url.fragment == nil && Secrets.blanked(url.absoluteString) == url.absoluteString
    }

    /// Returns the position to continue an item at, in seconds; `nil` for its start.
    package func resumePosition(of url: URL) -> Double? {
        guard preferences.remembers else { return nil }
        return positions.first { $0.url == url.absoluteString }?.position
    }

    /// Returns the share of an item that was watched, from 0 to 1; `nil` for its start.
    package func progress(of address: String) -> Double? {
        positions.first { $0.url == address }.map { min(max($0.position / $0.duration, 0), 1) }
    }

    /// Remembers the position at which an item was left; forgets it near the start and the end.
    package mutating func note(_ url: URL, position: Double, duration: Double) {
        guard preferences.remembers, Self.mayRemember(url) else { return }
        positions.removeAll { $0.url == url.absoluteString }
        guard position.isFinite, duration.isFinite, Self.isWorthResuming(position, of: duration) else { return }
        positions.insert(Position(url: url.absoluteString, position: position, duration: duration), at: 0)
        positions = Array(positions.prefix(Self.maximumPositions))
    }

    /// Returns whether a position is neither near the start nor near the end; short items always start from the beginning.
    package static func isWorthResuming(_ position: Double, of duration: Double) -> Bool {
        let (shortest, start, end) = (60.0, 10.0, 0.95)
        return duration >= shortest && position >= start && position <= duration * end
    }

    /// Remembers a played item.
    package mutating func note(recent url: URL, title: String) {
        guard preferences.remembers, Self.mayRemember(url) else { return }
        let maximum = 200
        recents.removeAll { $0.url == url.absoluteString }
        recents.insert(Recent(url: url.absoluteString, title: String(title.prefix(maximum))), at: 0)
        recents = Array(recents.prefix(Self.maximumRecents))
    }

    /// The question before everything is forgotten; `nil` if nothing is remembered.
    package var forgetQuestion: String? {
        let parts = [(positions.count, "position"), (recents.count, "recent item")].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return nil }
        return "Forget \(parts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and "))?"
    }

    /// Forgets all positions and items.
    package mutating func forget() { (positions, recents) = ([], []) }
}
