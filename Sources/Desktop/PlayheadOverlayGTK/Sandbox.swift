#if canImport(CWebKit)
    import CGtk
    import Foundation

    /// Determines whether WebKit can start its sandbox. WebKit ends the whole program if it cannot, so this is checked before.
    enum Sandbox {
        /// Whether the sandbox can start, or is disabled.
        static let isPossible: Bool = {
            // WebKit itself runs without its sandbox in containers of this kind.
            let marker = "/run/.containerenv"
            let disabled = ProcessInfo.processInfo.environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"]
            guard disabled == nil || disabled == "0", !FileManager.default.fileExists(atPath: marker) else { return true }
            return runs(["/usr/bin/bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-all", "true"])
        }()

        /// Returns whether a program runs successfully, which takes some milliseconds.
        private static func runs(_ arguments: [String]) -> Bool {
            var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var status: Int32 = 0
            let flags = GSpawnFlags(rawValue: G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
            let started = g_spawn_sync(nil, &words, nil, flags, nil, nil, nil, nil, &status, nil)
            return started != 0 && status == 0
        }
    }
#endif
