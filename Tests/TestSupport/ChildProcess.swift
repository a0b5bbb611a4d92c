import Foundation

/// A child process of the tests, which is killed with its owner.
///
/// Foundation's `Process` is not used, because it waits for the end of a child on a shared thread as soon as the child closes its inherited
/// descriptors, which `pulseaudio` does.
package final class ChildProcess: Sendable {
    /// The error of a failed start.
    package struct SpawnError: Error {
        /// The system's status.
        package var status: Int32
    }

    private static let starting = NSLock()

    /// The process id.
    package let pid: pid_t
    /// The end of its standard output to read from; `nil` if the output is discarded.
    package let output: FileHandle?
    /// The end of its standard input to write to; `nil` if it inherits the test's.
    package let input: FileHandle?

    /// Starts `program`; its standard error is discarded.
    package init(
        _ program: URL, arguments: [String], environment: [String: String], readsOutput: Bool, writesInput: Bool = false
    ) throws {
        // Starts are serialized, so that no child inherits a pipe before it is marked.
        Self.starting.lock()
        defer { Self.starting.unlock() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let inputPipe = writesInput ? try OwnPipe() : nil
        if let inputPipe {
            posix_spawn_file_actions_adddup2(&actions, inputPipe.fileHandleForReading.fileDescriptor, 0)
        }
        let pipe = readsOutput ? try OwnPipe() : nil
        if let pipe {
            posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
        }
        SpawnActions.closeOthers(&actions)
        var argumentPointers = ([program.path] + arguments).map { strdup($0) } + [nil]
        var environmentPointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argumentPointers + environmentPointers).forEach { free($0) } }
        var pid = pid_t()
        let status = posix_spawn(&pid, program.path, &actions, nil, &argumentPointers, &environmentPointers)
        guard status == 0 else { throw SpawnError(status: status) }
        try pipe?.fileHandleForWriting.close()
        try inputPipe?.fileHandleForReading.close()
        self.pid = pid
        output = pipe?.fileHandleForReading
        input = inputPipe?.fileHandleForWriting
    }

    deinit {
        Foundation.kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// Sends a signal.
    package func signal(_ signal: Int32) {
        Foundation.kill(pid, signal)
    }
}

/// A pipe that no other child inherits, because a long-lived child would keep the pipe open for its reader.
private struct OwnPipe {
    let fileHandleForReading: FileHandle
    let fileHandleForWriting: FileHandle

    /// Creates the pipe while no child is being started.
    init() throws {
        var descriptors: [Int32] = [0, 0]
        guard pipe(&descriptors) == 0 else { throw ChildProcess.SpawnError(status: errno) }
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        fileHandleForReading = FileHandle(fileDescriptor: descriptors[0], closeOnDealloc: true)
        fileHandleForWriting = FileHandle(fileDescriptor: descriptors[1], closeOnDealloc: true)
    }
}
