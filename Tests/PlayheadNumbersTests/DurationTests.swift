import PlayheadNumbers
import Testing

@Suite("Durations of floating-point seconds")
struct DurationTests {
    @Test("are exact where they fit")
    func exact() {
        #expect(Duration(saturating: 1.5) == .milliseconds(1500))
        #expect(Duration(saturating: -0.25) == .milliseconds(-250))
        #expect(Duration(saturating: 3600) == .seconds(3600))
    }

    @Test("stop at 136 years, and NaN is zero")
    func limited() {
        let longest = Duration.seconds(Int64(1) << 32)
        for seconds in [Double.infinity, 1e308, 0x1p63, 1e10] {
            #expect(Duration(saturating: seconds) == longest)
            #expect(Duration(saturating: -seconds) == .zero - longest)
        }
        #expect(Duration(saturating: .nan) == .zero)
        #expect(Duration(saturating: 1e-308) == .zero)
    }
}

@Suite("Limits of numbers from outside")
struct NumberLimitsTests {
    @Test("leave room for sums and products")
    func room() {
        #expect(!NumberLimits.bitRates.upperBound.multipliedReportingOverflow(by: 1_000_000).overflow)
        #expect(!NumberLimits.byteCounts.upperBound.multipliedReportingOverflow(by: 8000).overflow)
        #expect(!NumberLimits.sequenceNumbers.upperBound.multipliedReportingOverflow(by: 3).overflow)
        #expect(!NumberLimits.sequenceNumbers.lowerBound.multipliedReportingOverflow(by: 3).overflow)
        #expect(!NumberLimits.timestamps.upperBound.addingReportingOverflow(NumberLimits.timestamps.upperBound).overflow)
        #expect(!NumberLimits.timestamps.lowerBound.addingReportingOverflow(NumberLimits.timestamps.lowerBound).overflow)
        #expect(!NumberLimits.dimensions.upperBound.multipliedReportingOverflow(by: NumberLimits.dimensions.upperBound * 16).overflow)
    }
}
