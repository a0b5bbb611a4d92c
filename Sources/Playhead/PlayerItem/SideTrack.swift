/// A WebVTT file beside an item with data other than captions; loaded once, at the first request.
@MainActor
final class SideTrack<Entry: Sendable> {
    private var loading: Task<[Entry], any Error>?

    /// Returns the entries of the file, and loads the file if needed.
    func entries(_ load: @escaping @Sendable () async throws -> [Entry]) async throws -> [Entry] {
        let task = loading ?? Task { try await load() }
        loading = task
        do {
            return try await task.value
        } catch {
            // After a failure, the next request loads again.
            if loading == task { loading = nil }
            throw error
        }
    }
}
