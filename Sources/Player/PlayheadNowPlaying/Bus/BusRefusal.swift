/// The error reply to an invalid call.
struct BusRefusal: Error, Sendable, Equatable {
    let name: String
    let message: String

    private static let root = "org.freedesktop.DBus.Error."

    static func invalidArguments(_ message: String) -> BusRefusal { BusRefusal(name: root + "InvalidArgs", message: message) }

    static func notSupported(_ message: String) -> BusRefusal { BusRefusal(name: root + "NotSupported", message: message) }

    static func unknownMethod(_ name: String) -> BusRefusal {
        BusRefusal(name: root + "UnknownMethod", message: "There is no method \(name).")
    }

    static func unknownInterface(_ name: String) -> BusRefusal {
        BusRefusal(name: root + "UnknownInterface", message: "There is no interface \(name).")
    }

    static func unknownProperty(_ name: String) -> BusRefusal {
        BusRefusal(name: root + "UnknownProperty", message: "There is no property \(name).")
    }

    static func readOnly(_ name: String) -> BusRefusal {
        BusRefusal(name: root + "PropertyReadOnly", message: "\(name) can't be set.")
    }

    static let tooMany = BusRefusal(name: root + "LimitsExceeded", message: "Too many calls wait for an answer.")
}
