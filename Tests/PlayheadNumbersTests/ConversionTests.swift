import PlayheadNumbers
import Testing

@Suite("Conversions of floating-point numbers")
struct ConversionTests {
    @Test(
        "a number that does not fit has no checked integer",
        arguments: [Double.infinity, -.infinity, .nan, 9.3e18, -9.3e18, .greatestFiniteMagnitude, 0x1p63])
    func doesNotFit(value: Double) {
        #expect(Int(checked: value) == nil)
    }

    @Test("a number that fits is rounded by the rule")
    func fits() {
        #expect(Int(checked: 2.5) == 3)
        #expect(Int(checked: 2.5, rounding: .down) == 2)
        #expect(Int(checked: -0x1p63) == .min)
        #expect(UInt8(checked: 255.4) == 255)
        #expect(UInt8(checked: 255.5) == nil)
        #expect(UInt(checked: -0.4) == 0)
        #expect(UInt(checked: -0.5) == nil)
    }

    @Test("types with a smaller or another range than Int64 have their own limits")
    func otherRanges() {
        #expect(UInt64(checked: 0x1p63) == 1 << 63)
        #expect(UInt64(checked: 0x1p64) == nil)
        #expect(UInt64(saturating: 0x1p64) == .max)
        #expect(UInt64(saturating: -0x1p64) == 0)
        #expect(Int8(checked: 127.4) == 127)
        #expect(Int8(checked: 127.5) == nil)
        #expect(Int8(saturating: -1e3) == .min)
    }

    @Test("a saturating conversion stops at the ends of the type, and NaN is zero")
    func saturates() {
        #expect(Int(saturating: .infinity) == .max)
        #expect(Int(saturating: -.infinity) == .min)
        #expect(Int(saturating: .nan) == 0)
        #expect(Int32(saturating: 1e10) == .max)
        #expect(UInt32(saturating: -1) == 0)
        #expect(Int(saturating: 1.6) == 2)
    }

    @Test("saturating arithmetic stops at the ends of the type")
    func arithmetic() {
        #expect(Int.max.saturatingAdding(1) == .max)
        #expect(Int.min.saturatingAdding(-1) == .min)
        #expect(3.saturatingAdding(4) == 7)
        #expect(Int.min.saturatingSubtracting(1) == .min)
        #expect(Int.max.saturatingSubtracting(-1) == .max)
        #expect(UInt(3).saturatingSubtracting(4) == 0)
        #expect(Int.max.saturatingMultiplied(by: 2) == .max)
        #expect(Int.max.saturatingMultiplied(by: -2) == .min)
        #expect(Int.min.saturatingMultiplied(by: -1) == .max)
        #expect(3.saturatingMultiplied(by: -4) == -12)
    }
}
