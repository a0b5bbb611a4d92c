#if canImport(CWebKit)
    import CGtk
    import CWebKit
    import PlayheadGTK

    /// Connects closures to WebKit's signals. As with GTK's, the C functions are made outside of any actor; WebKit calls them on the main thread.
    enum WebSignals {
        typealias Pointer = UnsafeMutableRawPointer
        typealias Action = @MainActor @Sendable (_ argument: Argument) -> Void
        typealias Decision = @MainActor @Sendable (_ object: Argument, _ kind: UInt32) -> Bool

        /// What a signal brings; it is used on the main thread, while the signal is told.
        struct Argument: @unchecked Sendable {
            let pointer: Pointer?
            /// The argument where it is a number.
            var number: UInt { UInt(bitPattern: pointer) }
        }

        private static func connect(_ object: Pointer, _ signal: String, _ callback: GCallback, _ data: Pointer) {
            let release: GClosureNotify = { data, _ in
                if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
            }
            g_signal_connect_data(object, signal, callback, data, release, GConnectFlags(rawValue: 0))
        }

        /// A signal with one argument of any kind, and no result.
        static func on(_ object: Pointer, _ signal: String, _ action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, argument, data in
                let action = ClosureBox<Action>.from(data)
                let argument = Argument(pointer: argument)
                MainActor.assumeIsolated { action?(argument) }
            }
            connect(object, signal, unsafeBitCast(callback, to: GCallback.self), ClosureBox(action).owned)
        }

        /// A signal with one argument whose default is not to happen.
        static func refuse(_ object: Pointer, _ signal: String, _ action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?, Pointer?) -> gboolean = { _, argument, data in
                let action = ClosureBox<Action>.from(data)
                let argument = Argument(pointer: argument)
                MainActor.assumeIsolated { action?(argument) }
                return 1
            }
            connect(object, signal, unsafeBitCast(callback, to: GCallback.self), ClosureBox(action).owned)
        }

        /// The same of a signal without arguments.
        static func refuseBare(_ object: Pointer, _ signal: String, _ action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?) -> gboolean = { _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?(Argument(pointer: nil)) }
                return 1
            }
            connect(object, signal, unsafeBitCast(callback, to: GCallback.self), ClosureBox(action).owned)
        }

        /// The same of a signal with two arguments, of which the first matters.
        static func refusePair(_ object: Pointer, _ signal: String, _ action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> gboolean = { _, argument, _, data in
                let action = ClosureBox<Action>.from(data)
                let argument = Argument(pointer: argument)
                MainActor.assumeIsolated { action?(argument) }
                return 1
            }
            connect(object, signal, unsafeBitCast(callback, to: GCallback.self), ClosureBox(action).owned)
        }

        /// `create`: no window is made.
        static func refuseCreating(_ object: Pointer, _ action: @escaping Action) {
            let callback: @convention(c) (Pointer?, Pointer?, Pointer?) -> Pointer? = { _, _, data in
                let action = ClosureBox<Action>.from(data)
                MainActor.assumeIsolated { action?(Argument(pointer: nil)) }
                return nil
            }
            connect(object, "create", unsafeBitCast(callback, to: GCallback.self), ClosureBox(action).owned)
        }

        /// `decide-policy`.
        static func onDecision(_ object: Pointer, _ action: @escaping Decision) {
            let callback: @convention(c) (Pointer?, Pointer?, WebKitPolicyDecisionType, Pointer?) -> gboolean = { _, decision, kind, data in
                let action = ClosureBox<Decision>.from(data)
                let (argument, number) = (Argument(pointer: decision), kind.rawValue)
                return MainActor.assumeIsolated { action?(argument, number) == true ? 1 : 0 }
            }
            connect(object, "decide-policy", unsafeBitCast(callback, to: GCallback.self), ClosureBox(action).owned)
        }

        /// `load-failed`, with the reason.
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
            connect(object, "load-failed", unsafeBitCast(callback, to: GCallback.self), ClosureBox<Failure>(action).owned)
        }

        /// Calls a function of a page's world with texts for its arguments, and calls back when it has returned, or never will.
        @MainActor
        static func call(
            _ page: UnsafeMutablePointer<WebKitWebView>, _ body: String, _ arguments: [String: String], world: String,
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
