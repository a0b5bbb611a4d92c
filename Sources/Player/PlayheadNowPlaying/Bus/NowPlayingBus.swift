import Foundation
import PlayheadCore

/// A bus on which a player is published.
protocol NowPlayingBus: Sendable {
    /// Publishes properties and the position. `jump` is the position for a `Seeked` signal, in seconds; `nil` for no signal.
    func show(_ properties: MPRISProperties, _ position: ShownPosition, jump: Double?)
    /// Publishes the position, if nothing else has changed.
    func show(_ position: ShownPosition)
    /// Completes a command whose effect has been published. `onAnswered` is called once, on any thread, after the reply was sent, or if no
    /// client waits for a reply any more.
    func done(_ call: UInt64, onAnswered: (@Sendable () -> Void)?)
    /// Leaves the bus asynchronously, after all calls were answered.
    func close()
}

extension NowPlayingBus {
    /// Completes a command whose effect has been published.
    func done(_ call: UInt64) { done(call, onAnswered: nil) }
}

/// Creates a bus. The closures are called on any thread: the first with each command, the second when the state of the bus changes.
typealias NowPlayingBusFactory = (
    NowPlayingOptions, any PlaybackClock, @escaping @Sendable (UInt64, MPRISCommand) -> Void, @escaping @Sendable (BusNews) -> Void
) -> (any NowPlayingBus)?

/// Creates the player's connection to the session bus.
func sessionBus(
    _ options: NowPlayingOptions, _ clock: any PlaybackClock, onCommand: @escaping @Sendable (UInt64, MPRISCommand) -> Void,
    onNews: @escaping @Sendable (BusNews) -> Void
) -> (any NowPlayingBus)? {
    #if canImport(CSystemd)
        let names = BusNames(
            application: options.busName ?? options.applicationName.lowercased(), process: ProcessInfo.processInfo.processIdentifier)
        let service = BusService(
            BusService.Setup(names: names, address: options.busAddress, clock: clock, onCommand: onCommand, onNews: onNews))
        service.start()
        return service
    #else
        onNews(.unavailable("Playhead was built without sd-bus"))
        return nil
    #endif
}
