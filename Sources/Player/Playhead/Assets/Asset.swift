import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport
import Synchronization

/// A stream or media file, whose properties can be loaded without playing it.
///
/// An asset is opened once, at the first ``load(_:)`` or when a player opens an item with the asset; opening loads all properties.
/// Loaded properties do not change any more. A failed load is retried by the next call.
@MainActor
public final class Asset {
    /// Whether a property is loaded.
    public enum Status<Value: Sendable>: Sendable {
        /// No client requested the property.
        case notYetLoaded
        /// The property is being loaded.
        case loading
        /// The property is loaded.
        case loaded(Value)
        /// The property failed to load.
        case failed(PlaybackError)
    }

    /// The URL as passed by the app. A `?DVR` at its end marks a stream as DVR, and is not sent to the server.
    public var url: URL { record.url }
    /// The options for requests and parsing.
    public var options: AssetOptions { record.options }
    /// The properties that are known, shared with the sessions that open the asset.
    let record: AssetRecord
    /// The URL that is requested, without the mark `?DVR`.
    let fetchURL: URL
    let hasDVRMark: Bool
    private let loader: (any Loader)?
    private let clock: any PlaybackClock
    private let conditions: @Sendable () -> NetworkConditions
    private var loading: Task<AssetFacts, any Error>?

    /// Creates an asset without opening it.
    /// - Parameters:
    ///   - url: The `http`, `https` or `file` URL of an HLS playlist or a media file.
    ///   - options: The options for requests and parsing.
    ///   - loader: Loads everything except local files, outside of players; with `nil`, each load uses a new loader.
    ///   - networkConditions: Returns the conditions of the current network; by default those of the system.
    ///   - clock: The only source of time.
    public convenience init(
        url: URL, options: AssetOptions = AssetOptions(), loader: (any Loader)? = nil,
        networkConditions: @escaping @Sendable () -> NetworkConditions = { .ofSystem }, clock: any PlaybackClock = SystemClock()
    ) {
        self.init(AssetRecord(url: url, options: options), loader: loader, networkConditions: networkConditions, clock: clock)
    }

    /// Creates an asset from a record that may already hold properties.
    init(
        _ record: AssetRecord, loader: (any Loader)? = nil,
        networkConditions: @escaping @Sendable () -> NetworkConditions = { .ofSystem }, clock: any PlaybackClock = SystemClock()
    ) {
        let marked = record.url.withoutDVRMark
        self.record = record
        self.loader = loader
        self.clock = clock
        conditions = networkConditions
        fetchURL = marked.url
        hasDVRMark = marked.hadMark
    }

    deinit { loading?.cancel() }

    /// Loads a property, such as `.isPlayable`, and waits for its value.
    /// - Throws: ``PlaybackError`` if the property failed to load; `CancellationError` after ``cancelLoading()``.
    public func load<Value>(_ property: AssetProperty<Value>) async throws -> Value {
        try property.read(await loadedFacts())
    }

    /// Loads two properties, and waits for both values.
    public func load<A, B>(_ first: AssetProperty<A>, _ second: AssetProperty<B>) async throws -> (A, B) {
        let facts = try await loadedFacts()
        return (try first.read(facts), try second.read(facts))
    }

    /// Loads three properties, and waits for all values.
    public func load<A, B, C>(
        _ first: AssetProperty<A>, _ second: AssetProperty<B>, _ third: AssetProperty<C>
    ) async throws -> (A, B, C) {
        let facts = try await loadedFacts()
        return (try first.read(facts), try second.read(facts), try third.read(facts))
    }

    /// Returns whether a property is loaded, without waiting.
    public func status<Value>(of property: AssetProperty<Value>) -> Status<Value> {
        if let facts = record.facts {
            do { return .loaded(try property.read(facts)) } catch { return .failed(error) }
        }
        if loading != nil { return .loading }
        return record.failure.map { .failed($0) } ?? .notYetLoaded
    }

    /// Cancels the current load; the callers that wait for the load receive a `CancellationError`.
    public func cancelLoading() {
        loading?.cancel()
        loading = nil
    }

    // MARK: Loading

    private func loadedFacts() async throws -> AssetFacts {
        if let facts = record.facts { return facts }
        let task = loading ?? startLoading()
        return try await task.value
    }

    private func startLoading() -> Task<AssetFacts, any Error> {
        let task = Task { [weak self, probing = probing] in
            let result = await probing()
            if Task.isCancelled { throw CancellationError() }
            self?.finish(result)
            return try result.get()
        }
        loading = task
        return task
    }

    private func finish(_ result: Result<AssetFacts, PlaybackError>) {
        loading = nil
        switch result {
        case .success(let found): record.settle(found)
        case .failure(let error): record.settle(error)
        }
    }

    /// Opens the stream apart from any playback, and closes it again.
    private var probing: @Sendable () async -> Result<AssetFacts, PlaybackError> {
        let (url, options, given, clock, conditions) = (fetchURL, options, loader, clock, conditions)
        return {
            let forbidden = ForbiddenReference()
            let rules = RequestRules(root: url, options: options, conditions: conditions) { forbidden.note($0) }
            let own = given == nil ? URLLoader() : nil
            let base: any Loader = given ?? own.map { RetryingLoader($0, clock: clock) } ?? URLLoader()
            var configuration = EngineConfiguration(loader: GuardedLoader(base: base, rules: rules), clock: clock)
            configuration.requestOptions = options.requestOptions
            configuration.mimeType = options.overrideMIMEType
            configuration.prefersPreciseDuration = options.prefersPreciseDurationAndTiming ?? false
            let result: Result<AssetFacts, PlaybackError>
            do {
                let found = try await MediaProbe(configuration: configuration).run(url, withFrames: false)
                result = .success(AssetFacts(found))
            } catch {
                let failure = error as? PlaybackError ?? PlaybackError(.unsupportedFormat, url: url.withoutSecrets, underlying: "\(error)")
                result = AssetFacts(unplayable: failure).map { .success($0) } ?? .failure(failure)
            }
            await own?.shutdown()
            return forbidden.error.map { .failure(PlaybackError($0)) } ?? result
        }
    }
}

extension AssetKey {
    /// Returns the key with a name; `isPlayable` and `playable` are equivalent.
    static func named(_ name: String) -> AssetKey? {
        AssetKey(rawValue: name) ?? allCases.first { "is" + $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() == name }
    }
}

/// Records the first reference that was not followed.
final class ForbiddenReference: Sendable {
    private let state = Mutex<LoadError?>(nil)

    /// The error of the first such reference, or `nil`.
    var error: LoadError? { state.withLock { $0 } }

    func note(_ error: LoadError) {
        state.withLock { if $0 == nil { $0 = error } }
    }
}
