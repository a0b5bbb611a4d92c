import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// A stream or media file, whose properties can be loaded without playing it.
///
/// It is opened once, at the first ``load(_:)`` or when a player opens an item of it, and what it was opened for tells all of its
/// properties. What is loaded does not change any more. What failed is tried again by the next load.
@MainActor
public final class Asset {
    /// Whether a property is loaded.
    public enum Status<Value: Sendable>: Sendable {
        /// Nobody asked for it.
        case notYetLoaded
        /// It is on its way.
        case loading
        /// It is here.
        case loaded(Value)
        /// It can't be had.
        case failed(PlaybackError)
    }

    /// Where it is, as it was given: `?DVR` at its end marks a stream as DVR, and is not part of what is fetched.
    public var url: URL { record.url }
    /// How it is fetched and read.
    public var options: AssetOptions { record.options }
    /// What is known of it.
    let record: AssetRecord
    /// What is fetched.
    let fetchURL: URL
    let hasDVRMark: Bool
    private let loader: (any Loader)?
    private let clock: any PlaybackClock
    private let conditions: @Sendable () -> NetworkConditions
    private var loading: Task<AssetFacts, any Error>?

    /// Names an asset; nothing is opened.
    /// - Parameters:
    ///   - url: `http`, `https` or `file`; an HLS playlist or a media file.
    ///   - options: How it is fetched and read.
    ///   - loader: Fetches all that is not a local file, outside of players; `nil` makes one for each load.
    ///   - networkConditions: Which network there is; by default what the system says.
    ///   - clock: The only source of time.
    public convenience init(
        url: URL, options: AssetOptions = AssetOptions(), loader: (any Loader)? = nil,
        networkConditions: @escaping @Sendable () -> NetworkConditions = { .ofSystem }, clock: any PlaybackClock = SystemClock()
    ) {
        self.init(AssetRecord(url: url, options: options), loader: loader, networkConditions: networkConditions, clock: clock)
    }

    /// Names an asset of which something is known already.
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

    /// Loads a property, such as `.isPlayable`, and waits for it.
    /// - Throws: ``PlaybackError`` where it can't be had; `CancellationError` after ``cancelLoading()``.
    public func load<Value>(_ property: AssetProperty<Value>) async throws -> Value {
        try property.read(await loadedFacts())
    }

    /// Loads two properties, and waits for both.
    public func load<A, B>(_ first: AssetProperty<A>, _ second: AssetProperty<B>) async throws -> (A, B) {
        let facts = try await loadedFacts()
        return (try first.read(facts), try second.read(facts))
    }

    /// Loads three properties, and waits for all.
    public func load<A, B, C>(
        _ first: AssetProperty<A>, _ second: AssetProperty<B>, _ third: AssetProperty<C>
    ) async throws -> (A, B, C) {
        let facts = try await loadedFacts()
        return (try first.read(facts), try second.read(facts), try third.read(facts))
    }

    /// Whether a property is loaded; returns at once.
    public func status<Value>(of property: AssetProperty<Value>) -> Status<Value> {
        if let facts = record.facts {
            do { return .loaded(try property.read(facts)) } catch { return .failed(error) }
        }
        if loading != nil { return .loading }
        return record.failure.map { .failed($0) } ?? .notYetLoaded
    }

    /// Ends the loading that is under way; those who wait for it get a `CancellationError`.
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

    /// Opens the stream beside any playback, and closes it again.
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
    /// The key of a name; `isPlayable` and `playable` are the same.
    static func named(_ name: String) -> AssetKey? {
        AssetKey(rawValue: name) ?? allCases.first { "is" + $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() == name }
    }
}
