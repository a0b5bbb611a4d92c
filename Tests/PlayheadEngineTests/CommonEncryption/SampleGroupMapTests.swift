import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("Sample groups of sample tables")
struct SampleGroupMapTests {
    private func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private func box(_ type: String, _ numbers: [Int]) -> [UInt8] {
        let content = numbers.flatMap(number)
        return number(content.count + 8) + Array(type.utf8) + content
    }

    private func group(_ runs: [Int]) -> [UInt8] {
        let content = number(0) + Array("seig".utf8) + ([runs.count / 2] + runs).flatMap(number)
        return number(content.count + 8) + Array("sbgp".utf8) + content
    }

    private func map(_ bytes: [UInt8], default number: Int = 0) -> SampleGroupMap? {
        SampleGroupMap(MediaBox.all(of: bytes, in: 0..<bytes.count), of: bytes, default: number)
    }

    /// Three chunks, of two, two and one samples of 10 bytes.
    private func tables(_ chunks: [Int], sizes: [Int] = [10, 5]) -> [UInt8] {
        box("stsz", [0] + sizes) + box("stco", [0, chunks.count] + chunks) + box("stsc", [0, 2, 1, 2, 1, 3, 1, 1])
    }

    @Test("The group of a sample is found by its position")
    func positions() {
        let map = map(tables([100, 200, 300]) + group([2, 1, 1, 0, 2, 2]))
        #expect([100, 110, 200, 210, 300].map { map?.entry(at: $0) } == [1, 1, 0, 2, 2])
        #expect([0, 105, 120, 310].allSatisfy { map?.entry(at: $0) == nil })
    }

    @Test("Chunks may be in any order, and samples may have their own sizes")
    func order() {
        let map = map(tables([300, 100, 200], sizes: [0, 5, 7, 8, 9, 10, 11]) + group([2, 1, 3, 2]))
        #expect([300, 307, 100, 109, 200].map { map?.entry(at: $0) } == [1, 1, 2, 2, 2])
    }

    @Test("Samples that are not mapped belong to the default entry")
    func defaultEntry() {
        let map = map(tables([100, 200, 300]) + group([1, 1]), default: 3)
        #expect([100, 110, 300].map { map?.entry(at: $0) } == [1, 3, 3])
        #expect(self.map(tables([100, 200, 300])) == nil)
    }

    @Test("Tables that declare more than they have are not used")
    func damaged() {
        for tables in [tables([100]), tables([100, 200, 300], sizes: [0, 5, 1]), tables([100, 200, 300], sizes: [1, 1 << 30])] {
            #expect(map(tables + group([5, 1])) == nil)
        }
    }
}
