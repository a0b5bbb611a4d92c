/// A WebVTT file beside an item that is data and no captions: loaded when it is first asked for, once.
@MainActor
final class SideTrack<Entry: Sendable> {
    private var loading: Task<[Entry], any Error>?

    /// What the file says.
    func entries(_ load: @escaping @Sendable () async throws -> [Entry]) async throws -> [Entry] {
        let task = loading ?? Task { try await load() }
        loading = task
        do {
            return try await task.value
        } catch {
            // What failed is tried again by the next who asks.
            if loading == task { loading = nil }
            throw error
        }
    }
}
