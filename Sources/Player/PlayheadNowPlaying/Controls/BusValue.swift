/// A value on the bus, of one of the types that MPRIS uses.
enum BusValue: Sendable, Equatable {
    case bool(Bool)
    case int64(Int64)
    case double(Double)
    case string(String)
    /// An object path.
    case path(String)
    case strings([String])
    /// A map of names to values of any type.
    case map([BusField])

    /// The type signature of D-Bus.
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

/// A named value.
struct BusField: Sendable, Equatable {
    let name: String
    let value: BusValue

    init(_ name: String, _ value: BusValue) {
        self.name = name
        self.value = value
    }
}
