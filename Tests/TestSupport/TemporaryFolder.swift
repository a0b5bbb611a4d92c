import Foundation

/// Runs a test with a new, empty folder and removes the folder afterwards.
///
/// The path of the folder has no symbolic links, because the system reports open files by their real path.
package func withTemporaryFolder<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Value
) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(path: "playhead-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
