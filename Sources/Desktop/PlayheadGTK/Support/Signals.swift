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
    package enum Signals {
        package typealias Action = @MainActor @Sendable () -> Void
        package typealias PointAction = @MainActor @Sendable (Double, Double) -> Void
        package typealias PressAction = @MainActor @Sendable (_ presses: Int, Double, Double) -> Void
        package typealias KeyAction = @MainActor @Sendable (_ name: String) -> Bool
        package typealias ValueAction = @MainActor @Sendable (Double) -> Void
        package typealias TickAction = @MainActor @Sendable () -> Bool
        package typealias ParameterAction = @MainActor @Sendable (Int) -> Void

        private static let release: GClosureNotify = { data, _ in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }

        private static func connect(
            _ object: UnsafeMutableRawPointer, _ signal: String, callback: GCallback, data: UnsafeMutableRawPointer
        ) {
            g_signal_connect_data(object, signal, callback, data, release, GConnectFlags(rawValue: 0))
        }

        /// Connects a signal whose arguments are not used.
        package static func on(_ object: UnsafeMutableRawPointer, _ signal: String, perform action: @escaping Action) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?() }
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `notify::property`.
        package static func onNotify(_ object: UnsafeMutableRawPointer, _ property: String, perform action: @escaping Action) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
                _, _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?() }
            }
            connect(object, "notify::" + property, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `motion` or `enter` of a motion controller.
        package static func onPoint(_ object: UnsafeMutableRawPointer, _ signal: String, perform action: @escaping PointAction) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> Void = { _, x, y, data in
                let action = ClosureBox<PointAction>.from(data)
                MainActor.assumeIsolated { action?(x, y) }
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `pressed` or `released` of a click gesture.
        package static func onPress(_ object: UnsafeMutableRawPointer, _ signal: String, perform action: @escaping PressAction) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, Int32, Double, Double, UnsafeMutableRawPointer?) -> Void = {
                _, presses, x, y, data in
                let action = ClosureBox<PressAction>.from(data)
                MainActor.assumeIsolated { action?(Int(presses), x, y) }
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `key-pressed` of a key controller.
        package static func onKey(_ object: UnsafeMutableRawPointer, _ action: @escaping KeyAction) {
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

        /// Connects `key-pressed` of a key controller, with keys that the desktop may use, too.
        package static func onShortcut(
            _ object: UnsafeMutableRawPointer, _ action: @escaping @MainActor @Sendable (_ name: String, _ hasControl: Bool) -> Bool
        ) {
            typealias Shortcut = @MainActor @Sendable (String, Bool) -> Bool
            let callback: @convention(c) (UnsafeMutableRawPointer?, guint, guint, GdkModifierType, UnsafeMutableRawPointer?) -> gboolean = {
                _, key, _, modifiers, data in
                guard let name = gdk_keyval_name(key).map({ String(cString: $0) }) else { return 0 }
                let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
                guard modifiers.rawValue & others == 0 else { return 0 }
                let hasControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
                let action = ClosureBox<Shortcut>.from(data)
                return MainActor.assumeIsolated { action?(name, hasControl) == true ? 1 : 0 }
            }
            connect(
                object, "key-pressed", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action as Shortcut).owned)
        }

        /// Connects `scroll` of a scroll controller: the steps to the right and down.
        package static func onScroll(
            _ object: UnsafeMutableRawPointer, _ action: @escaping @MainActor @Sendable (Double, Double) -> Bool
        ) {
            typealias Scroll = @MainActor @Sendable (Double, Double) -> Bool
            let callback: @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> gboolean = {
                _, right, down, data in
                let action = ClosureBox<Scroll>.from(data)
                return MainActor.assumeIsolated { action?(right, down) == true ? 1 : 0 }
            }
            connect(object, "scroll", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action as Scroll).owned)
        }

        /// Connects a signal with an object or number as its only argument, such as `row-activated` and `response`. The argument is passed
        /// as a pointer or as the bits of a number.
        package static func onArgument(
            _ object: UnsafeMutableRawPointer, _ signal: String, perform action: @escaping @MainActor @Sendable (Int) -> Void
        ) {
            let callback: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = { _, argument, data in
                let action = ClosureBox<ParameterAction>.from(data)
                MainActor.assumeIsolated { action?(argument) }
            }
            connect(
                object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action as ParameterAction).owned)
        }

        /// Reads the files of a clipboard, or else its text; `nil` if it has neither.
        package static func readLocations(
            _ clipboard: OpaquePointer, _ done: @escaping @MainActor @Sendable (UnsafePointer<GValue>?) -> Void
        ) {
            typealias Done = @MainActor @Sendable (UnsafePointer<GValue>?) -> Void
            let callback: GAsyncReadyCallback = { source, result, data in
                let value = gdk_clipboard_read_value_finish(source.map { OpaquePointer($0) }, result, nil)
                guard let data else { return }
                let box = Unmanaged<ClosureBox<Done>>.fromOpaque(data).takeRetainedValue()
                // GDK calls back on the main thread, and the value is read before the call returns.
                nonisolated(unsafe) let contents = value
                MainActor.assumeIsolated { box.closure(contents) }
            }
            let hasFiles = gdk_content_formats_contain_mime_type(gdk_clipboard_get_formats(clipboard), "text/uri-list") != 0
            // The second is G_TYPE_STRING, a macro.
            let type = hasFiles ? gdk_file_list_get_type() : GType(16 << 2)
            gdk_clipboard_read_value_async(clipboard, type, G_PRIORITY_DEFAULT, nil, callback, ClosureBox(done as Done).owned)
        }

        /// Connects `drop` of a drop target.
        package static func onDrop(
            _ object: UnsafeMutableRawPointer, _ action: @escaping @MainActor @Sendable (UnsafePointer<GValue>, Double, Double) -> Bool
        ) {
            typealias Drop = @MainActor @Sendable (UnsafePointer<GValue>, Double, Double) -> Bool
            let callback:
                @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<GValue>?, Double, Double, UnsafeMutableRawPointer?) -> gboolean = {
                    _, value, x, y, data in
                    guard let value else { return 0 }
                    let action = ClosureBox<Drop>.from(data)
                    // GTK emits signals on the main thread, and the value is read before the call returns.
                    nonisolated(unsafe) let dropped = value
                    return MainActor.assumeIsolated { action?(dropped, x, y) == true ? 1 : 0 }
                }
            connect(object, "drop", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action as Drop).owned)
        }

        /// Connects `prepare` of a drag source: returns the value to drag from a point.
        package static func onDrag(_ object: UnsafeMutableRawPointer, _ action: @escaping @MainActor @Sendable (Double, Double) -> String?)
        {
            typealias Drag = @MainActor @Sendable (Double, Double) -> String?
            let callback:
                @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> UnsafeMutablePointer<
                    GdkContentProvider
                >? = {
                    _, x, y, data in
                    let action = ClosureBox<Drag>.from(data)
                    guard let text = MainActor.assumeIsolated({ action?(x, y) }) else { return nil }
                    var value = GValue()
                    g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING, a macro
                    g_value_set_string(&value, text)
                    defer { g_value_unset(&value) }
                    return gdk_content_provider_new_for_value(&value)
                }
            connect(object, "prepare", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action as Drag).owned)
        }

        /// Connects `change-value` of a range: the viewer moved it.
        package static func onChangeValue(_ object: UnsafeMutableRawPointer, _ action: @escaping ValueAction) {
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
        package static func onActivate(_ object: UnsafeMutableRawPointer, _ action: @escaping ParameterAction) {
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
        package static func onTick(of widget: Widget, _ action: @escaping TickAction) {
            let callback: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?, UnsafeMutableRawPointer?) -> gboolean = {
                _, _, data in
                let action = ClosureBox<TickAction>.from(data)
                return MainActor.assumeIsolated { action?() == true ? 1 : 0 }
            }
            gtk_widget_add_tick_callback(widget, callback, ClosureBox(action).owned) { data in
                if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
            }
        }

        /// Connects `close-request` of a window, which is hidden afterwards: its widgets exist as long as the program uses them.
        package static func onClose(_ object: UnsafeMutableRawPointer, _ action: @escaping Action) {
            let callback: @convention(c) (UnsafeMutablePointer<GtkWidget>?, UnsafeMutableRawPointer?) -> gboolean = { window, data in
                let action = ClosureBox<Action>.from(data)
                gtk_widget_set_visible(window, 0)
                MainActor.assumeIsolated { action?() }
                return 1
            }
            connect(object, "close-request", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }
    }
#endif
