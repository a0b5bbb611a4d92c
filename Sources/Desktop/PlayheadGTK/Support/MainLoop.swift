#if canImport(CGtk)
    import CGtk
    import CMainQueue

    /// GLib's main loop, which also runs Swift's main actor.
    @MainActor
    public enum MainLoop {
        private static var isAttached = false
        private static var loop: OpaquePointer?

        /// Makes GLib's default loop run the main queue. A program that runs the loop in another way (`g_application_run`) calls this
        /// method once before; ``run()`` includes the call.
        public static func attach() {
            guard !isAttached else { return }
            isAttached = true
            guard let source = g_unix_fd_source_new(playhead_main_queue_descriptor(), G_IO_IN) else { return }
            g_source_set_callback(source, unsafeBitCast(drain, to: GSourceFunc.self), nil, nil)
            g_source_attach(source, nil)
            g_source_unref(source)
        }

        /// Runs until ``quit()``. The program's `main` must be synchronous, because the main actor of an asynchronous `main` is not on the
        /// main thread.
        public static func run() {
            attach()
            let loop = g_main_loop_new(nil, 0)
            self.loop = loop
            g_main_loop_run(loop)
            g_main_loop_unref(loop)
            self.loop = nil
        }

        /// Ends ``run()``.
        public static func quit() { if let loop { g_main_loop_quit(loop) } }

        private nonisolated static let drain: @convention(c) (Int32, GIOCondition, UnsafeMutableRawPointer?) -> gboolean = { _, _, _ in
            playhead_main_queue_drain()
            return 1
        }
    }
#endif
