import Playhead
import PlayheadCore
import PlayheadOrigin

/// The surroundings of all viewers of a process.
package struct CrowdSetting: Sendable {
    /// The configuration of each viewer's session, whose clock is also that of the run.
    package var configuration: PlayerConfiguration
    /// The recorded networks; viewers share no bandwidth. Without any, viewers use the machine's network as it is.
    package var networks: [NetworkTrace] = []
    /// Receives each event of each viewer, on any thread; it must not block.
    package var onEvent: (@Sendable (any PlayerEvent, ViewerPlan) -> Void)?

    /// Creates a setting.
    /// - Parameter configuration: The configuration of each viewer's session.
    package init(configuration: PlayerConfiguration) { self.configuration = configuration }

    /// Returns the configuration of sessions without outputs, whose viewers have nothing in common but the machine.
    package static var viewerConfiguration: PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.postsNotifications = false
        configuration.displaysLockScreenControls = false
        configuration.audioOutput = .none
        configuration.playlist.preloadsNextItem = false
        configuration.decoding = .none
        configuration.sharesPlaylists = true
        return configuration
    }
}

/// A receiver of the totals of a run, such as a publisher of metrics.
package protocol MonitorSink: AnyObject, Sendable {
    /// Receives the totals once a second. Must return at once: work that takes time belongs on a task of the receiver.
    func publish(_ totals: MonitorTotals)
    /// Receives the totals at the end of the run, and returns when they are published, or after a time limit of its own.
    /// - Returns: Whether they are published. It reports why they are not.
    func finish(_ totals: MonitorTotals) async -> Bool
}
