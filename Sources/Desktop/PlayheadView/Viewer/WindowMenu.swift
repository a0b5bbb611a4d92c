/// The context menu of a program's window: groups of lines with their keys.
package enum WindowMenu {
    /// The command of a line.
    package enum Command: Sendable, Hashable {
        case toggle, next, previous
        /// Opens a page of the settings.
        case settings(SettingsMenu.Page)
        case fullscreen, miniWindow, playlist, statistics, screenshot
        case openFiles, openAddress, recents, openCaptions
        case preferences, keys, about, quit
    }

    /// A line of the menu.
    package struct Line: Sendable, Hashable {
        package var title: String
        /// The key that does the same; empty without one.
        package var keys: String
        package var command: Command
        /// Whether the line is checked; `nil` if it is not a state that is on or off.
        package var isChecked: Bool?

        package init(_ title: String, _ keys: String, _ command: Command, isChecked: Bool? = nil) {
            (self.title, self.keys, self.command, self.isChecked) = (title, keys, command, isChecked)
        }
    }

    /// The facts about the window.
    package struct Facts: Sendable, Hashable {
        package var hasItem = false
        package var hasPicture = false
        /// Whether the item has failed, and there are recent ones.
        package var offersRecents = false
        package var isMini = false
        package var showsPlaylist = false
        package var showsStatistics = false

        package init() {}
    }

    /// Returns the groups of the menu. Groups and lines without a use at the moment are left out.
    package static func groups(_ model: ControlBarModel, _ facts: Facts) -> [[Line]] {
        guard facts.hasItem else { return [opening(facts), program] }
        var playback = [Line(model.playButton.label, "Space", .toggle)]
        if !model.isPlayEnabled { playback = [] }
        if model.next == .enabled { playback.append(Line("Next", "N", .next)) }
        if model.previous == .enabled { playback.append(Line("Previous", "P", .previous)) }
        let pages: [(SettingsMenu.Page, String)] = [(.captions, "C"), (.audio, ""), (.speed, "<  >"), (.quality, ""), (.picture, "")]
        let settings = pages.filter { model.settings.pages[$0.0] != nil }.map { Line($0.0.title + "…", $0.1, .settings($0.0)) }
        var view = [
            Line("Full screen", "F", .fullscreen, isChecked: model.isFullscreen),
            Line("Mini window", "W", .miniWindow, isChecked: facts.isMini),
            Line("Playlist", "T", .playlist, isChecked: facts.showsPlaylist),
            Line("Statistics", "I", .statistics, isChecked: facts.showsStatistics),
        ]
        if facts.hasPicture { view.append(Line("Save the picture", "S", .screenshot)) }
        return [playback, settings, view, opening(facts), program].filter { !$0.isEmpty }
    }

    private static func opening(_ facts: Facts) -> [Line] {
        var lines = [Line("Open files…", "Ctrl+O", .openFiles), Line("Open address…", "Ctrl+L", .openAddress)]
        if facts.offersRecents { lines.append(Line("Recent items…", "", .recents)) }
        return facts.hasItem ? lines + [Line("Open captions…", "", .openCaptions)] : lines
    }

    private static let program = [
        Line("Preferences", "Ctrl+,", .preferences), Line("Keys", "?", .keys), Line("About Playhead", "", .about), Line("Quit", "Q", .quit),
    ]
}
