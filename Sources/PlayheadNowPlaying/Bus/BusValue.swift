/// A value on the bus, of the types that MPRIS has.
enum BusValue: Sendable, Equatable {
    case bool(Bool)
    case int64(Int64)
    case double(Double)
    case string(String)
    /// An object's path.
    case path(String)
    case strings([String])
    /// Names with values of any type.
    case map([BusField])

    /// Its type, as D-Bus writes it.
    var signature: String {
        switch self {
        case .bool: "b"
        case .int64: "x"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .strings: "as"
        case .map: "a{sv}"
        }
    }
}

/// A value with its name.
struct BusField: Sendable, Equatable {
    let name: String
    let value: BusValue

    init(_ name: String, _ value: BusValue) {
        self.name = name
        self.value = value
    }
}
