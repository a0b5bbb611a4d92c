#if canImport(CGtk)
    import CGtk
    import Foundation
    import PlayheadGTK

    /// The program on the session bus: the first one that starts owns the application's name, and opens what later ones are started with.
    ///
    /// Desktops activate the program by the same name (D-Bus activation of desktop entries). Without a session bus each start is on its own.
    @MainActor
    final class DesktopInstance {
        /// The kind of a start.
        enum Start {
            /// Joins the running instance, if there is one.
            case shared
            /// Has a separate window, and leaves the name to others.
            case separate
            /// Started by the session bus: waits for its first request, without a window until then.
            case service
        }

        /// The requests of other starts and of the desktop.
        struct Requests: Sendable {
            /// Shows the window.
            var activate: @MainActor @Sendable () -> Void
            /// Opens URLs in the window.
            var open: @MainActor @Sendable ([URL]) -> Void
            /// Opens a separate window.
            var openWindow: @MainActor @Sendable () -> Void
        }

        private var application: UnsafeMutablePointer<GtkApplication>?

        /// Connects to the session bus. GTK must be initialized.
        init(_ start: Start) {
            register(start)
        }

        /// Whether another instance owns the name.
        var isRemote: Bool { application.map { g_application_get_is_remote(Self.base($0)) != 0 } ?? false }

        /// Passes URLs to the instance that owns the name; without URLs that instance shows its window.
        func handOver(_ urls: [URL]) {
            guard let application else { return }
            let base = Self.base(application)
            var files = urls.map { g_file_new_for_uri($0.absoluteString) }
            if files.isEmpty {
                g_application_activate(base)
            } else {
                g_application_open(base, &files, Int32(clamping: files.count), "")
            }
            for case let file? in files { g_object_unref(UnsafeMutableRawPointer(file)) }
            // The message has to leave before the process ends.
            if let bus = g_application_get_dbus_connection(base) { g_dbus_connection_flush_sync(bus, nil, nil) }
        }

        /// Leaves the name to the other instance, and continues without one.
        func separate() {
            // GIO expects a registered application to exist until the process ends.
            register(.separate)
        }

        /// Shows the application's window to the desktop, and handles its requests from now on.
        func serve(_ window: UnsafeMutablePointer<GtkWindow>, _ requests: Requests) {
            guard let application else { return }
            gtk_application_add_window(application, window)
            DesktopRequests.connect(UnsafeMutableRawPointer(application), requests)
            // The action of the desktop file, which desktops activate over the bus.
            guard let action = g_simple_action_new("new-window", nil) else { return }
            Signals.onArgument(UnsafeMutableRawPointer(action), "activate") { _ in requests.openWindow() }
            g_action_map_add_action(OpaquePointer(application), action)
            g_object_unref(UnsafeMutableRawPointer(action))
        }

        private func register(_ start: Start) {
            let flags: GApplicationFlags =
                switch start {
                case .shared: G_APPLICATION_HANDLES_OPEN
                case .separate: G_APPLICATION_NON_UNIQUE
                case .service: GApplicationFlags(rawValue: G_APPLICATION_HANDLES_OPEN.rawValue | G_APPLICATION_IS_SERVICE.rawValue)
                }
            guard let application = gtk_application_new(ApplicationID.current, flags) else { return }
            self.application = application
            // Without a bus the application is registered nevertheless, and on its own.
            _ = g_application_register(Self.base(application), nil, nil)
        }

        private static func base(_ application: UnsafeMutablePointer<GtkApplication>) -> UnsafeMutablePointer<GApplication> {
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
        }
    }

    /// Connects the signals of an application. The C functions are created outside of any actor; GTK calls them on the main thread.
    private enum DesktopRequests {
        static func connect(_ application: UnsafeMutableRawPointer, _ requests: DesktopInstance.Requests) {
            let activated: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
                let activate = ClosureBox<@MainActor @Sendable () -> Void>.from(data)
                MainActor.assumeIsolated { activate?() }
            }
            let opened:
                @convention(c) (
                    UnsafeMutableRawPointer?, UnsafePointer<OpaquePointer?>?, gint, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
                ) -> Void = { _, files, count, _, data in
                    let open = ClosureBox<@MainActor @Sendable ([URL]) -> Void>.from(data)
                    let urls = (0..<max(0, Int(count))).compactMap { index -> URL? in
                        guard let file = files?[index], let text = g_file_get_uri(file) else { return nil }
                        defer { g_free(text) }
                        return URL(string: String(cString: text))
                    }
                    MainActor.assumeIsolated { open?(urls) }
                }
            let none = GConnectFlags(rawValue: 0)
            g_signal_connect_data(
                application, "activate", unsafeBitCast(activated, to: GCallback.self), ClosureBox(requests.activate).owned, release, none)
            g_signal_connect_data(
                application, "open", unsafeBitCast(opened, to: GCallback.self), ClosureBox(requests.open).owned, release, none)
        }

        private static let release: GClosureNotify = { data, _ in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
    }
#endif
