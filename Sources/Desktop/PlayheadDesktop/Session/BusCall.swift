#if canImport(CGtk)
    import CGtk
    import PlayheadGTK

    /// A method call on a message bus. The main thread never waits for the bus.
    struct BusCall: Sendable {
        /// The bus of the service.
        enum Bus: Sendable {
            case session
            case system
        }

        /// The kind of value that the method returns.
        enum Result: Sendable {
            case objectPath
            case descriptor
        }

        /// The value that the method returned; `nil` if there is no bus, no such service, or an error.
        enum Reply: Sendable {
            case objectPath(String)
            /// A descriptor, which the receiver closes.
            case descriptor(Int32)
        }

        typealias Completion = @MainActor @Sendable (Reply?) -> Void

        var bus: Bus
        var service: String
        var path: String
        var interface: String
        var method: String
        /// The arguments in the text format of GVariant.
        var arguments: String
        var result: Result

        /// The timeout in milliseconds.
        private static let timeout: Int32 = 5000

        private final class Pending {
            let call: BusCall
            let completion: Completion

            init(_ call: BusCall, _ completion: @escaping Completion) {
                self.call = call
                self.completion = completion
            }

            func complete(_ reply: Reply?) {
                let completion = completion
                MainActor.assumeIsolated { completion(reply) }
            }
        }

        /// Sends the call, and calls back with the reply.
        func send(_ completion: @escaping Completion) {
            let pending = Unmanaged.passRetained(Pending(self, completion)).toOpaque()
            g_bus_get(bus == .session ? G_BUS_TYPE_SESSION : G_BUS_TYPE_SYSTEM, nil, Self.didConnect, pending)
        }

        private static let didConnect: GAsyncReadyCallback = { _, result, data in
            guard let data else { return }
            let pending = Unmanaged<Pending>.fromOpaque(data)
            let call = pending.takeUnretainedValue().call
            guard let connection = g_bus_get_finish(result, nil) else { return pending.takeRetainedValue().complete(nil) }
            defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
            guard let arguments = g_variant_parse(nil, call.arguments, nil, nil, nil) else {
                return pending.takeRetainedValue().complete(nil)
            }
            // The call takes the floating reference of the arguments, which a parsed value does not have.
            defer { g_variant_unref(arguments) }
            g_dbus_connection_call_with_unix_fd_list(
                connection, call.service, call.path, call.interface, call.method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, timeout, nil, nil,
                didReply, data)
        }

        private static let didReply: GAsyncReadyCallback = { source, result, data in
            guard let data else { return }
            let pending = Unmanaged<Pending>.fromOpaque(data).takeRetainedValue()
            var descriptors: UnsafeMutablePointer<GUnixFDList>?
            guard let source, let reply = g_dbus_connection_call_with_unix_fd_list_finish(OpaquePointer(source), &descriptors, result, nil)
            else { return pending.complete(nil) }
            defer {
                g_variant_unref(reply)
                if let descriptors { g_object_unref(UnsafeMutableRawPointer(descriptors)) }
            }
            pending.complete(value(of: reply, pending.call.result, descriptors))
        }

        private static func value(of reply: OpaquePointer, _ result: Result, _ descriptors: UnsafeMutablePointer<GUnixFDList>?) -> Reply? {
            guard let type = g_variant_get_type_string(reply).map({ String(cString: $0) }) else { return nil }
            switch (result, type) {
            case (.objectPath, "(o)"):
                guard let child = g_variant_get_child_value(reply, 0) else { return nil }
                defer { g_variant_unref(child) }
                return g_variant_get_string(child, nil).map { .objectPath(String(cString: $0)) }
            case (.descriptor, "(h)"):
                guard let descriptors, let child = g_variant_get_child_value(reply, 0) else { return nil }
                defer { g_variant_unref(child) }
                let descriptor = g_unix_fd_list_get(descriptors, g_variant_get_handle(child), nil)
                return descriptor >= 0 ? .descriptor(descriptor) : nil
            default: return nil
            }
        }

        /// Calls a method on the session bus without arguments, whose reply is not needed.
        static func notify(service: String, path: String, interface: String, method: String) {
            // The connection of the session bus exists already if a call has been sent on it.
            guard let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return }
            g_dbus_connection_call(
                connection, service, path, interface, method, nil, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout, nil, nil, nil)
            g_object_unref(UnsafeMutableRawPointer(connection))
        }
    }
#endif
