import Foundation
import PlayheadCore

/// Where a player is shown.
protocol NowPlayingBus: Sendable {
    /// Shows this from now on.
    /// - Parameter jump: The position that clients must be told, in seconds.
    func show(_ properties: MPRISProperties, _ position: ShownPosition, jump: Double?)
    /// Where the playhead is, where nothing else has changed.
    func show(_ position: ShownPosition)
    /// A call was carried out, and what came of it is shown.
    /// - Parameter onAnswered: Called once, on any thread, after the answer was written, or where nobody waits for one any more.
    func done(_ call: UInt64, onAnswered: (@Sendable () -> Void)?)
    /// Leaves the bus, soon, after all calls were answered.
    func close()
}

extension NowPlayingBus {
    /// A call was carried out, and what came of it is shown.
    func done(_ call: UInt64) { done(call, onAnswered: nil) }
}

/// Makes a bus; of the closures the first takes calls, and the second hears what becomes of the bus, both on any thread.
typealias NowPlayingBusFactory = (
    NowPlayingOptions, any PlaybackClock, @escaping @Sendable (UInt64, MPRISCommand) -> Void, @escaping @Sendable (BusNews) -> Void
) -> (any NowPlayingBus)?

/// The session bus.
func sessionBus(
    _ options: NowPlayingOptions, _ clock: any PlaybackClock, _ onCommand: @escaping @Sendable (UInt64, MPRISCommand) -> Void,
    _ onNews: @escaping @Sendable (BusNews) -> Void
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
