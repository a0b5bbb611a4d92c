import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension Playback {
    /// Returns a loader for other resources than streams, such as lists, over the permitted networks.
    func loader(for url: URL, _ options: AssetOptions) -> any Loader {
        let rules = RequestRules(root: url, options: options, conditions: configuration.network.conditions) { _ in }
        let meter = meter(nil)
        return connections.loader { MeteredLoader(base: GuardedLoader(base: $0, rules: rules), meter: meter) }
    }

    /// The receivers of the measurements of the requests for `log`; `nil` for requests beside the media.
    func meter(_ log: PlaybackLog?) -> LoadMeter {
        LoadMeter(
            tally: log?.tally, measurements: measurements, playback: log?.sessionID, clock: configuration.clock,
            conditions: configuration.network.conditions)
    }
}
