import Foundation
import PlayheadCore
import Synchronization

/// The known properties of one asset, shared by the ``Asset`` of an app and the sessions that open the asset. Thread-safe.
final class AssetRecord: Sendable {
    private struct State {
        var facts: AssetFacts?
        var failure: PlaybackError?
    }

    /// The URL as passed by the app.
    let url: URL
    let options: AssetOptions
    private let state = Mutex(State())

    init(url: URL, options: AssetOptions) {
        self.url = url
        self.options = options
    }

    /// The properties of the asset; `nil` if the asset was not opened, or failed to open.
    var facts: AssetFacts? { state.withLock { $0.facts } }
    /// The error because of which no properties are known.
    var failure: PlaybackError? { state.withLock { $0.failure } }

    /// Records the properties of the opened asset; properties that are already known are kept.
    func settle(_ opened: AssetFacts) {
        state.withLock { state in
            guard state.facts == nil else { return }
            state = State(facts: opened)
        }
    }

    /// Records that the asset failed to open.
    func settle(_ error: PlaybackError) {
        let unplayable = AssetFacts(unplayable: error)
        state.withLock { state in
            guard state.facts == nil else { return }
            if let unplayable { state.facts = unplayable } else { state.failure = error }
        }
    }

    /// Returns the error of the first of `keys` that failed to load, or `nil` if all are loaded.
    func failure(ofKeys keys: [String]) -> PlaybackError? {
        for name in keys {
            guard let key = AssetKey.named(name) else {
                return PlaybackError(.invalidValue, url: url.withoutSecrets, underlying: "An asset has no '\(name)'.")
            }
            guard let facts else { return failure }
            do { try key.check(facts) } catch { return error }
        }
        return nil
    }
}
