import Foundation
import TestSupport

extension SeededGenerator {
    /// Returns a normal deviate.
    mutating func normal() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }
}
