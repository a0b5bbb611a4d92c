#if canImport(CGtk)
    import Foundation
    import PlayheadArguments
    import PlayheadView

    /// The file with the memory of the program, under `XDG_STATE_HOME`.
    ///
    /// Several windows share it. A damaged file is set aside; one of a later version, or a pipe or device in its place, is left as it is; all
    /// are reported. A link is followed. If the file cannot be written, which is reported once, the program forgets everything at its end.
    @MainActor
    final class StateFile {
        /// The memory as it was last read or written.
        private(set) var state = ViewerState()
        private let url: URL?
        private var isWritable = true
        /// The attempts to get the lock, and the time between two, in microseconds: .2 s, in which the window does not answer.
        private static let (lockAttempts, lockInterval): (Int, UInt32) = (100, 2000)

        /// Reads the file.
        init() {
            url = Self.location.map { Self.target(of: $0) }
            read()
        }

        /// Returns the file that links lead to, which need not exist.
        private static func target(of link: URL) -> URL {
            let maximumLinks = 40
            var url = link
            for _ in 0..<maximumLinks {
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
                let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
                url = URL(fileURLWithPath: target, relativeTo: URL(fileURLWithPath: folder.path, isDirectory: true)).absoluteURL
            }
            return url.resolvingSymlinksInPath()
        }

        private func read() {
            guard let url else { return }
            var status = stat()
            if stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
                isWritable = false
                standardError("\(url.path) is not a file: positions and preferences are not kept.")
                return
            }
            guard let bytes = Self.bytes(of: url) else { return }
            do throws(ViewerState.Problem) { state = try ViewerState(bytes) } catch {
                switch error {
                case .laterVersion(let version):
                    isWritable = false
                    standardError("\(url.path) was written by a later version (\(version)): it is neither used nor changed.")
                case .damaged:
                    let aside = url.appendingPathExtension("damaged")
                    try? FileManager.default.removeItem(at: aside)
                    let isMoved = (try? FileManager.default.moveItem(at: url, to: aside)) != nil
                    standardError("\(url.path) is damaged\(isMoved ? " and was renamed to \(aside.lastPathComponent)" : "").")
                }
            }
        }

        /// Changes the memory, as other windows have left it, and writes it, so that the file is complete at any time. Only the user can read it.
        func change(_ body: (inout ViewerState) -> Void) {
            guard isWritable, let url else { return body(&state) }
            let folder = url.deletingLastPathComponent()
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let lock = Self.lock(folder)
            defer { _ = lock.map(close) }
            read()
            body(&state)
            guard isWritable else { return }
            do {
                try state.json.write(to: url, options: .atomic)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
            } catch {
                isWritable = false
                standardError("\(url.path) can't be written: positions and preferences are not kept.")
            }
        }

        /// Keeps other windows from a change until the result is closed; `nil` without the lock, which a window that was stopped does not withhold.
        private static func lock(_ folder: URL) -> CInt? {
            let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            var attempts = 0
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, attempts < lockAttempts {
                attempts += 1
                usleep(lockInterval)
            }
            return descriptor
        }

        private static func bytes(of url: URL) -> Data? {
            guard let file = try? FileHandle(forReadingFrom: url) else { return nil }
            defer { try? file.close() }
            return (try? file.read(upToCount: ViewerState.maximumBytes + 1)) ?? nil
        }

        /// `$XDG_STATE_HOME/playhead/desktop.json`, by default in `~/.local/state`; `nil` without a home. Relative paths are invalid.
        private static var location: URL? {
            let environment = ProcessInfo.processInfo.environment
            let folder =
                if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { URL(fileURLWithPath: state) } else {
                    environment["HOME"].flatMap {
                        $0.hasPrefix("/") ? URL(fileURLWithPath: $0).appendingPathComponent(".local/state") : nil
                    }
                }
            return folder?.appendingPathComponent("playhead/desktop.json")
        }
    }
#endif
