#if canImport(CGtk)
    import CGtk

    /// Holds a closure that is passed to GTK as a pointer.
    package final class ClosureBox<Closure: Sendable>: Sendable {
        package let closure: Closure

        package init(_ closure: Closure) { self.closure = closure }

        /// A pointer that owns the box, for use with ``release``.
        package var owned: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

        package static func from(_ data: UnsafeMutableRawPointer?) -> Closure? {
            data.map { Unmanaged<ClosureBox<Closure>>.fromOpaque($0).takeUnretainedValue().closure }
        }
    }

    /// Connects closures to signals.
    ///
    /// The C functions are created here, outside of any actor, because a closure in code of the main actor contains a check of its executor
    /// that C callers do not expect. GTK calls them on the main thread.
    enum Signals {
        typealias Action = @MainActor @Sendable () -> Void
        typealias PointAction = @MainActor @Sendable (Double, Double) -> Void
        typealias PressAction = @MainActor @Sendable (_ presses: Int, Double, Double) -> Void
        typealias KeyAction = @MainActor @Sendable (_ name: String) -> Bool
        typealias ValueAction = @MainActor @Sendable (Double) -> Void
        typealias TickAction = @MainActor @Sendable () -> Bool
        typealias ParameterAction = @MainActor @Sendable (Int) -> Void

        private static let release: GClosureNotify = { data, _ in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }

        private static func connect(
            _ object: UnsafeMutableRawPointer, _ signal: String, callback: GCallback, data: UnsafeMutableRawPointer
        ) {
            g_signal_connect_data(object, signal, callback, data, release, GConnectFlags(rawValue: 0))
        }

        /// Connects a signal whose arguments are not used.
        static func on(_ object: UnsafeMutableRawPointer, _ signal: String, perform action: @escaping Action) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?() }
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `notify::property`.
        static func onNotify(_ object: UnsafeMutableRawPointer, _ property: String, perform action: @escaping Action) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
                _, _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?() }
            }
            connect(object, "notify::" + property, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `motion` or `enter` of a motion controller.
        static func onPoint(_ object: UnsafeMutableRawPointer, _ signal: String, perform action: @escaping PointAction) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> Void = { _, x, y, data in
                let action = ClosureBox<PointAction>.from(data)
                MainActor.assumeIsolated { action?(x, y) }
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `pressed` or `released` of a click gesture.
        static func onPress(_ object: UnsafeMutableRawPointer, _ signal: String, perform action: @escaping PressAction) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, Int32, Double, Double, UnsafeMutableRawPointer?) -> Void = {
                _, presses, x, y, data in
                let action = ClosureBox<PressAction>.from(data)
                MainActor.assumeIsolated { action?(Int(presses), x, y) }
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `key-pressed` of a key controller.
        static func onKey(_ object: UnsafeMutableRawPointer, _ action: @escaping KeyAction) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, guint, guint, GdkModifierType, UnsafeMutableRawPointer?) -> gboolean = {
                _, key, _, modifiers, data in
                // Keys with these modifiers belong to the desktop.
                let others = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
                guard modifiers.rawValue & others == 0, let name = gdk_keyval_name(key).map({ String(cString: $0) }) else { return 0 }
                let action = ClosureBox<KeyAction>.from(data)
                return MainActor.assumeIsolated { action?(name) == true ? 1 : 0 }
            }
            connect(object, "key-pressed", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `change-value` of a range: the viewer moved it.
        static func onChangeValue(_ object: UnsafeMutableRawPointer, _ action: @escaping ValueAction) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, GtkScrollType, Double, UnsafeMutableRawPointer?) -> gboolean = {
                _, _, value, data in
                let action = ClosureBox<ValueAction>.from(data)
                MainActor.assumeIsolated { action?(value) }
                // The range updates itself.
                return 0
            }
            connect(object, "change-value", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `activate` of an action with a number as its parameter.
        static func onActivate(_ object: UnsafeMutableRawPointer, _ action: @escaping ParameterAction) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
                _, parameter, data in
                guard let parameter else { return }
                let value = Int(g_variant_get_int32(parameter))
                let action = ClosureBox<ParameterAction>.from(data)
                MainActor.assumeIsolated { action?(value) }
            }
            connect(object, "activate", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Calls back before each frame of a widget, until the action returns that it has finished.
        static func onTick(of widget: Widget, _ action: @escaping TickAction) {
            let callback: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?, UnsafeMutableRawPointer?) -> gboolean = {
                _, _, data in
                let action = ClosureBox<TickAction>.from(data)
                return MainActor.assumeIsolated { action?() == true ? 1 : 0 }
            }
            gtk_widget_add_tick_callback(widget, callback, ClosureBox(action).owned) { data in
                if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
            }
        }

        /// Connects `close-request` of a window, which is closed afterwards.
        static func onClose(_ object: UnsafeMutableRawPointer, _ action: @escaping Action) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = { _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?() }
                return 0
            }
            connect(object, "close-request", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }
    }
#endif
