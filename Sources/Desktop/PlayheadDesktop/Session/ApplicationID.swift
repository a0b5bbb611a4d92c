/// The id of the application: of its windows, its name on the session bus, and its desktop file, icon and metainfo.
enum ApplicationID {
    static let current = "org.playhead.Playhead"
}
