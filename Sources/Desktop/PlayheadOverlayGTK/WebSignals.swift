#if canImport(CWebKit)
    import CGtk
    import CWebKit
    import PlayheadGTK

    /// Connects closures to WebKit's signals. As with GTK's, the C functions are created outside of any actor; WebKit calls them on the
    /// main thread.
    enum WebSignals {
        typealias Pointer = UnsafeMutableRawPointer
        typealias Action = @MainActor @Sendable (_ argument: Argument) -> Void
        typealias Decision = @MainActor @Sendable (_ object: Argument, _ kind: UInt32) -> Bool

        /// The argument of a signal.
        ///
        /// `@unchecked Sendable`: WebKit emits signals on the main thread, and the actions are bound to the main actor and end before the signal does.
        struct Argument: @unchecked Sendable {
            let pointer: Pointer?
            /// The argument as a number.
            var number: UInt { UInt(bitPattern: pointer) }
        }

        private static func connect(_ object: Pointer, _ signal: String, callback: GCallback, data: Pointer) {
            let release: GClosureNotify = { data, _ in
                if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
            }
            g_signal_connect_data(object, signal, callback, data, release, GConnectFlags(rawValue: 0))
        }

        /// Connects a signal with one argument of any kind, without a result.
        static func on(_ object: Pointer, _ signal: String, perform action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, argument, data in
                let action = ClosureBox<Action>.from(data)
                let argument = Argument(pointer: argument)
                MainActor.assumeIsolated { action?(argument) }
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects a signal with one argument, and prevents its default action.
        static func refuse(_ object: Pointer, _ signal: String, perform action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?, Pointer?) -> gboolean = { _, argument, data in
                let action = ClosureBox<Action>.from(data)
                let argument = Argument(pointer: argument)
                MainActor.assumeIsolated { action?(argument) }
                return 1
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects a signal without arguments, and prevents its default action.
        static func refuseBare(_ object: Pointer, _ signal: String, perform action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?) -> gboolean = { _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?(Argument(pointer: nil)) }
                return 1
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects a signal with two arguments, of which the first is used, and prevents its default action.
        static func refusePair(_ object: Pointer, _ signal: String, perform action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> gboolean = { _, argument, _, data in
                let action = ClosureBox<Action>.from(data)
                let argument = Argument(pointer: argument)
                MainActor.assumeIsolated { action?(argument) }
                return 1
            }
            connect(object, signal, callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `create`; no window is created.
        static func refuseCreating(_ object: Pointer, _ action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?, Pointer?) -> Pointer? = { _, _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?(Argument(pointer: nil)) }
                return nil
            }
            connect(object, "create", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `decide-policy`.
        static func onDecision(_ object: Pointer, _ action: @escaping Decision) {
            let callback: @convention(c) (Pointer?, Pointer?, WebKitPolicyDecisionType, Pointer?) -> gboolean = { _, decision, kind, data in
                let action = ClosureBox<Decision>.from(data)
                let (argument, number) = (Argument(pointer: decision), kind.rawValue)
                return MainActor.assumeIsolated { action?(argument, number) == true ? 1 : 0 }
            }
            connect(object, "decide-policy", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox(action).owned)
        }

        /// Connects `load-failed`, with the reason.
        static func onFailure(_ object: Pointer, _ action: @escaping @MainActor @Sendable (String) -> Void) {
            typealias Failure = @MainActor @Sendable (String) -> Void
            let callback:
                @convention(c) (Pointer?, WebKitLoadEvent, UnsafePointer<CChar>?, UnsafeMutablePointer<GError>?, Pointer?) -> gboolean = {
                    _, _, _, error, data in
                    let action = ClosureBox<Failure>.from(data)
                    let reason = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
                    MainActor.assumeIsolated { action?(reason) }
                    return 1
                }
            connect(object, "load-failed", callback: unsafeBitCast(callback, to: GCallback.self), data: ClosureBox<Failure>(action).owned)
        }

        /// Calls a function in a script world of the page with text arguments, and calls back when it has returned, or will never return.
        @MainActor
        static func call(
            _ page: UnsafeMutablePointer<WebKitWebView>, _ body: String, arguments: [String: String], world: String,
            then done: @escaping @MainActor @Sendable () -> Void
        ) {
            typealias Done = @MainActor @Sendable () -> Void
            let type = g_variant_type_new("a{sv}")
            let builder = g_variant_builder_new(type)
            g_variant_type_free(type)
            for (name, text) in arguments {
                g_variant_builder_add_value(
                    builder, g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(g_variant_new_string(text))))
            }
            let values = g_variant_builder_end(builder)
            g_variant_builder_unref(builder)
            webkit_web_view_call_async_javascript_function(
                page, body, gssize(body.utf8.count), values, world, nil, nil, returned, ClosureBox<Done>(done).owned)
        }

        private static let returned: @convention(c) (UnsafeMutablePointer<GObject>?, OpaquePointer?, Pointer?) -> Void = {
            page, result, data in
            guard let data else { return }
            let box = Unmanaged<ClosureBox<@MainActor @Sendable () -> Void>>.fromOpaque(data).takeRetainedValue()
            if let page {
                let view = UnsafeMutableRawPointer(page).assumingMemoryBound(to: WebKitWebView.self)
                var error: UnsafeMutablePointer<GError>?
                let value = webkit_web_view_call_async_javascript_function_finish(view, result, &error)
                if let value { g_object_unref(UnsafeMutableRawPointer(value)) }
                if let error { g_error_free(error) }
            }
            MainActor.assumeIsolated { box.closure() }
        }
    }
#endif
