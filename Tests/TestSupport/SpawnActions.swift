import Foundation

/// The preparations of a child process.
package enum SpawnActions {
    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Lets a child inherit only standard input, output and error, if the system's library supports it.
    ///
    /// Descriptors that other threads open at the same time are marked a moment later: the ends of another program's pipes, or the socket
    /// by which Foundation's `Process` notices the end of its child. A long-lived child that inherits one would delay that end until its own.
    package static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
        // Swift's module of the library does not declare it.
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, STDERR_FILENO + 1)
    }
}
