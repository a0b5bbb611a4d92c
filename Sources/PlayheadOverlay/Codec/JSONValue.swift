/// A JSON value as it was read.
indirect enum JSONValue: Sendable, Hashable {
    /// A named value of an object.
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
    /// No key comes twice.
    case object([Member])
}
