/// A parsed JSON value.
indirect enum JSONValue: Sendable, Hashable {
    /// A member of an object.
    struct Member: Sendable, Hashable {
        var key: String
        var value: JSONValue
    }

    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    /// An object without duplicate keys.
    case object([Member])
}
