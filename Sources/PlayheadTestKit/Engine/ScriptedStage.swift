import Foundation
import PlayheadCore
import PlayheadEngine
import Synchronization

/// Makes ``ScriptedEngine``s for players, and moves the time on for them.
///
/// ```swift
/// let stage = ScriptedStage()
/// var configuration = PlayerConfiguration()
/// configuration.clock = stage.clock
/// configuration.makeEngine = stage.makeEngine
/// ```
/// All members may be used from any thread.
public final class ScriptedStage: Sendable {
    private struct State {
        var script: EngineScript
        var scripts: [String: EngineScript] = [:]
        var engines: [ScriptedEngine] = []
    }

    /// The clock, for the player and its engines.
    public let clock: ManualClock
    private let state: Mutex<State>

    /// Makes a stage.
    /// - Parameters:
    ///   - script: What engines do that have no script of their own.
    ///   - clock: The clock, for the player and its engines.
    public init(_ script: EngineScript = EngineScript(), clock: ManualClock = ManualClock()) {
        self.clock = clock
        state = Mutex(State(script: script))
    }

    /// What engines do that are made from now on and have no script of their own.
    public var script: EngineScript {
        get { state.withLock { $0.script } }
        set { state.withLock { $0.script = newValue } }
    }

    /// Gives the engines of one URL a script of their own, from now on.
    public func setScript(_ script: EngineScript, for url: URL) {
        state.withLock { $0.scripts[url.absoluteString] = script }
    }

    /// For a player's configuration.
    public var makeEngine: MediaEngineFactory {
        { [self] url, configuration, report in
            state.withLock { state in
                let script = state.scripts[url.absoluteString] ?? state.script
                let engine = ScriptedEngine(script, url: url, configuration: configuration, clock: clock, report: report)
                state.engines.append(engine)
                return engine
            }
        }
    }

    /// The engines that were made, in order.
    public var engines: [ScriptedEngine] { state.withLock { $0.engines } }

    /// How many reports all engines have made; a test waits until its players have taken as many.
    public var reportCount: Int { engines.reduce(0) { $0 + $1.reportCount } }

    /// Forgets the engines that are closed.
    public func forgetClosedEngines() {
        state.withLock { $0.engines.removeAll(where: \.isClosed) }
    }

    /// Lets one thing happen: the next one of any engine that is due until `time`, to which the clock is moved.
    /// - Parameter time: Seconds on the clock.
    /// - Returns: Whether there was one; if not, the clock stands at `time`.
    public func step(until time: Double) -> Bool {
        let due = engines.compactMap { engine in engine.nextTime.map { (engine, $0) } }.min { $0.1 < $1.1 }
        guard let (engine, next) = due, next <= time else {
            clock.advance(to: time)
            return false
        }
        clock.advance(to: next)
        engine.step()
        return true
    }
}
