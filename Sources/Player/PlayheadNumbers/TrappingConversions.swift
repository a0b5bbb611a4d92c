// The initializers of the standard library that end the process where the value does not fit, declared again with a warning: this declaration shadows
// the library's in every file that sees this module, and warnings are errors here. A plain import guards its file only, so the main file of a module
// that reads input has `@_exported import PlayheadNumbers`, with which no file of the module can convert unchecked.

extension Int {
    /// Warns; use `Int(checked:)` or `Int(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int(checked:) or Int(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `Int(checked:)` or `Int(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int(checked:) or Int(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension Int8 {
    /// Warns; use `Int8(checked:)` or `Int8(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int8(checked:) or Int8(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `Int8(checked:)` or `Int8(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int8(checked:) or Int8(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension Int16 {
    /// Warns; use `Int16(checked:)` or `Int16(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int16(checked:) or Int16(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `Int16(checked:)` or `Int16(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int16(checked:) or Int16(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension Int32 {
    /// Warns; use `Int32(checked:)` or `Int32(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int32(checked:) or Int32(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `Int32(checked:)` or `Int32(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int32(checked:) or Int32(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension Int64 {
    /// Warns; use `Int64(checked:)` or `Int64(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int64(checked:) or Int64(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `Int64(checked:)` or `Int64(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Int64(checked:) or Int64(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension UInt {
    /// Warns; use `UInt(checked:)` or `UInt(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt(checked:) or UInt(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `UInt(checked:)` or `UInt(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt(checked:) or UInt(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension UInt8 {
    /// Warns; use `UInt8(checked:)` or `UInt8(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt8(checked:) or UInt8(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `UInt8(checked:)` or `UInt8(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt8(checked:) or UInt8(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension UInt16 {
    /// Warns; use `UInt16(checked:)` or `UInt16(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt16(checked:) or UInt16(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `UInt16(checked:)` or `UInt16(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt16(checked:) or UInt16(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension UInt32 {
    /// Warns; use `UInt32(checked:)` or `UInt32(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt32(checked:) or UInt32(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `UInt32(checked:)` or `UInt32(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt32(checked:) or UInt32(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension UInt64 {
    /// Warns; use `UInt64(checked:)` or `UInt64(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt64(checked:) or UInt64(saturating:)")
    package init(_ value: Double) { self.init(saturating: value, rounding: .towardZero) }

    /// Warns; use `UInt64(checked:)` or `UInt64(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use UInt64(checked:) or UInt64(saturating:)")
    package init(_ value: Float) { self.init(saturating: Double(value), rounding: .towardZero) }
}

extension Duration {
    /// Warns; use `Duration(saturating:)`.
    @available(*, deprecated, message: "traps unless finite and in range: use Duration(saturating:)")
    package static func seconds(_ value: Double) -> Duration { Duration(saturating: value) }
}
