import PlayheadTransport

/// Returns the `LoadError` that an operation throws, or `nil`.
func loadError<Value>(_ operation: () async throws -> Value) async -> LoadError? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return error as? LoadError
    }
}

/// Runs an operation with a loader, and shuts the loader down.
func withLoader<Value>(
    _ configuration: HTTPLoaderConfiguration = HTTPLoaderConfiguration(), metrics: TransferMetrics = TransferMetrics(),
    _ operation: (HTTPLoader) async throws -> Value
) async throws -> Value {
    let loader = HTTPLoader(configuration: configuration, metrics: metrics)
    do {
        let value = try await operation(loader)
        await loader.shutdown()
        return value
    } catch {
        await loader.shutdown()
        throw error
    }
}

extension LoadTimeouts {
    /// Timeouts that no load of a test reaches, even on a busy machine.
    static let long = LoadTimeouts(head: 120, progress: 120)
}
