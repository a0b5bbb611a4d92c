#if canImport(CSystemd)
    import CSystemd
    import Glibc

    /// An error of sd-bus, as an errno.
    struct BusError: Error, Equatable {
        let number: Int32
        var what = ""

        /// Whether another attempt is pointless: there is no bus address, or no free name.
        var isFinal: Bool { number == ENOMEDIUM || number == EADDRINUSE }

        var text: String {
            switch number {
            case ENOMEDIUM: "there is no session bus"
            case EADDRINUSE: "all names are taken"
            default: "the session bus can't be reached: \(String(cString: strerror(number)))"
            }
        }
    }

    /// Throws an error for a negative result.
    @discardableResult
    func check(_ answer: Int32) throws(BusError) -> Int32 {
        guard answer >= 0 else { throw BusError(number: -answer) }
        return answer
    }

    /// A reference to a message of sd-bus, used on the bus's thread only.
    final class BusMessage {
        let pointer: OpaquePointer

        /// Retains a message that is owned by another object as well.
        init(keeping pointer: OpaquePointer) { self.pointer = sd_bus_message_ref(pointer) }

        private init(owning pointer: OpaquePointer) { self.pointer = pointer }

        deinit { sd_bus_message_unref(pointer) }

        static func signal(_ bus: OpaquePointer, _ interface: String, member: String) throws(BusError) -> BusMessage {
            var message: OpaquePointer?
            try check(sd_bus_message_new_signal(bus, &message, MPRISInterface.path, interface, member))
            guard let message else { throw BusError(number: ENOMEM) }
            return BusMessage(owning: message)
        }

        func reply() throws(BusError) -> BusMessage {
            var message: OpaquePointer?
            try check(sd_bus_message_new_method_return(pointer, &message))
            guard let message else { throw BusError(number: ENOMEM) }
            return BusMessage(owning: message)
        }

        func send() throws(BusError) { try check(sd_bus_send(nil, pointer, nil)) }

        // MARK: Reading

        var member: String { sd_bus_message_get_member(pointer).map { String(cString: $0) } ?? "" }

        var interface: String? { sd_bus_message_get_interface(pointer).map { String(cString: $0) } }

        var isMethodCall: Bool { sd_bus_message_is_method_call(pointer, nil, nil) > 0 }

        var isError: Bool { sd_bus_message_is_method_error(pointer, nil) > 0 }

        func hasSignature(_ signature: String) -> Bool { sd_bus_message_has_signature(pointer, signature) > 0 }

        /// Reads the next argument, a string or an object path.
        func readText(_ type: Character = "s") throws(BusError) -> String {
            var text: UnsafePointer<CChar>?
            try check(withUnsafeMutablePointer(to: &text) { sd_bus_message_read_basic(pointer, code(type), $0) })
            return text.map { String(cString: $0) } ?? ""
        }

        func readInt64() throws(BusError) -> Int64 {
            var value: Int64 = 0
            try check(sd_bus_message_read_basic(pointer, code("x"), &value))
            return value
        }

        func readUInt32() throws(BusError) -> UInt32 {
            var value: UInt32 = 0
            try check(sd_bus_message_read_basic(pointer, code("u"), &value))
            return value
        }

        /// Reads the next argument, a variant that holds a number.
        func readDoubleVariant() throws(BusError) -> Double {
            try check(sd_bus_message_enter_container(pointer, code("v"), "d"))
            var value = 0.0
            try check(sd_bus_message_read_basic(pointer, code("d"), &value))
            return value
        }

        /// Reads the next argument, a variant that holds a truth value.
        func readBoolVariant() throws(BusError) -> Bool {
            try check(sd_bus_message_enter_container(pointer, code("v"), "b"))
            var value: Int32 = 0
            try check(sd_bus_message_read_basic(pointer, code("b"), &value))
            return value != 0
        }

        /// Reads the next argument, a variant that holds a text.
        func readTextVariant() throws(BusError) -> String {
            try check(sd_bus_message_enter_container(pointer, code("v"), "s"))
            return try readText()
        }

        // MARK: Writing

        func append(_ text: String, as type: Character = "s") throws(BusError) {
            try check(text.withCString { sd_bus_message_append_basic(pointer, code(type), $0) })
        }

        func append(_ value: BusValue) throws(BusError) {
            switch value {
            case .bool(let flag):
                var flag: Int32 = flag ? 1 : 0
                try check(sd_bus_message_append_basic(pointer, code("b"), &flag))
            case .int64(var number): try check(sd_bus_message_append_basic(pointer, code("x"), &number))
            case .double(var number): try check(sd_bus_message_append_basic(pointer, code("d"), &number))
            case .string(let text): try append(text)
            case .path(let text): try append(text, as: "o")
            case .strings(let texts):
                try container("a", "s") { () throws(BusError) in for text in texts { try append(text) } }
            case .map(let fields): try append(fields)
            }
        }

        /// Appends a map of names to variants.
        func append(_ fields: [BusField]) throws(BusError) {
            try container("a", "{sv}") { () throws(BusError) in
                for field in fields {
                    try container("e", "sv") { () throws(BusError) in
                        try append(field.name)
                        try appendVariant(field.value)
                    }
                }
            }
        }

        func appendVariant(_ value: BusValue) throws(BusError) {
            try container("v", value.signature) { () throws(BusError) in try append(value) }
        }

        private func container(_ type: Character, _ contents: String, fill: () throws(BusError) -> Void) throws(BusError) {
            try check(sd_bus_message_open_container(pointer, code(type), contents))
            try fill()
            try check(sd_bus_message_close_container(pointer))
        }

        private func code(_ type: Character) -> CChar { type.asciiValue.map { CChar($0) } ?? 0 }
    }
#endif
