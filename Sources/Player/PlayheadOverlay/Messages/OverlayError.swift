/// An error of an overlay, or of its player.
public struct OverlayError: Error, Sendable, Hashable {
    /// The severity of an error.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// The overlay has ended, and the app should destroy it. Playback continues.
        case fatal
        /// The overlay continues.
        case warning
    }

    /// The kinds of errors of the overlay itself.
    package enum Kind: Int, Sendable, Hashable, CaseIterable {
        /// The page did not become ready in time.
        case readyTimeout = 1
        /// The page failed to load.
        case pageUnreachable = 2
        /// The page's process ended.
        case pageCrashed = 3
        /// The page navigated away, or was closed.
        case pageLeft = 4
        /// The page was unloaded after too many refused messages.
        case abuse = 5
        /// The page's script does not respond.
        case pageHung = 6
        /// A message of the page was refused.
        case messageRefused = 10
        /// The page has no permission for a message.
        case notPermitted = 11
        /// The page sends too many messages.
        case tooFast = 12
        /// The page attempted an action that is not allowed.
        case actionRefused = 13
        /// The app or a plugin sent an invalid message.
        case invalidMessage = 20
        /// The player does not support the request.
        case unsupported = 21
    }

    /// The severity.
    public var level: Level
    /// A code of six digits: 207… for fatal errors and 307… for warnings of the overlay itself; errors of the player have codes of their
    /// own.
    public var code: Int
    /// A sentence for users, in English.
    public var message: String

    /// Creates an error.
    public init(level: Level, code: Int, message: String) {
        self.level = level
        self.code = code
        self.message = message
    }

    /// Creates an error of the overlay itself.
    /// - Parameters:
    ///   - kind: The kind.
    ///   - level: The severity.
    ///   - detail: Additional text.
    package init(_ kind: Kind, _ level: Level, _ detail: String? = nil) {
        let severity = level == .fatal ? 200_000 : 300_000
        let category = 7_000
        self.init(level: level, code: severity + category + kind.rawValue, message: kind.message + (detail.map { ": \($0)" } ?? "."))
    }
}

extension OverlayError.Kind {
    fileprivate var message: String {
        switch self {
        case .readyTimeout: "The page was not ready within the timeout"
        case .pageUnreachable: "The page could not be loaded"
        case .pageCrashed: "The page crashed"
        case .pageLeft: "The page is gone"
        case .pageHung: "The page does not respond"
        case .abuse: "The page was refused too often and is unloaded"
        case .messageRefused: "A message of the page was refused"
        case .notPermitted: "The page has no permission"
        case .tooFast: "The page sends too many messages"
        case .actionRefused: "An action of the page was refused"
        case .invalidMessage: "A message to the overlay is invalid"
        case .unsupported: "The player can't do that"
        }
    }
}
