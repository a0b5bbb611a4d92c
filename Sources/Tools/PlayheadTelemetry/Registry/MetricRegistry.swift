import Foundation
@_exported import PlayheadNumbers
import Synchronization

/// The metrics of a process, shared by those who measure and those who publish. From any thread.
package final class MetricRegistry: Sendable {
    private let store: Mutex<MetricStore>
    private let wallTime: @Sendable () -> Double

    /// Creates a registry without series.
    /// - Parameters:
    ///   - maximumSeries: The maximum number of samples in an exposition; 10,000 by default.
    ///   - wallTime: Returns the time in seconds since 1970.
    package init(maximumSeries: Int = 10_000, wallTime: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
        self.wallTime = wallTime
        store = Mutex(MetricStore(maximumSeries: maximumSeries, start: wallTime()))
    }

    /// The values of all series at this moment.
    package var families: [MetricFamily] { store.withLock { $0.families } }

    /// The time in seconds since 1970.
    package var time: Double { wallTime() }

    /// Changes several series at once, so that readers see all of the changes or none. `change` receives the time in seconds since 1970.
    package func update<Result: Sendable>(_ change: (inout MetricStore, _ time: Double) -> Result) -> Result {
        let time = wallTime()
        return store.withLock { change(&$0, time) }
    }
}
