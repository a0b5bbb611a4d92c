import Foundation
import PlayheadCore
import Synchronization

/// What is known of one asset: shared by the ``Asset`` of an app and the sessions that open it; from any thread.
final class AssetRecord: Sendable {
    private struct State {
        var facts: AssetFacts?
        var failure: PlaybackError?
    }

    /// Where it is, as it was given.
    let url: URL
    let options: AssetOptions
    private let state = Mutex(State())

    init(url: URL, options: AssetOptions) {
        self.url = url
        self.options = options
    }

    /// What an opened one has; `nil` if it was not opened, or could not be.
    var facts: AssetFacts? { state.withLock { $0.facts } }
    /// Why nothing is known.
    var failure: PlaybackError? { state.withLock { $0.failure } }

    /// It was opened. What was known before stays.
    func settle(_ opened: AssetFacts) {
        state.withLock { state in
            guard state.facts == nil else { return }
            state = State(facts: opened)
        }
    }

    /// It could not be opened.
    func settle(_ error: PlaybackError) {
        let unplayable = AssetFacts(unplayable: error)
        state.withLock { state in
            guard state.facts == nil else { return }
            if let unplayable { state.facts = unplayable } else { state.failure = error }
        }
    }

    /// What loading one of `keys` failed with, or `nil` where all are loaded.
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
