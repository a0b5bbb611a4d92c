import CoreMetrics

extension MetricRegistry: MetricsFactory {
    /// Makes a counter. The characters of labels that are invalid in Prometheus become underscores.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        handler(MetricDescription(MetricName(converting: label), .counter), dimensions)
    }

    /// Makes a counter of fractions.
    package func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        handler(MetricDescription(MetricName(converting: label), .counter), dimensions)
    }

    /// Makes a gauge.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        handler(MetricDescription(MetricName(converting: label), .gauge), dimensions)
    }

    /// Makes a histogram, or without aggregation a gauge.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let kind: MetricDescription.Kind = aggregate ? .histogram(bounds: MetricDescription.wideBounds) : .gauge
        return handler(MetricDescription(MetricName(converting: label), kind), dimensions)
    }

    /// Makes a histogram of seconds, whose name ends with `_seconds`.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let suffix = "_\(MetricUnit.seconds.rawValue)"
        let name = label.hasSuffix(suffix) ? label : label + suffix
        return handler(
            MetricDescription(MetricName(converting: name), .histogram(bounds: MetricDescription.secondsBounds)), dimensions)
    }

    /// Removes the series of a handler when its last handler is destroyed.
    package func destroyCounter(_ handler: any CounterHandler) { destroy(handler) }
    /// As ``destroyCounter(_:)``.
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { destroy(handler) }
    /// As ``destroyCounter(_:)``.
    package func destroyMeter(_ handler: any MeterHandler) { destroy(handler) }
    /// As ``destroyCounter(_:)``.
    package func destroyRecorder(_ handler: any RecorderHandler) { destroy(handler) }
    /// As ``destroyCounter(_:)``.
    package func destroyTimer(_ handler: any TimerHandler) { destroy(handler) }

    private func handler(_ description: MetricDescription, _ dimensions: [(String, String)]) -> SeriesHandler {
        let labels = LabelSet(converting: dimensions)
        let id = update { store, time in
            let id = store.series(of: description, labels, at: time)
            if let id { store.retain(id) }
            return id
        }
        return SeriesHandler(registry: self, id: id)
    }

    private func destroy(_ handler: AnyObject) {
        guard let id = (handler as? SeriesHandler)?.id else { return }
        update { store, _ in store.release(id) }
    }
}

/// A series in the hands of a user of swift-metrics. The kind of the series determines the effect of each call; one that was refused has none.
private final class SeriesHandler: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    private static let nanosecondsPerSecond = 1e9

    let registry: MetricRegistry
    let id: MetricStore.SeriesID?

    init(registry: MetricRegistry, id: MetricStore.SeriesID?) {
        self.registry = registry
        self.id = id
    }

    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { change { $0.set(value, of: $1) } }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { change { $0.record(value, in: $1) } }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / Self.nanosecondsPerSecond) }

    func reset() {
        guard let id else { return }
        registry.update { store, time in store.reset(id, at: time) }
    }

    private func add(_ amount: Double) { change { $0.add(amount, to: $1) } }

    private func change(_ change: (inout MetricStore, MetricStore.SeriesID) -> Void) {
        guard let id else { return }
        registry.update { store, _ in change(&store, id) }
    }
}
