/// What goes wrong in an overlay, or what its player tells of itself.
public struct OverlayError: Error, Sendable, Hashable {
    /// How bad it is.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// This overlay is over, and the app should destroy it. Playback goes on.
        case fatal
        /// Nothing stops.
        case warning
    }

    /// What went wrong in the overlay itself.
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
        /// The page did not say that it is ready in time.
        case readyTimeout = 1
        /// The page can't be loaded.
        case pageUnreachable = 2
        /// The page's process ended.
        case pageCrashed = 3
        /// The page went elsewhere, or was closed.
        case pageLeft = 4
        /// The page was refused too often, and is unloaded.
        case abuse = 5
        /// The page's script does not answer any more.
        case pageHung = 6
        /// A message of the page was refused.
        case messageRefused = 10
        /// A message of the page asks for what the app has not granted.
        case notPermitted = 11
        /// The page sends too fast.
        case tooFast = 12
        /// The page tried something besides messages that it may not.
        case actionRefused = 13
        /// The app or a plugin gave a message that is none.
        case invalidMessage = 20
        /// The player can't do what it was asked for.
        case unsupported = 21
    }

    /// How bad it is.
    public var level: Level
    /// Six digits: 207… for fatal errors and 307… for warnings of the overlay itself; those of the player are its own.
    public var code: Int
    /// One sentence in English for people.
    public var message: String

    /// Makes an error.
    public init(level: Level, code: Int, message: String) {
        self.level = level
        self.code = code
        self.message = message
    }

    /// Makes an error of the overlay itself.
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - level: How bad it is.
    ///   - detail: What is to be said besides.
    public init(_ kind: Kind, _ level: Level, _ detail: String? = nil) {
        let severity = level == .fatal ? 200_000 : 300_000
        let category = 7_000
        self.init(level: level, code: severity + category + kind.rawValue, message: kind.message + (detail.map { ": \($0)" } ?? "."))
    }
}

extension OverlayError.Kind {
    fileprivate var message: String {
        switch self {
        case .readyTimeout: "The page did not get ready in time"
        case .pageUnreachable: "The page could not be loaded"
        case .pageCrashed: "The page crashed"
        case .pageLeft: "The page is gone"
        case .pageHung: "The page does not answer any more"
        case .abuse: "The page was refused too often and is unloaded"
        case .messageRefused: "A message of the page was refused"
        case .notPermitted: "The page may not do that"
        case .tooFast: "The page sends too many messages"
        case .actionRefused: "Something that the page tried was refused"
        case .invalidMessage: "A message to the overlay is not valid"
        case .unsupported: "The player can't do that"
        }
    }
}
